//! What a program was doing when its time ran out.

use super::RunningGame;
use super::cpu_account::Work;
use crate::chair::Chair;
use leitai_core::Seat;
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

impl RunningGame<'_> {
    /// What a program whose time ran out was doing.
    pub(super) fn seen_late(&self, seat: Seat, used: Duration, work: Option<Work>) -> Option<Late> {
        let Chair::Program(process) = &self.chairs[seat.index()] else { return None };
        let unended = !process.has_more() && !process.inbox.half().is_empty();
        Some(Late { used, work, unread: process.stdin.has_unread(), unended })
    }
}
