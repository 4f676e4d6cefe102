//! What one player may use, and what only its own program is told.

use leitai_core::Clock;
use leitai_sandbox::Size;
use std::num::NonZeroU64;

/// What one player may use and is told, in addition to the conditions that apply to both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// Its time limits.
    pub clock: Clock,
    /// Memory of its program, if different from that of the conditions.
    pub memory: Option<Size>,
    /// The maximum number of nodes per turn if it is a built-in player; other programs are not told.
    pub nodes: Option<NonZeroU64>,
    /// Settings for its own program, by name and value, which its dialect can express; a table rejects others.
    pub settings: Vec<(String, String)>,
    /// Whether its program stays running from game to game of a series, if its dialect can express that. It is still
    /// restarted after a fault, after a game that did not begin, and when it exited of its own accord.
    pub stays: bool,
}

impl From<Clock> for Allowance {
    fn from(clock: Clock) -> Allowance {
        Allowance { clock, ..Allowance::default() }
    }
}
