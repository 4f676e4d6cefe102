//! Deadlines: the next one, and what happens to a game when one has passed.

use super::{Late, RunningGame, reason};
use crate::clocks::Passed;
use crate::speaker::Speaker;
use leitai_core::{Fault, Seat, Sentence, StageFault};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let starts = Seat::BOTH.into_iter().filter_map(|seat| self.start_deadline(seat));
        starts.chain(Seat::BOTH.into_iter().filter_map(|seat| self.clocks.deadline(seat))).min()
    }

    pub(super) fn check_time(&mut self, seat: Seat, now: Instant) {
        let is_past = |stage: &Self| {
            let deadlines = [stage.start_deadline(seat), stage.clocks.deadline(seat)];
            deadlines.into_iter().flatten().any(|at| now >= at)
        };
        if self.over().is_some() || !is_past(self) {
            return;
        }
        self.give_back(seat);
        if let Some(at) = self.start_deadline(seat).filter(|at| now >= *at) {
            self.did_not_get_ready(seat, now, now.saturating_duration_since(at));
        } else if let Some(passed) = self.clocks.passed(seat, now) {
            let work = self.work(seat);
            self.late = self.seen_late(seat, passed.used, work);
            let Passed { used, limit, of } = passed;
            let why = StageFault::Late { ply: self.table.plies() + 1, used, limit, of, worked: work };
            let reason = self.with_half(seat, why.said());
            let late = passed.used.saturating_sub(passed.limit + self.conditions.margin);
            self.disturbed = self.unheard(seat, passed.limit, late, now);
            self.fault(seat, Fault::TimeLimit, &reason, now);
        }
    }

    /// A sentence about a seat, with the unfinished line of its program, if any.
    pub(super) fn with_half(&self, seat: Seat, said: Sentence) -> Sentence {
        match self.seats[seat].speaker().map(Speaker::inbox) {
            Some(inbox) if !inbox.has_line() => reason::with_half(said, inbox.half()),
            _ => said,
        }
    }

    /// What a program was doing when its time ran out.
    pub(super) fn seen_late(&self, seat: Seat, used: Duration, work: Option<Duration>) -> Option<Late> {
        let process = self.seats[seat].program()?;
        let unended = !process.has_more() && !process.inbox.half().is_empty();
        let (unread, shows_a_window) = (process.stdin.has_unread(), process.cell.shows_a_window());
        Some(Late { used, work, unread, unended, shows_a_window })
    }
}
