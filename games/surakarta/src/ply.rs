//! A move: from where to where.

use crate::Point;

/// A move of one stone. Paths are no part of it: a capture that several tracks lead to is one move, and
/// whether it is a step or a capture is told by what stands at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ply {
    /// Where the stone stands.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
}

impl Ply {
    /// What a step changes among its side's stones.
    pub(crate) const fn bits(self) -> u64 {
        self.from.bit() ^ self.to.bit()
    }
}
