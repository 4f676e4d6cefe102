//! Squares of the 8×8 board.

/// A square, numbered 8 × row + column, with row 0 at the top and column 0 at the left. Only dark squares are
/// used in play, but a program may name any square: the rules have a separate refusal for light ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Square(u8);

impl Square {
    /// The square of that row and column; `None` outside 0–7.
    pub const fn new(row: u8, column: u8) -> Option<Square> {
        if row < 8 && column < 8 { Some(Square(8 * row + column)) } else { None }
    }

    /// All 64 squares, row by row from the top.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The square's number, 0–63.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square's row, 0–7 from the top.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The square's column, 0–7 from the left.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Whether it is one of the 32 squares used in play (row + column odd).
    pub const fn is_dark(self) -> bool {
        (self.row() + self.column()) % 2 == 1
    }

    /// The dark square with that number, 0–31 row by row from the top.
    pub(crate) const fn dark(number: usize) -> Square {
        let row = number as u8 / 4 % 8;
        Square(number as u8 * 2 % 64 + (row + 1) % 2)
    }

    /// The square's number among the dark squares; a light square shares the number of its dark neighbour in the row.
    pub(crate) const fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The square in its place when the board is turned by 180°.
    pub(crate) const fn turned(self) -> Square {
        Square(63 - self.0)
    }

    /// The bit for [`number`](Square::number).
    pub(crate) const fn bit(self) -> u32 {
        1 << (self.0 >> 1)
    }

    /// The square halfway to one a jump away.
    pub(crate) const fn halfway(self, to: Square) -> Square {
        Square(u8::midpoint(self.0, to.0))
    }
}
