//! The boxes between four dots, and which edges complete them.

use crate::{Edge, Edges, Way};

/// Boxes of the largest board.
const COUNT: usize = (Edge::SIDE * Edge::SIDE) as usize;
/// Represents the box outside the board, for edges of the rim, which border only one box.
const OUTSIDE: u8 = COUNT as u8;

/// The four sides of each box. The outside box has more sides than can ever be drawn.
pub(crate) const SIDES: [Edges; COUNT + 1] = sides();
/// The two boxes on either side of each edge.
pub(crate) const BESIDE: [[u8; 2]; Edge::COUNT as usize] = beside();

const fn side(way: Way, x: u8, y: u8) -> Edges {
    match Edge::new(way, x, y) {
        Some(edge) => Edges(1 << edge.index()),
        None => Edges(0),
    }
}

const fn sides() -> [Edges; COUNT + 1] {
    let mut sides = [Edges(u64::MAX); COUNT + 1];
    let mut at = 0;
    while at < OUTSIDE {
        let (x, y) = (at % Edge::SIDE, at / Edge::SIDE);
        let across = side(Way::Across, x, y).or(side(Way::Across, x, y + 1));
        sides[at as usize] = across.or(side(Way::Upright, x, y)).or(side(Way::Upright, x + 1, y));
        at += 1;
    }
    sides
}

const fn beside() -> [[u8; 2]; Edge::COUNT as usize] {
    let mut beside = [[OUTSIDE; 2]; Edge::COUNT as usize];
    let mut edge = 0;
    while edge < beside.len() {
        let (mut at, mut found) = (0, 0);
        while at < COUNT {
            if SIDES[at].0 >> edge & 1 == 1 {
                beside[edge][found] = at as u8;
                found += 1;
            }
            at += 1;
        }
        edge += 1;
    }
    beside
}

/// A set of boxes. A box is named by its lower left dot: `x` from the left and `y` from the bottom, both from
/// 0. Its bit is `5 y + x`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Boxes(pub(crate) u32);

impl Boxes {
    /// The boxes on either side of `edge` whose four sides are all in `drawn`.
    #[inline]
    pub fn completed_by(edge: Edge, drawn: Edges) -> Boxes {
        let [one, other] = BESIDE[usize::from(edge.index())];
        let bit = |at: u8| u32::from(SIDES[usize::from(at)].without(drawn).is_empty()) << at;
        Boxes(bit(one) | bit(other))
    }

    /// Every box whose four sides are in `drawn`, computed from scratch.
    pub fn completed(drawn: Edges) -> Boxes {
        let complete = |at: &usize| SIDES[*at].without(drawn).is_empty();
        Boxes((0..COUNT).filter(complete).fold(0, |boxes, at| boxes | 1 << at))
    }

    /// Whether exactly one side of the box (`x`, `y`) of the largest board is not in `drawn`.
    pub const fn is_ripe(x: u8, y: u8, drawn: Edges) -> bool {
        SIDES[(Edge::SIDE * y + x) as usize].without(drawn).len() == 1
    }

    /// The number of boxes.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the box (`x`, `y`).
    pub const fn has(self, x: u8, y: u8) -> bool {
        x < Edge::SIDE && y < Edge::SIDE && self.0 >> (Edge::SIDE * y + x) & 1 == 1
    }

    /// Adds the box (`x`, `y`), which must be a box of the largest board.
    pub const fn insert(&mut self, x: u8, y: u8) {
        debug_assert!(x < Edge::SIDE && y < Edge::SIDE, "a box of the board");
        self.0 |= 1 << (Edge::SIDE * y + x);
    }

    /// The boxes in either set.
    #[must_use]
    pub const fn or(self, other: Boxes) -> Boxes {
        Boxes(self.0 | other.0)
    }

    /// The boxes in both sets.
    #[must_use]
    pub const fn and(self, other: Boxes) -> Boxes {
        Boxes(self.0 & other.0)
    }

    /// Whether two boxes of the set are neighbours, so that a single edge may have completed both.
    pub fn touch(self) -> bool {
        let both = |beside: &[u8; 2]| beside.iter().all(|at| self.0 >> at & 1 == 1);
        BESIDE.iter().any(both)
    }
}
