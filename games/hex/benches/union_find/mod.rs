//! Chains by union-find with path halving: what most programs use, and the yardstick for our rules.

use hex::Cell;
use leitai_core::Seat;

/// The columns of the board plus one beyond either end.
const WIDE: usize = 21;
/// The four borders, after the cells.
const BORDERS: usize = WIDE * WIDE;

/// A position.
#[derive(Clone)]
pub(crate) struct UnionFind {
    size: u8,
    /// The seat whose stone stands on each cell.
    owner: [Option<Seat>; BORDERS],
    parent: [u16; BORDERS + 4],
}

impl UnionFind {
    pub(crate) fn new(size: u8) -> UnionFind {
        UnionFind { size, owner: [None; BORDERS], parent: std::array::from_fn(|i| i as u16) }
    }

    /// Places a stone. Returns whether it joins the borders of its seat.
    pub(crate) fn place(&mut self, seat: Seat, cell: Cell) -> bool {
        let at = (usize::from(cell.y()) + 1) * WIDE + usize::from(cell.x()) + 1;
        self.owner[at] = Some(seat);
        for near in [at - 1, at + 1, at - WIDE, at + WIDE, at - WIDE + 1, at + WIDE - 1] {
            if self.owner[near] == Some(seat) {
                self.unite(at, near);
            }
        }
        let along = if seat == Seat::First { cell.y() } else { cell.x() };
        let begin = BORDERS + 2 * seat.index();
        if along == 0 {
            self.unite(at, begin);
        }
        if along == self.size - 1 {
            self.unite(at, begin + 1);
        }
        self.root(begin) == self.root(begin + 1)
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a] = b as u16;
    }

    fn root(&mut self, mut at: usize) -> usize {
        while usize::from(self.parent[at]) != at {
            let above = usize::from(self.parent[at]);
            self.parent[at] = self.parent[above];
            at = usize::from(self.parent[at]);
        }
        at
    }
}
