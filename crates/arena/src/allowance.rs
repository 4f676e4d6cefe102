//! What one player may use.

use leitai_core::Clock;
use leitai_sandbox::Size;
use std::num::NonZeroU64;

/// What one player may use, besides the conditions that hold for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// Its time limits.
    pub clock: Clock,
    /// Memory of its program, if not that of the conditions.
    pub memory: Option<Size>,
    /// Nodes that it searches at most in a turn, if it is a built-in player; others are not told.
    pub nodes: Option<NonZeroU64>,
}

impl From<Clock> for Allowance {
    fn from(clock: Clock) -> Allowance {
        Allowance { clock, ..Allowance::default() }
    }
}
