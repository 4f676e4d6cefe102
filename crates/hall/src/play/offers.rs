//! What the sides of a game of people offer each other.

use leitai_core::Seat;

/// What the sides of a game offer each other, at the ply at which they did.
#[derive(Clone, Copy, Default)]
pub(super) struct Offers {
    pub(super) draw: Option<(Seat, u32)>,
    pub(super) back: Option<(Seat, u32)>,
}
