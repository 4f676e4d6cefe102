//! The board's size.

use crate::square::Square;
use leitai_board::Grid;

/// The board's size, which also determines the starting position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Size {
    /// 10×10, a4 d1 g1 j4 against a7 d10 g10 j7.
    #[default]
    Ten,
    /// 8×8, a3 c1 f1 h3 against a6 c8 f8 h6.
    Eight,
}

impl Size {
    /// Squares on a side.
    pub const fn side(self) -> u8 {
        match self {
            Size::Ten => 10,
            Size::Eight => 8,
        }
    }

    /// The board as a grid, its rows counted from the top.
    pub(crate) const fn grid(self) -> Grid {
        Grid::new(self.side(), self.side()).with_small_letters()
    }

    /// The square of column `x` from the left and row `y` from the **top**; `None` off the board.
    pub(crate) fn square(self, x: u8, y: u8) -> Option<Square> {
        if x < self.side() { Square::new(x, (self.side() - 1).checked_sub(y)?) } else { None }
    }

    /// The number of a square, row by row from the top left. Requires a square of the board.
    pub(crate) const fn index(self, square: Square) -> u16 {
        self.grid().index(square.x(), self.row(square))
    }

    /// Row of a square from the top, 0 at the top. Requires a square of the board.
    pub(crate) const fn row(self, square: Square) -> u8 {
        self.side() - 1 - square.y()
    }

    /// The squares of the board.
    pub(crate) const fn squares(self) -> u128 {
        let mut squares = 0;
        let mut y = 0;
        while y < self.side() {
            squares |= ((1 << self.side()) - 1) << (Square::SIDE * y);
            y += 1;
        }
        squares
    }

    /// The starting amazons of First and of Second, mirror images of each other top to bottom.
    pub(crate) fn start(self) -> [u128; 2] {
        let last = self.side() - 1;
        let near = last / 3;
        let corner = |x: u8, y: u8| Square::new(x, y).map_or(0, Square::bit);
        let rows = |bottom: u8, side: u8| {
            [(near, bottom), (last - near, bottom), (0, side), (last, side)].map(|(x, y)| corner(x, y))
        };
        let all = |parts: [u128; 4]| parts.into_iter().fold(0, |all, part| all | part);
        [all(rows(0, near)), all(rows(last, last - near))]
    }
}

impl Square {
    /// Every square of a board, row by row from the bottom.
    pub fn all(size: Size) -> impl Iterator<Item = Square> {
        let side = size.side();
        (0..side).flat_map(move |y| (0..side).map(move |x| Square::at(usize::from(Self::SIDE * y + x))))
    }
}
