//! What one player may use, and what its program alone is told.

use leitai_core::Clock;
use leitai_sandbox::Size;
use std::num::NonZeroU64;

/// What one player may use and is told, besides the conditions that hold for both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// Its time limits.
    pub clock: Clock,
    /// Memory of its program, if not that of the conditions.
    pub memory: Option<Size>,
    /// Nodes that it searches at most in a turn, if it is a built-in player; others are not told.
    pub nodes: Option<NonZeroU64>,
    /// Settings of its program's own, name and value, which its dialect has words for; a table refuses others.
    pub settings: Vec<(String, String)>,
    /// Whether its program stays from game to game of a series, if its dialect has words for that. It is started anew all the
    /// same after a fault, after a game that did not begin, and when it left by itself.
    pub stays: bool,
}

impl From<Clock> for Allowance {
    fn from(clock: Clock) -> Allowance {
        Allowance { clock, ..Allowance::default() }
    }
}
