//! The options of the law: how large the board is.

use leitai_board::{Grid, Point, Points};

/// A board's width and height, 1–9 each; by default 9×9. A smaller board is the lower left corner of the
/// largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    width: u8,
    height: u8,
}

impl Rules {
    /// A board so wide and so high; none outside 1–9.
    pub const fn new(width: u8, height: u8) -> Option<Rules> {
        let fits = 0 < width && width <= Point::SIDE && 0 < height && height <= Point::SIDE;
        if fits { Some(Rules { width, height }) } else { None }
    }

    /// Columns of the board.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows of the board.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The board, its rows counted from the top.
    pub(crate) const fn grid(self) -> Grid {
        Grid::new(self.width, self.height)
    }

    /// The point of column `x` from the left and row `y` from the **top**; none off the board.
    pub(crate) fn point(self, x: u8, y: u8) -> Option<Point> {
        let y = (self.height - 1).checked_sub(y)?;
        Point::new(x, y).filter(|point| self.has(*point))
    }

    /// The number of a point, row by row from the top left. Requires a point of the board.
    pub(crate) const fn index(self, point: Point) -> u16 {
        self.grid().index(point.x(), self.height - 1 - point.y())
    }

    /// Does the point lie on the board?
    pub const fn has(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// Every point of the board.
    pub fn board(self) -> Points {
        Point::all().filter(|point| self.has(*point)).collect()
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { width: Point::SIDE, height: Point::SIDE }
    }
}
