//! The options of the rules: the size of the board.

use leitai_board::{Grid, Point, Points};

/// A board's width and height, 1–9 each; by default 9×9. A smaller board is the lower left corner of the
/// largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    width: u8,
    height: u8,
}

impl Rules {
    /// A board of that width and height; `None` if either is outside 1–9.
    pub const fn new(width: u8, height: u8) -> Option<Rules> {
        let fits = 0 < width && width <= Point::SIDE && 0 < height && height <= Point::SIDE;
        if fits { Some(Rules { width, height }) } else { None }
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The board as a grid, whose rows are counted from the top.
    pub(crate) const fn grid(self) -> Grid {
        Grid::new(self.width, self.height)
    }

    /// The point in column `x` from the left and row `y` from the **top**; `None` off the board.
    pub(crate) fn point(self, x: u8, y: u8) -> Option<Point> {
        let y = (self.height - 1).checked_sub(y)?;
        Point::new(x, y).filter(|point| self.has(*point))
    }

    /// The number of a point, row by row from the top left. The point must be on the board.
    pub(crate) const fn index(self, point: Point) -> u16 {
        self.grid().index(point.x(), self.height - 1 - point.y())
    }

    /// Whether the point lies on the board.
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
