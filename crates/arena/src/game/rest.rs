//! What is known of a seat's program while it is not asked.

use std::time::{Duration, Instant};

/// A seat's program during the opponent's turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Rest {
    /// Its processor time when it came to rest, if it was sampled.
    pub(super) since: Option<Duration>,
    /// Processor time when it was stopped, first and last; none while it is not.
    pub(super) held: Option<[Duration; 2]>,
    /// Has it ever worked during the opponent's turn?
    pub(super) suspect: bool,
    /// Processor time it used after it was stopped, over the opponent's finished turns.
    pub(super) stolen: Duration,
    /// How long its own last turn took.
    pub(super) took: Duration,
    /// The next look is due then.
    pub(super) unseen: Option<Instant>,
    /// Has it answered and not been seen asleep since?
    pub(super) stirs: bool,
    /// How often in a row it did not come to rest when it was waited for.
    pub(super) restless: u32,
}

impl Rest {
    /// Is it running freely?
    pub(super) fn is_free(&self) -> bool {
        self.held.is_none()
    }
}
