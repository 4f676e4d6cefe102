//! Who played whom, and how strong that makes each: the cross table of three players or more.

use leitai_core::{Lang, Noun, say};
use leitai_draw::{pad, width};
use leitai_tournament::rating::{Met, Prior, Ratings, Score};
use serde::Serialize;

/// Players and their games against each other.
pub(crate) struct Cross {
    players: Vec<String>,
    /// The scores of the pairs that met, lower number first, counted for that player.
    met: Vec<Met>,
}

/// A player's row, the strongest first.
#[derive(Serialize)]
pub(crate) struct Row<'a> {
    r#type: &'static str,
    place: usize,
    player: &'a str,
    games: u64,
    points: f64,
    /// Relative to the average of all players, with half the width of its 95 % interval.
    elo: f64,
    elo_error: Option<f64>,
    #[serde(skip)]
    number: usize,
}

impl Cross {
    pub(crate) fn new(players: Vec<String>) -> Cross {
        Cross { players, met: Vec::new() }
    }

    /// All games of two players, counted for the first.
    pub(crate) fn add(&mut self, players: [usize; 2], score: Score) {
        self.met.push(Met { players: players.map(|player| player as u32), score });
    }

    /// The score of `one` against `other`, or against everybody.
    fn score(&self, one: usize, other: Option<usize>) -> Score {
        let mut sum = Score::default();
        for Met { players, score } in &self.met {
            let Some(at) = players.iter().position(|player| *player as usize == one) else { continue };
            if other.is_some_and(|other| players[1 - at] as usize != other) {
                continue;
            }
            let (wins, losses) =
                if at == 0 { (score.wins, score.losses) } else { (score.losses, score.wins) };
            sum =
                Score { wins: sum.wins + wins, draws: sum.draws + score.draws, losses: sum.losses + losses };
        }
        sum
    }

    /// One row per player, strongest first; equals keep the order in which they were named.
    pub(crate) fn rows(&self) -> Vec<Row<'_>> {
        // Cannot fail: the player numbers are our own, and any games yield ratings.
        let Ok(ratings) = Ratings::new(self.players.len(), &self.met, Prior::default()) else {
            return Vec::new();
        };
        let errors = ratings.errors();
        let short = |number: f64| (number * 1e2).round() / 1e2 + 0.0;
        let rows = self.players.iter().enumerate().map(|(number, player)| {
            let score = self.score(number, None);
            Row {
                r#type: "rating",
                place: 0,
                player,
                games: score.games(),
                points: score.wins as f64 + score.draws as f64 / 2.0,
                elo: short(ratings.elo(number).unwrap_or_default()),
                elo_error: errors.error(number).map(short).filter(|error| error.is_finite()),
                number,
            }
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(one.number.cmp(&other.number)));
        rows.iter_mut().zip(1..).for_each(|(row, place)| row.place = place);
        rows
    }

    /// The table as text, each line indented.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let rows = self.rows();
        let head = [
            String::new(),
            say!(lang, "player", "棋手"),
            "Elo".to_owned(),
            "±".to_owned(),
            say!(lang, "games", "局数"),
            say!(lang, "points", "得分"),
        ];
        let mut lines = vec![head.into_iter().chain(rows.iter().map(|row| row.place.to_string())).collect()];
        for row in &rows {
            let error = row.elo_error.map_or_else(|| "?".to_owned(), |error| format!("{error:.0}"));
            let mut cells = vec![
                row.place.to_string(),
                row.player.to_owned(),
                format!("{:+.0}", row.elo.round() + 0.0),
                error,
                row.games.to_string(),
                halves(self.score(row.number, None)),
            ];
            cells.extend(rows.iter().map(|other| {
                let score = self.score(row.number, Some(other.number));
                if score.games() == 0 { "–".to_owned() } else { halves(score) }
            }));
            lines.push(cells);
        }
        aligned(&lines)
    }

    /// How many games there are, in words.
    pub(crate) fn games(&self) -> leitai_core::Sentence {
        Noun::GAMES.of(self.met.iter().map(|met| met.score.games()).sum::<u64>())
    }
}

/// Points as people write them: `3½`.
fn halves(score: Score) -> String {
    let halves = 2 * score.wins + score.draws;
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Aligns columns: names to the left, numbers to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|at| lines.iter().map(|line| width(&line[at])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (at, cell) in line.iter().enumerate() {
            let filling = " ".repeat(widths[at] - width(cell).min(widths[at]));
            row += "  ";
            row += &if at == 1 { pad(cell, widths[at]) } else { filling + cell };
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_stands_above_and_points_add_up() {
        let mut cross = Cross::new(["weak", "strong", "中"].map(str::to_owned).to_vec());
        cross.add([0, 1], Score { wins: 1, draws: 1, losses: 8 });
        cross.add([1, 2], Score { wins: 6, draws: 1, losses: 3 });
        cross.add([0, 2], Score { wins: 3, draws: 0, losses: 7 });
        let rows = cross.rows();
        let order: Vec<_> = rows.iter().map(|row| (row.player, row.points.to_string())).collect();
        assert_eq!(order, [("strong", "15".into()), ("中", "10.5".into()), ("weak", "4.5".into())]);
        assert!(rows.iter().map(|row| row.elo).sum::<f64>().abs() < 0.1, "over the average of all");
        let text = cross.text(Lang::En);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[0].split_whitespace().collect::<Vec<_>>(),
            ["player", "Elo", "±", "games", "points", "1", "2", "3"]
        );
        assert!(lines[1].ends_with("20      15   –  6½  8½"), "{text}");
        assert!(lines[3].starts_with("  3  weak"), "{text}");
    }
}
