//! Squares, and the eight directions in which a queen moves.

/// A square of the 10×10 board: `x` counts columns from the left, `y` rows from the **bottom**, both from 0.
/// A smaller board occupies the corner at a1, so a square has the same name on every board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Squares on a side of the largest board.
    pub const SIDE: u8 = 10;
    /// Squares of the largest board.
    pub const COUNT: usize = 100;

    /// The square of column `x` from the left and row `y` from the bottom; `None` off the largest board.
    pub const fn new(x: u8, y: u8) -> Option<Square> {
        if x < Self::SIDE && y < Self::SIDE { Some(Square(Self::SIDE * y + x)) } else { None }
    }

    /// The square with an index, which must be below [`COUNT`](Square::COUNT).
    pub(crate) const fn at(index: usize) -> Square {
        debug_assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// Column from the left, 0–9.
    pub const fn x(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// Row from the bottom, 0–9.
    pub const fn y(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// `10 y + x`, 0–99.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square's bit in a set of squares.
    pub(crate) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The direction and number of king's steps from here to `other`, if both lie on a queen's line.
    pub(crate) const fn line_to(self, other: Square) -> Option<(usize, u8)> {
        let (dx, dy) = (other.x() as i8 - self.x() as i8, other.y() as i8 - self.y() as i8);
        if (dx == 0 && dy == 0) || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let stride = Self::SIDE as i8 * dy.signum() + dx.signum();
        let mut direction = 0;
        while STRIDES[direction] != stride {
            direction += 1;
        }
        let steps = if dx == 0 { dy.abs() } else { dx.abs() };
        Some((direction, steps as u8))
    }
}

/// Index offsets from a square to its neighbours: east, north-west, north, north-east, then the opposites.
/// The first four increase the index.
pub(crate) const STRIDES: [i8; 8] = [1, 9, 10, 11, -1, -9, -10, -11];

/// The squares of a set, in order of index.
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            square
        })
    })
}
