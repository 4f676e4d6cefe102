//! What is known of a seat's program while it is not asked.

use std::time::{Duration, Instant};

/// One seat's program while it is not asked.
#[derive(Clone, Copy, Default)]
pub(super) struct Rest {
    /// Its processor time when it came to rest, if that was looked at.
    pub(super) since: Option<Duration>,
    /// Processor time when it was stopped, first and last; none while it is not.
    pub(super) held: Option<[Duration; 2]>,
    /// Did it ever work while it was not asked?
    pub(super) suspect: bool,
    /// What it used after it was stopped, in the turns of the other that are over.
    pub(super) stolen: Duration,
    /// How long its own last turn took.
    pub(super) took: Duration,
    /// Until then no look is due.
    pub(super) unseen: Option<Instant>,
}

impl Rest {
    /// Is it not stopped?
    pub(super) fn is_free(&self) -> bool {
        self.held.is_none()
    }
}
