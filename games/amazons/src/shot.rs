//! A move with its arrow.

use crate::Square;
use std::num::NonZeroU32;

/// A queen's move and the arrow shot from its end: one move, which cannot be split. Four bytes, one bit of
/// which is always set, so that an optional move is as small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

/// Above the three squares.
const MARK: NonZeroU32 = NonZeroU32::new(1 << 24).unwrap();
const TO: u32 = 8;
const ARROW: u32 = 16;

impl Move {
    /// Any three squares; whether a queen goes so is the law's business.
    pub fn new(from: Square, to: Square, arrow: Square) -> Move {
        Move::shot(from, to).aim(arrow.index() as u32)
    }

    /// The move before its arrow is aimed.
    pub(crate) fn shot(from: Square, to: Square) -> Move {
        Move(MARK | from.index() as u32 | (to.index() as u32) << TO)
    }

    /// The shot with its arrow. Requires a shot, and the index of a square.
    pub(crate) fn aim(self, arrow: u32) -> Move {
        Move(self.0 | arrow << ARROW)
    }

    /// Where the amazon stood.
    pub const fn from(self) -> Square {
        Square::at((self.0.get() & 0xff) as usize)
    }

    /// Where it went.
    pub const fn to(self) -> Square {
        Square::at((self.0.get() >> TO & 0xff) as usize)
    }

    /// Where its arrow lies.
    pub const fn arrow(self) -> Square {
        Square::at((self.0.get() >> ARROW & 0xff) as usize)
    }
}
