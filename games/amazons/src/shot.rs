//! A move with its arrow.

use crate::Square;
use std::num::NonZeroU32;

/// A queen's move and the arrow shot from where it ends, as one indivisible move. Takes four bytes, with one
/// bit always set, so that an optional move takes no more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

/// A bit above those of the three squares.
const MARK: NonZeroU32 = NonZeroU32::new(1 << 24).unwrap();
const TO: u32 = 8;
const ARROW: u32 = 16;

impl Move {
    /// Joins any three squares; whether a queen can move that way is up to the rules.
    pub fn new(from: Square, to: Square, arrow: Square) -> Move {
        Move::shot(from, to).aim(arrow.index() as u32)
    }

    /// A move whose arrow has not been aimed yet.
    pub(crate) fn shot(from: Square, to: Square) -> Move {
        Move(MARK | from.index() as u32 | (to.index() as u32) << TO)
    }

    /// Adds the arrow to a shot. Requires a move from `shot`, and the index of a square.
    pub(crate) fn aim(self, arrow: u32) -> Move {
        Move(self.0 | arrow << ARROW)
    }

    /// The square the amazon left.
    pub const fn from(self) -> Square {
        Square::at((self.0.get() & 0xff) as usize)
    }

    /// The square the amazon moved to.
    pub const fn to(self) -> Square {
        Square::at((self.0.get() >> TO & 0xff) as usize)
    }

    /// The square the arrow landed on.
    pub const fn arrow(self) -> Square {
        Square::at((self.0.get() >> ARROW & 0xff) as usize)
    }
}
