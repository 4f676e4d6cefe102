//! The cross table of three players or more, as text.

use leitai_bout::CrossTable;
use leitai_core::{Lang, say};
use leitai_draw::{pad, width};
use leitai_tournament::rating::Score;

/// The table, each line indented.
pub(crate) fn text(table: &CrossTable, lang: Lang) -> String {
    let rows = table.rows();
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
            halves(table.score(row.number, None)),
        ];
        cells.extend(rows.iter().map(|other| {
            let score = table.score(row.number, Some(other.number));
            if score.games() == 0 { "–".to_owned() } else { halves(score) }
        }));
        lines.push(cells);
    }
    aligned(&lines)
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
    fn columns_are_aligned_whatever_the_script() {
        let mut table = CrossTable::new(["weak", "strong", "中"].map(str::to_owned).to_vec());
        table.add([0, 1], Score { wins: 1, draws: 1, losses: 8 });
        table.add([1, 2], Score { wins: 6, draws: 1, losses: 3 });
        table.add([0, 2], Score { wins: 3, draws: 0, losses: 7 });
        let text = text(&table, Lang::En);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[0].split_whitespace().collect::<Vec<_>>(),
            ["player", "Elo", "±", "games", "points", "1", "2", "3"]
        );
        assert!(lines[1].ends_with("20      15   –  6½  8½"), "{text}");
        assert!(lines[3].starts_with("  3  weak"), "{text}");
    }
}
