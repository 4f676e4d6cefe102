//! What is known about a seat's program while it is not asked.

use std::time::{Duration, Instant};

/// A seat's program during the opponent's turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Rest {
    /// Its processor time when it came to rest, if it was sampled.
    pub(super) since: Option<Duration>,
    /// Its processor time when it was stopped, and when it was last stopped again; `None` while it is not stopped.
    pub(super) held: Option<[Duration; 2]>,
    /// Whether it has ever computed during the opponent's turn.
    pub(super) suspect: bool,
    /// Processor time it used while stopped, summed over the opponent's finished turns.
    pub(super) stolen: Duration,
    /// How long its own last turn took.
    pub(super) took: Duration,
    /// When the next check is due.
    pub(super) unseen: Option<Instant>,
    /// Set once it has answered, until it is next seen asleep.
    pub(super) stirs: bool,
    /// How many times in a row it did not come to rest when waited for.
    pub(super) restless: u32,
}

impl Rest {
    /// Whether it is running freely.
    pub(super) fn is_free(&self) -> bool {
        self.held.is_none()
    }
}
