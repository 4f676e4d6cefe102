//! A move, given by its two end points.

use crate::Point;

/// A move of one stone. Paths are not part of a move: a capture that is possible along several tracks is one
/// move, and whether a move is a step or a capture depends on what stands at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ply {
    /// The point where the stone stands.
    pub from: Point,
    /// The point where the stone goes.
    pub to: Point,
}

impl Ply {
    /// The bits that a move flips among its side's stones.
    pub(crate) const fn bits(self) -> u64 {
        self.from.bit() ^ self.to.bit()
    }
}
