//! What black expects after each opening, fourth stone and fifth stone: one table for whoever proposes an opening, swaps,
//! offers or chooses (`games/gomoku/benches/openings.rs` makes it).

use crate::notation::read_point;
use crate::{Board, Opening, Point, Side, Stones, Symmetry};
use std::sync::LazyLock;

/// What the search expects for black with forbidden moves in force, in thousandths: from 0, lost, to 1000, won.
pub(super) type Thousandths = u16;

/// For each opening a line with its number from 1 and the positions searched, then a line for each fourth stone: the stone,
/// and its fifth stones with what black expects, the best first. The stones are those of [`Opening::stones`], and no two
/// fifth stones of a line are the same under a symmetry.
static TEXT: &str = include_str!("openings.txt");

/// The table that the players use.
pub(super) static OPENING_TABLE: LazyLock<OpeningTable> = LazyLock::new(|| OpeningTable::read(TEXT));

/// A fourth stone, and the fifth ones after it, the best for black first.
struct Fourth {
    point: Point,
    fifths: Vec<(Point, Thousandths)>,
}

impl Fourth {
    /// What black expects where it offers so many fifth stones, the best ones, and white keeps the worst of them.
    fn of(&self, offers: u8) -> Thousandths {
        let last = usize::from(offers.clamp(1, OpeningTable::MOST)) - 1;
        self.fifths.get(last).map_or(0, |(_, black)| *black)
    }
}

/// The openings with their fourth and fifth stones.
pub(super) struct OpeningTable(Vec<(Opening, Vec<Fourth>)>);

impl OpeningTable {
    /// The table is for up to so many fifth stones; with more, black is counted as with these.
    pub(super) const MOST: u8 = 8;

    fn read(text: &str) -> OpeningTable {
        let mut openings: Vec<(Opening, Vec<Fourth>)> = Vec::new();
        let mut left = Opening::all();
        for line in text.lines() {
            if line.starts_with("opening ") {
                openings.extend(left.next().map(|opening| (opening, Vec::new())));
            } else if let Some((_, fourths)) = openings.last_mut() {
                fourths.extend(fourth(line));
            }
        }
        OpeningTable(openings)
    }

    fn fourths(&self, opening: Opening) -> &[Fourth] {
        let found = self.0.iter().find(|(other, _)| *other == opening);
        found.map_or(&[], |(_, fourths)| fourths)
    }

    /// What black expects of the opening with so many fifth stones, white playing the fourth stone that is best for it.
    /// `None` if the table does not have the opening.
    pub(super) fn black(&self, opening: Opening, offers: u8) -> Option<Thousandths> {
        self.fourths(opening).iter().map(|fourth| fourth.of(offers)).min()
    }

    /// The fourth stones that are within `margin` of the best for white, on this board of three stones.
    pub(super) fn good_fourths(&self, board: &Board, offers: u8, margin: Thousandths) -> Vec<Point> {
        let Some(opening) = board.opening() else { return Vec::new() };
        let Some(turn) = Symmetry::all().find(|turn| is_turned(board, *turn, &opening.stones())) else {
            return Vec::new();
        };
        let most = self.black(opening, offers).unwrap_or(0).saturating_add(margin);
        let good = self.fourths(opening).iter().filter(|fourth| fourth.of(offers) <= most);
        good.map(|fourth| turn.apply(fourth.point)).collect()
    }

    /// The fifth stones of this board of four stones with what black expects, the best first; none if the table does not
    /// have the fourth stone.
    pub(super) fn fifths(&self, board: &Board) -> Vec<(Point, Thousandths)> {
        for (opening, fourths) in &self.0 {
            let [first, second, third] = opening.stones();
            for fourth in fourths {
                let stones = [first, second, third, fourth.point];
                if let Some(turn) = Symmetry::all().find(|turn| is_turned(board, *turn, &stones)) {
                    return fourth.fifths.iter().map(|(point, black)| (turn.apply(*point), *black)).collect();
                }
            }
        }
        Vec::new()
    }
}

/// Whether the board's stones are these, black's first, turned so.
fn is_turned(board: &Board, turn: Symmetry, stones: &[Point]) -> bool {
    [Side::Black, Side::White].into_iter().all(|side| {
        let of_side = stones.iter().skip(side as usize).step_by(2);
        *board.stones(side) == of_side.map(|point| turn.apply(*point)).collect::<Stones>()
    })
}

/// A fourth stone as its line says it.
fn fourth(line: &str) -> Option<Fourth> {
    let (point, fifths) = line.split_once(' ')?;
    let fifths = fifths.split(' ').filter_map(|fifth| {
        let (point, black) = fifth.split_once(':')?;
        Some((read_point(point).ok()?, black.parse().ok()?))
    });
    Some(Fourth { point: read_point(point).ok()?, fifths: fifths.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::fmt::Write;

    /// Nothing of the text is passed over: what was read is what is written.
    #[test]
    fn the_table_is_read_as_it_was_written() {
        let heads: Vec<&str> = TEXT.lines().filter(|line| line.starts_with("opening ")).collect();
        assert_eq!(heads.len(), 26);
        let mut text = String::new();
        for ((number, head), (opening, fourths)) in (1..).zip(heads).zip(&OPENING_TABLE.0) {
            assert!(head.starts_with(&format!("opening {number} ")), "{head}");
            assert_eq!(Opening::all().nth(number - 1), Some(*opening));
            let _ = writeln!(text, "{head}");
            for Fourth { point, fifths } in fourths {
                let _ = write!(text, "{point:?}");
                for (point, black) in fifths {
                    let _ = write!(text, " {point:?}:{black}");
                }
                text.push('\n');
            }
        }
        assert_eq!(text, TEXT);
    }

    /// More fifth stones are never better for black, and every number up to the most has a stone for each offer.
    #[test]
    fn every_opening_has_a_value_for_every_number() {
        for (opening, fourths) in &OPENING_TABLE.0 {
            let values: Vec<Thousandths> =
                (1..=OpeningTable::MOST).filter_map(|n| OPENING_TABLE.black(*opening, n)).collect();
            assert_eq!(values.len(), usize::from(OpeningTable::MOST));
            assert!(values.is_sorted_by(|a, b| a >= b), "{opening:?}: {values:?}");
            assert!(values.iter().all(|value| (1..1000).contains(value)), "{opening:?}: {values:?}");
            for fourth in fourths {
                assert!(fourth.fifths.is_sorted_by(|a, b| a.1 >= b.1));
                assert!(fourth.fifths.len() >= usize::from(OpeningTable::MOST));
            }
        }
    }

    /// The stones of each line stand on the board together, and no two fifth ones are the same under a symmetry.
    #[test]
    fn fifth_stones_differ() {
        for (opening, fourths) in &OPENING_TABLE.0 {
            let [first, second, third] = opening.stones();
            for fourth in fourths {
                let (black, white) =
                    (Stones::from_iter([first, third]), Stones::from_iter([second, fourth.point]));
                assert_eq!(black.len() + white.len(), 4);
                let mut seen = HashSet::new();
                for (point, _) in &fourth.fifths {
                    assert!(!black.has(*point) && !white.has(*point));
                    assert!(!seen.contains(point), "{opening:?} {:?} {point:?}", fourth.point);
                    seen.extend(Symmetry::of(&black, &white).map(|turn| turn.apply(*point)));
                }
            }
        }
    }
}
