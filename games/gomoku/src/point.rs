//! The points (line crossings) of the board.

use std::num::NonZeroU8;

/// One of the 225 crossings. `x` counts columns from the left, `y` rows from the **top**, both from 0;
/// [`index`](Point::index) is `15 y + x`.
///
/// Stored as `16 y + x + 1`, so that an optional point takes no more space than a point and no division is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU8);

const _: () = assert!(size_of::<Option<Point>>() == 1);

impl Point {
    /// Points on a side of the board.
    pub const SIDE: u8 = 15;
    /// Points on the board.
    pub const COUNT: u16 = Self::SIDE as u16 * Self::SIDE as u16;
    /// H8, 天元.
    pub const CENTRE: Point = Point::new(7, 7).expect("on the board");

    /// The crossing of column `x` from the left and row `y` from the top; `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < Self::SIDE && y < Self::SIDE {
            Some(Point(NonZeroU8::MIN.saturating_add(16 * y + x)))
        } else {
            None
        }
    }

    /// All 225 points, in order of index.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Self::SIDE).flat_map(|y| (0..Self::SIDE).filter_map(move |x| Point::new(x, y)))
    }

    /// Column from the left, 0–14.
    pub const fn x(self) -> u8 {
        (self.0.get() - 1) % 16
    }

    /// Row from the top, 0–14.
    pub const fn y(self) -> u8 {
        (self.0.get() - 1) / 16
    }

    /// `15 y + x`, 0–224.
    pub const fn index(self) -> u16 {
        Self::SIDE as u16 * self.y() as u16 + self.x() as u16
    }

    /// `16 y + x`: a cell of a board whose rows are 16 wide, so that steps are additions.
    pub(crate) const fn cell(self) -> u8 {
        self.0.get() - 1
    }

    /// The point of a [`cell`](Point::cell); `None` if the cell is off the board.
    pub(crate) const fn of_cell(cell: u8) -> Option<Point> {
        Point::new(cell % 16, cell / 16)
    }

    /// The point `dx` columns to the right and `dy` rows down; `None` off the board.
    pub fn shifted(self, dx: i8, dy: i8) -> Option<Point> {
        Point::new(self.x().wrapping_add_signed(dx), self.y().wrapping_add_signed(dy))
    }

    /// The number of king's steps from the centre.
    pub const fn ring(self) -> u8 {
        let (dx, dy) = (self.x().abs_diff(7), self.y().abs_diff(7));
        if dx > dy { dx } else { dy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_index_and_its_coordinates() {
        assert_eq!(Point::all().count(), 225);
        for (i, point) in Point::all().enumerate() {
            assert_eq!(usize::from(point.index()), i);
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
        }
        for (x, y) in [(15, 0), (0, 15), (255, 1), (1, 255)] {
            assert_eq!(Point::new(x, y), None);
        }
        assert_eq!(Point::all().filter(|point| point.ring() <= 2).count(), 25);
        assert_eq!(format!("{:?}", Point::CENTRE), "H8");
    }
}
