//! Sets of squares as searches keep them: rows are eleven bits apart, so that a step over the left or right edge ends on a
//! bit that is never free, and no shift needs a mask.

use crate::square::{Square, squares};

/// The number of bits from one row to the next.
const ROW: u32 = 11;
/// The number of bits that squares occupy.
pub(super) const BITS: usize = 110;

/// The bit of a square.
pub(super) const fn bit(square: Square) -> u8 {
    square.y() * ROW as u8 + square.x()
}

/// The square of a bit. Requires the bit of a square.
pub(super) fn square(bit: u8) -> Square {
    Square::new(bit % ROW as u8, bit / ROW as u8).expect("a bit of a square")
}

/// Converts a set of squares.
pub(super) fn set(of: u128) -> u128 {
    squares(of).fold(0, |set, square| set | 1 << bit(square))
}

/// The bits of a set, lowest first.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}

/// The squares of a set and those one king's step away, including bits off the board.
#[inline]
pub(super) const fn near(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << ROW | row >> ROW
}

/// The open squares that queens on `from` reach over open squares. The eight directions advance together: one loop whose
/// end is guessed wrong once costs less than eight.
#[inline]
pub(super) fn queens(from: u128, open: u128) -> u128 {
    let mut ways = steps([from; 8], open);
    let mut reached = 0;
    loop {
        let last = ways.into_iter().fold(0, |all, way| all | way);
        reached |= last;
        if last == 0 {
            return reached;
        }
        ways = steps(ways, open);
    }
}

/// One step in each direction, to open squares.
#[inline]
fn steps([e, w, n, s, ne, sw, nw, se]: [u128; 8], open: u128) -> [u128; 8] {
    [
        e << 1 & open,
        w >> 1 & open,
        n << ROW & open,
        s >> ROW & open,
        ne << (ROW + 1) & open,
        sw >> (ROW + 1) & open,
        nw << (ROW - 1) & open,
        se >> (ROW - 1) & open,
    ]
}

/// All squares of `within` that are connected with `from` by king's steps inside `within`, and `from` itself.
#[inline]
pub(super) fn flood(from: u128, within: u128) -> u128 {
    let mut all = from;
    loop {
        let more = all | near(all) & within;
        if more == all {
            return all;
        }
        all = more;
    }
}
