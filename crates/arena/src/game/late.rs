//! What a program was doing when its time ran out.

use super::cpu_account::Work;
use std::time::Duration;

/// A program whose time ran out, as the stage saw it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    /// The time that it used.
    pub used: Duration,
    /// What it did meanwhile; none where it is not measured.
    pub work: Option<Work>,
    /// It had not read all that it was sent.
    pub unread: bool,
    /// It had begun a line and not ended it.
    pub unended: bool,
}
