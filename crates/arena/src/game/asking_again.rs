//! Programs that could not answer when they were asked, since they were not done with the turn before.

use super::RunningGame;
use leitai_core::Seat;
use std::time::{Duration, Instant};

/// How long after its complaint such a program is asked once more.
const MOMENT: Duration = Duration::from_millis(100);

impl RunningGame<'_> {
    /// Notes that a program is to be asked once more; its clock goes on.
    pub(super) fn ask_later(&mut self, seat: Seat, now: Instant) {
        self.seats[seat].asked_later.get_or_insert(now + MOMENT);
    }

    /// Asks programs once more for which it is time, unless they have answered, or are working after all.
    pub(super) fn ask_again(&mut self, now: Instant) {
        for seat in Seat::BOTH {
            if self.waits || self.seats[seat].asked_later.is_none_or(|at| now < at) {
                continue;
            }
            self.seats[seat].asked_later = None;
            if self.over().is_some() || !self.owes(seat) {
                continue;
            }
            let Some(process) = self.seats[seat].program_mut() else { continue };
            if !process.cell.sleeps() || process.has_more() {
                self.ask_later(seat, now);
                continue;
            }
            process.inbox.asked();
            self.table.ask_again(seat, &mut self.outbox);
            self.send();
        }
    }
}
