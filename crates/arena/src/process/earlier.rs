//! The resources a process had used before its game.

use std::time::Duration;

/// The resources a process had used when a game began for it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Earlier {
    /// Number of games that it played before.
    pub(crate) games: u32,
    /// Processor time.
    pub(crate) cpu: Duration,
}
