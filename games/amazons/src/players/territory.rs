//! Territory: which side reaches a square first, in queen moves (Lieberum's t1, 2005).

use crate::Board;
use leitai_core::Seat;

/// Value of a square that one side reaches first.
const SQUARE: i32 = 64;
/// Value, for the side to move, of a square that both sides reach in the same number of moves.
const TIE: i32 = 12;

/// The value of the position for `seat`: squares it reaches first, minus those the opponent reaches first.
/// Between positions equal in that, squares reached soon count.
pub(crate) fn value(board: &Board, seat: Seat) -> i32 {
    let mut mine = Wave::of(board, seat);
    let mut theirs = Wave::of(board, seat.other());
    let tie = if board.mover() == seat { TIE } else { -TIE };
    let mut value = 0;
    // A square reached in one move counts 8 more, in two moves 4.
    let mut soon = 8;
    while mine.front != 0 || theirs.front != 0 {
        mine.spread();
        theirs.spread();
        let count = |set: u128| set.count_ones() as i32;
        value += SQUARE * (count(mine.front & !theirs.seen) - count(theirs.front & !mine.seen));
        value += tie * count(mine.front & theirs.front);
        value += soon * (count(mine.front) - count(theirs.front));
        soon /= 2;
    }
    value
}

/// The squares that one side reaches in a given number of moves.
struct Wave {
    /// Reached in exactly that many moves.
    front: u128,
    /// Reached in at most that many moves, or taken.
    seen: u128,
    free: u128,
}

impl Wave {
    fn of(board: &Board, seat: Seat) -> Wave {
        Wave { front: board.amazon_set(seat), seen: board.taken(), free: !board.taken() }
    }

    /// Advances the wave by one move.
    fn spread(&mut self) {
        // A sideways step that leaves the board re-enters one column over, on the opposite edge: a step east
        // never legitimately ends in column a, nor a step west in column j.
        let east = self.free & !COLUMN_A;
        let west = self.free & !COLUMN_J;
        let from = self.front;
        let reached = slide(from, self.free, |set| set << 10)
            | slide(from, self.free, |set| set >> 10)
            | slide(from, east, |set| set << 1)
            | slide(from, west, |set| set >> 1)
            | slide(from, east, |set| set << 11)
            | slide(from, west, |set| set >> 11)
            | slide(from, west, |set| set << 9)
            | slide(from, east, |set| set >> 9);
        self.front = reached & !self.seen;
        self.seen |= self.front;
    }
}

const COLUMN_A: u128 = column(0);
const COLUMN_J: u128 = column(9);

const fn column(x: u32) -> u128 {
    let mut column = 0;
    let mut y = 0;
    while y < 10 {
        column |= 1 << (10 * y + x);
        y += 1;
    }
    column
}

/// All squares reached by repeating `step` until the next square is not free.
fn slide(from: u128, free: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut reached = 0;
    let mut front = step(from) & free;
    while front != 0 {
        reached |= front;
        front = step(front) & free;
    }
    reached
}
