//! The points (line crossings) of the board.

use std::num::NonZeroU16;

/// One of the 361 crossings. `x` counts columns from the left, `y` rows from the **top**, both from 0;
/// [`index`](Point::index) is `19 y + x`.
///
/// Stored as one more than the point's bit in a [`Stones`](crate::Stones), so that an optional point takes no
/// more space than a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);

impl Point {
    /// Points on a side of the board.
    pub const SIDE: u16 = 19;
    /// Points on the board.
    pub const COUNT: u16 = Self::SIDE * Self::SIDE;
    /// Bits from one row to the next: one more than the points in a row. The bit between two rows is never
    /// set, so that no line continues over the edge.
    pub(crate) const STRIDE: u16 = Self::SIDE + 1;

    /// The crossing of column `x` from the left and row `y` from the top; `None` off the board.
    pub const fn new(x: u16, y: u16) -> Option<Point> {
        if x < Self::SIDE && y < Self::SIDE { Some(Self::of_bit(y * Self::STRIDE + x)) } else { None }
    }

    /// The crossing with that index, row by row from the top left; `None` from 361 on.
    pub const fn at(index: u16) -> Option<Point> {
        Self::new(index % Self::SIDE, index / Self::SIDE)
    }

    /// All 361 points, in order of index.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Self::COUNT).filter_map(Point::at)
    }

    /// Column from the left, 0–18.
    pub const fn x(self) -> u16 {
        self.bit() % Self::STRIDE
    }

    /// Row from the top, 0–18.
    pub const fn y(self) -> u16 {
        self.bit() / Self::STRIDE
    }

    /// `19 y + x`, 0–360.
    pub const fn index(self) -> u16 {
        self.bit() - self.y()
    }

    /// The point's bit in a [`Stones`](crate::Stones): `20 y + x`.
    pub(crate) const fn bit(self) -> u16 {
        self.0.get() - 1
    }

    /// The inverse of [`bit`](Point::bit). Requires the bit of a point of the board.
    pub(crate) const fn of_bit(bit: u16) -> Point {
        Point(NonZeroU16::MIN.saturating_add(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_index_and_its_coordinates() {
        assert_eq!(Point::all().count(), 361);
        for (i, point) in Point::all().enumerate() {
            assert_eq!(usize::from(point.index()), i);
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
        }
        for (x, y) in [(19, 0), (0, 19), (u16::MAX, 1), (1, u16::MAX)] {
            assert_eq!(Point::new(x, y), None);
        }
        assert_eq!(Point::at(361), None);
    }
}
