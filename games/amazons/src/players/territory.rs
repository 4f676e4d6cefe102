//! Who reaches a square first, in moves of a queen (Lieberum's t1, 2005).

use crate::Board;
use leitai_core::Seat;

/// A square reached first, in units of the value.
const SQUARE: i32 = 64;
/// A square both reach in as many moves, for the side on turn.
const TIE: i32 = 12;

/// What the position is worth for `seat`: squares that it reaches first, less those that the other does; and
/// among positions equal in that, squares reached soon.
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

/// The squares reached in so many moves.
struct Wave {
    /// In exactly so many.
    front: u128,
    /// In at most so many, or taken.
    seen: u128,
    free: u128,
}

impl Wave {
    fn of(board: &Board, seat: Seat) -> Wave {
        Wave { front: board.amazon_set(seat), seen: board.taken(), free: !board.taken() }
    }

    /// One move more.
    fn spread(&mut self) {
        // Bits leave the board over its sides by one column only: a step east never ends in column a.
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

/// Every square that steps lead to before one that is not free.
fn slide(from: u128, free: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut reached = 0;
    let mut front = step(from) & free;
    while front != 0 {
        reached |= front;
        front = step(front) & free;
    }
    reached
}
