//! The 26 openings of renju: black on H8, white next to it, black within the central 5×5.

use crate::{Point, Stones, Symmetry};
use leitai_core::Words;

/// One of the 26 openings; equal for all placements that are equivalent under a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening(u8);

/// Columns to the right of H8, and rows above it.
type Offset = (i8, i8);

/// The names, and white's stone and black's second stone in the orientation that brings white to H9 (direct)
/// or I9 (indirect).
const TABLE: [(Words, Offset, Offset); 26] = [
    (Words::new("Kansei, direct 1", "寒星"), (0, 1), (0, 2)),
    (Words::new("Keigetsu, direct 2", "溪月"), (0, 1), (1, 2)),
    (Words::new("Sosei, direct 3", "疏星"), (0, 1), (2, 2)),
    (Words::new("Kagetsu, direct 4", "花月"), (0, 1), (1, 1)),
    (Words::new("Zangetsu, direct 5", "残月"), (0, 1), (2, 1)),
    (Words::new("Ugetsu, direct 6", "雨月"), (0, 1), (1, 0)),
    (Words::new("Kinsei, direct 7", "金星"), (0, 1), (2, 0)),
    (Words::new("Shogetsu, direct 8", "松月"), (0, 1), (0, -1)),
    (Words::new("Kyugetsu, direct 9", "丘月"), (0, 1), (1, -1)),
    (Words::new("Shingetsu, direct 10", "新月"), (0, 1), (2, -1)),
    (Words::new("Zuisei, direct 11", "瑞星"), (0, 1), (0, -2)),
    (Words::new("Sangetsu, direct 12", "山月"), (0, 1), (1, -2)),
    (Words::new("Yusei, direct 13", "游星"), (0, 1), (2, -2)),
    (Words::new("Chosei, indirect 1", "长星"), (1, 1), (2, 2)),
    (Words::new("Kyogetsu, indirect 2", "峡月"), (1, 1), (2, 1)),
    (Words::new("Kosei, indirect 3", "恒星"), (1, 1), (2, 0)),
    (Words::new("Suigetsu, indirect 4", "水月"), (1, 1), (2, -1)),
    (Words::new("Ryusei, indirect 5", "流星"), (1, 1), (2, -2)),
    (Words::new("Ungetsu, indirect 6", "云月"), (1, 1), (1, 0)),
    (Words::new("Hogetsu, indirect 7", "浦月"), (1, 1), (1, -1)),
    (Words::new("Rangetsu, indirect 8", "岚月"), (1, 1), (1, -2)),
    (Words::new("Gingetsu, indirect 9", "银月"), (1, 1), (0, -1)),
    (Words::new("Myojo, indirect 10", "明星"), (1, 1), (0, -2)),
    (Words::new("Shagetsu, indirect 11", "斜月"), (1, 1), (-1, -1)),
    (Words::new("Meigetsu, indirect 12", "名月"), (1, 1), (-1, -2)),
    (Words::new("Suisei, indirect 13", "彗星"), (1, 1), (-2, -2)),
];

impl Opening {
    /// All 26 openings in the order of the table, direct ones first.
    pub fn all() -> impl Iterator<Item = Opening> {
        (0..TABLE.len() as u8).map(Opening)
    }

    /// The opening of three stones; `None` if they are none of the 26.
    pub fn of(black: &Stones, white: &Stones) -> Option<Opening> {
        let is_it = |opening: &Opening| {
            Symmetry::all().any(|symmetry| {
                let [first, second, third] = opening.stones().map(|point| symmetry.apply(point));
                *black == Stones::from_iter([first, third]) && *white == Stones::from_iter([second])
            })
        };
        Opening::all().find(is_it)
    }

    /// The opening's three stones as in the table: black, white, black.
    pub fn stones(self) -> [Point; 3] {
        let (_, white, black) = TABLE[usize::from(self.0)];
        let at = |(right, up): (i8, i8)| Point::CENTRE.shifted(right, -up).unwrap_or(Point::CENTRE);
        [Point::CENTRE, at(white), at(black)]
    }

    /// Whether all of its stones are on the board as in the table.
    pub(crate) fn stands(self, black: &Stones, white: &Stones) -> bool {
        let [first, second, third] = self.stones();
        black.has(first) && white.has(second) && black.has(third)
    }

    /// The next stones that lead to an opening as in the table, in the order of the table, each with the
    /// number of openings that it leads to.
    pub(crate) fn next(black: &Stones, white: &Stones) -> Vec<(Point, u32)> {
        let shown = black.len() + white.len();
        let mut next: Vec<(Point, u32)> = Vec::new();
        for stones in Opening::all().map(Opening::stones) {
            let fits =
                |(i, point): (u16, &Point)| i >= shown || [black, white][usize::from(i % 2)].has(*point);
            if !(0..).zip(&stones).all(fits) {
                continue;
            }
            let Some(point) = stones.get(usize::from(shown)) else { continue };
            match next.iter_mut().find(|(other, _)| other == point) {
                Some((_, openings)) => *openings += 1,
                None => next.push((*point, 1)),
            }
        }
        next
    }

    /// The opening's name.
    pub const fn name(self) -> Words {
        TABLE[self.0 as usize].0
    }
}
