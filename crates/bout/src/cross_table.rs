//! Who played whom, and how strong that makes each: the cross table of three players or more.

use leitai_tournament::rating::{Met, Prior, Ratings, Score};
use serde::Serialize;

/// Players and their games against each other.
#[derive(Clone, Debug)]
pub struct CrossTable {
    players: Vec<String>,
    /// The scores of the pairs that met, lower number first, counted for that player.
    met: Vec<Met>,
}

/// A player's row, the strongest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossRow<'a> {
    /// Its place, from 1; equals keep the order in which they were named.
    pub place: usize,
    /// Its name.
    pub player: &'a str,
    /// How many games it played.
    pub games: u64,
    /// Its points.
    pub points: f64,
    /// Its rating relative to the average of all players, to two decimals.
    pub elo: f64,
    /// Half the width of the rating's 95 % interval; `None` if the games do not determine it.
    pub elo_error: Option<f64>,
    /// Its number, in the order in which players were named, from 0.
    #[serde(skip)]
    pub number: usize,
}

impl CrossTable {
    /// These players, who have not met yet.
    pub fn new(players: Vec<String>) -> CrossTable {
        CrossTable { players, met: Vec::new() }
    }

    /// Calls the players by these names, in the order in which they were named.
    pub fn rename(&mut self, players: Vec<String>) {
        self.players = players;
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Adds all games of two players, counted for the first.
    pub fn add(&mut self, players: [usize; 2], score: Score) {
        self.met.push(Met { players: players.map(|player| player as u32), score });
    }

    /// The score of `one` against `other`, or against everybody.
    pub fn score(&self, one: usize, other: Option<usize>) -> Score {
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
    pub fn rows(&self) -> Vec<CrossRow<'_>> {
        // Cannot fail: the player numbers are our own, and any games yield ratings.
        let Ok(ratings) = Ratings::new(self.players.len(), &self.met, Prior::default()) else {
            return Vec::new();
        };
        let errors = ratings.errors();
        let short = |number: f64| (number * 1e2).round() / 1e2 + 0.0;
        let rows = self.players.iter().enumerate().map(|(number, player)| {
            let score = self.score(number, None);
            CrossRow {
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

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.met.iter().map(|met| met.score.games()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_stands_above_and_points_add_up() {
        let mut cross = CrossTable::new(["weak", "strong", "中"].map(str::to_owned).to_vec());
        cross.add([0, 1], Score { wins: 1, draws: 1, losses: 8 });
        cross.add([1, 2], Score { wins: 6, draws: 1, losses: 3 });
        cross.add([0, 2], Score { wins: 3, draws: 0, losses: 7 });
        let rows = cross.rows();
        let order: Vec<_> = rows.iter().map(|row| (row.player, row.points.to_string())).collect();
        assert_eq!(order, [("strong", "15".into()), ("中", "10.5".into()), ("weak", "4.5".into())]);
        assert!(rows.iter().map(|row| row.elo).sum::<f64>().abs() < 0.1, "over the average of all");
        assert_eq!((cross.games(), cross.score(1, Some(0)).wins), (30, 8));
    }
}
