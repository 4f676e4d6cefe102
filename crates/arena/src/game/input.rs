//! Whether a program waits for more than it was sent.

use std::time::{Duration, Instant};

/// Whether a program waits for more than it was sent.
#[derive(Clone, Copy)]
pub(super) enum Input {
    /// It was started for what it is asked, and may be waiting since then, with so much processor time used.
    Fresh(Option<(Instant, Duration)>),
    /// It has answered, or what there was to do is done.
    Settled,
}
