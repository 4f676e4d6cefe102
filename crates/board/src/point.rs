//! The crossings of the board.

use crate::read_place;
use crate::signs::write_place;
use std::fmt;

/// One crossing of the 9×9 frame that every board lies in. `x` counts columns from the left, `y` rows from
/// the **bottom**, both from 0, so that a point and its text mean the same on boards of every size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The number of columns, and of rows, of the largest board.
    pub const SIDE: u8 = 9;
    /// The number of bits from one row to the next: one more than the points in a row. The bit between two
    /// rows is never set, so that points never neighbour each other across an edge.
    pub const STRIDE: u8 = Self::SIDE + 1;

    /// The crossing of column `x` from the left and row `y` from the bottom; `None` outside the frame.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < Self::SIDE && y < Self::SIDE { Some(Point(y * Self::STRIDE + x)) } else { None }
    }

    /// All 81, row by row from the bottom left.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Self::SIDE).flat_map(|y| (0..Self::SIDE).filter_map(move |x| Point::new(x, y)))
    }

    /// Column from the left, 0–8.
    pub const fn x(self) -> u8 {
        self.0 % Self::STRIDE
    }

    /// Row from the bottom, 0–8.
    pub const fn y(self) -> u8 {
        self.0 / Self::STRIDE
    }

    /// The crossing [written](Point#impl-Display-for-Point) as `name`, its letter in either case.
    pub fn named(name: &str) -> Option<Point> {
        read_place(name).and_then(|(x, y)| Point::new(x, y))
    }

    /// Its bit in a set of points.
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// The inverse of [`bit`](Point::bit). Requires the bit of a point.
    pub const fn of_bit(bit: u8) -> Point {
        Point(bit)
    }
}

/// Writes the column, A–I, and the row from the bottom, 1–9: E5.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        write_place(self.x(), self.y(), &mut name);
        f.write_str(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_coordinates() {
        assert_eq!(Point::all().count(), 81);
        for point in Point::all() {
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
            assert_eq!(Point::named(&point.to_string()), Some(point));
        }
        for (x, y) in [(9, 0), (0, 9), (u8::MAX, 1), (1, u8::MAX)] {
            assert_eq!(Point::new(x, y), None);
        }
        assert_eq!(Point::named("e5"), Point::new(4, 4));
        assert_eq!(["A0", "A10", "J1", "I", ""].map(Point::named), [None; 5]);
    }
}
