//! Whether a program waits for more input than it was sent.

use std::time::{Duration, Instant};

/// Whether a program waits for more input than it was sent.
#[derive(Clone, Copy)]
pub(super) enum Input {
    /// It was started for this request, and may have been waiting since this time, with this much processor time used.
    Fresh(Option<(Instant, Duration)>),
    /// It has answered, or what there was to do has been done.
    Settled,
}
