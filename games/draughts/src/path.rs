//! A move as the list of every square that the piece visits.

use crate::Square;

/// Most squares on a path: at most twelve pieces can be jumped. (The true bound on this board is nine: a jump
/// joins two of the eight squares that one piece can ever reach by jumping, and there are nine such pairs.)
const MOST: usize = 13;

/// A whole move: the squares visited in order, including the start, 2 to 13 of them. Two paths with the same
/// end are two moves. A path need not be legal; [`check`](leitai_core::State::check) decides that.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    // Unused squares are zero, so that comparing fields compares paths.
    squares: [Square; MOST],
    len: u8,
}

impl Path {
    /// The path over these squares; `None` if there are fewer than two or more than thirteen.
    pub fn new(squares: &[Square]) -> Option<Path> {
        let mut path = Path { squares: [Square::default(); MOST], len: squares.len() as u8 };
        if squares.len() < 2 {
            return None;
        }
        path.squares.get_mut(..squares.len())?.copy_from_slice(squares);
        Some(path)
    }

    /// A single step or jump.
    pub(crate) fn leg(from: Square, to: Square) -> Path {
        let mut path = Path::at(from);
        path.push(to);
        path
    }

    /// The start of a path.
    pub(crate) fn at(from: Square) -> Path {
        let mut squares = [Square::default(); MOST];
        squares[0] = from;
        Path { squares, len: 1 }
    }

    pub(crate) fn push(&mut self, to: Square) {
        self.squares[usize::from(self.len)] = to;
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) {
        self.len -= 1;
        self.squares[usize::from(self.len)] = Square::default();
    }

    /// The squares in order, including the start.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// The square the piece starts from.
    pub const fn from(&self) -> Square {
        self.squares[0]
    }

    /// The square the piece ends on.
    pub const fn to(&self) -> Square {
        self.squares[self.len as usize - 1]
    }

    /// How many pieces the path jumps. It is a capture if its first leg spans two rows.
    pub const fn captures(&self) -> usize {
        if self.squares[0].row().abs_diff(self.squares[1].row()) == 2 { self.len as usize - 1 } else { 0 }
    }
}
