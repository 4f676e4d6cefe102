//! Draws one random move without listing them all.

use crate::rays::{self, MOST};
use crate::{Board, Move, Square};
use leitai_core::{Rng, Seat};

/// The free squares that a side's amazons reach.
struct Reach {
    runs: [(Square, [u8; 8]); 4],
    count: usize,
}

impl Reach {
    fn of(board: &Board, seat: Seat) -> Reach {
        let mut amazons = board.amazons(seat);
        let mut count = 0;
        let runs = std::array::from_fn(|_| {
            let square = amazons.next().unwrap_or_else(|| unreachable!("each side has four amazons"));
            let runs = rays::runs(board.taken(), square);
            count += total(runs);
            (square, runs)
        });
        Reach { runs, count }
    }

    /// The amazon's move with the given number, as from and to. Requires a number below `count`.
    fn way(&self, mut number: usize) -> (Square, Square) {
        for (from, runs) in self.runs {
            if number < total(runs) {
                return (from, nth(from, runs, number));
            }
            number -= total(runs);
        }
        unreachable!("there are {} ways", self.count)
    }
}

impl Board {
    /// Draws a move of the side to move, **uniformly over its moves**; `None` if it has none.
    ///
    /// First draws an amazon's move, then a number below an upper bound on its arrows. If no arrow has that
    /// number, both are drawn again, so moves with more arrows come up proportionally more often.
    pub(crate) fn uniform_move(&self, rng: &mut Rng) -> Option<Move> {
        let reach = Reach::of(self, self.mover());
        if reach.count == 0 {
            return None;
        }
        // Towards the end few squares are left for an arrow: all free ones, plus the one the amazon left,
        // minus the one it now occupies.
        let bound = MOST.min(self.taken().count_zeros() as usize);
        loop {
            let (from, to) = reach.way(rng.below(reach.count));
            let runs = rays::runs(self.taken_without(from), to);
            let number = rng.below(bound);
            if number < total(runs) {
                return Some(Move::new(from, to, nth(to, runs, number)));
            }
        }
    }
}

/// The total number of squares on the runs.
fn total(runs: [u8; 8]) -> usize {
    runs.into_iter().map(usize::from).sum()
}

/// The square with the given number on the runs from a square. Requires a number below their total.
fn nth(from: Square, runs: [u8; 8], mut number: usize) -> Square {
    for (direction, run) in runs.into_iter().enumerate() {
        if number < usize::from(run) {
            return rays::along(from, direction, number + 1);
        }
        number -= usize::from(run);
    }
    unreachable!("the runs have {} squares", total(runs))
}
