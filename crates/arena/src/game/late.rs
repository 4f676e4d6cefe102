//! What a program was doing when its time ran out.

use std::time::Duration;

/// A program whose time ran out, as the stage saw it then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    /// The time that it used.
    pub used: Duration,
    /// Its processor time in that time; `None` where this is not measured.
    pub work: Option<Duration>,
    /// Whether it had input left to read.
    pub unread: bool,
    /// Whether it had begun a line without ending it.
    pub unended: bool,
    /// Whether it showed a window.
    pub shows_a_window: bool,
}
