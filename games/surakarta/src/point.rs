//! The crossings of the board.

use leitai_board::nth_bit;

/// One of the 36 crossings. `x` counts columns from the left, `y` rows from the **top**, both from 0;
/// [`index`](Point::index) is `6 y + x`. (Names count rows from the bottom: a1 is `x` 0, `y` 5.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Point(u8);

impl Point {
    /// The number of points on a side of the board.
    pub const SIDE: u8 = 6;
    /// The number of points on the board.
    pub const COUNT: u8 = Self::SIDE * Self::SIDE;
    /// Every point's bit.
    pub(crate) const BOARD: u64 = (1 << Self::COUNT) - 1;

    /// The top left corner.
    pub(crate) const ORIGIN: Point = Point(0);

    /// The crossing of column `x` from the left and row `y` from the top; `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < Self::SIDE && y < Self::SIDE { Some(Point(y * Self::SIDE + x)) } else { None }
    }

    /// All 36, row by row from the top left.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Self::COUNT).map(Point)
    }

    /// Column from the left, 0–5.
    pub const fn x(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// Row from the top, 0–5.
    pub const fn y(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// `6 y + x`, 0–35.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The bit of [`index`](Point::index).
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The points of a set of bits, by index. Only bits of points may be set.
#[inline]
pub(crate) fn points(mut bits: u64) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let point = (bits != 0).then(|| Point(bits.trailing_zeros() as u8))?;
        bits &= bits - 1;
        Some(point)
    })
}

/// The `n`-th point of a set of bits, counted from 0; `None` if there are fewer.
pub(crate) fn nth_point(bits: u64, n: u32) -> Option<Point> {
    nth_bit(&[bits], n).map(|bit| Point(bit as u8))
}
