//! Gives back to a turn what the machine took from it, while it runs: time is given back, games are not. A game is played
//! again only where the stage itself could not act.

use super::RunningGame;
use crate::chair::Chair;
use crate::core_time::{absence, is_worth_reading, unseen};
use leitai_core::{GIVEN_BACK, Seat};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// The limit that the seat is under now: of its start, or the nearest of its clock.
    fn limit(&self, seat: Seat) -> Option<Duration> {
        if self.seats[seat].is_ready { self.clocks.limit(seat) } else { self.seats[seat].start }
    }

    /// Extends the seat's deadline by what the machine has taken since it was asked, or since its program was executed, and
    /// was not given back yet. A person thinks without the machine, which takes nothing from them.
    pub(super) fn give_back(&mut self, seat: Seat) {
        // While its clock runs for the referee's word, it works on nothing.
        let rests = self.begun.is_some() && !self.owes(seat);
        if self.give_back_far(seat) || rests || self.seats[seat].program().is_none() {
            return;
        }
        let Some(limit) = self.limit(seat) else { return };
        let cpu = self.seats[seat].cpu();
        self.look_at_sleep(seat, cpu, Instant::now());
        let Some(reading) = self.core_watch.read(&mut self.seats)[seat] else { return };
        let more = self.core_watch.turns[seat].give(&reading, limit);
        if !more.is_zero() {
            self.excuse(seat, more);
        }
    }

    /// As [`give_back`](RunningGame::give_back), before the time of an answer is taken; not where it came at once.
    pub(super) fn settle_time(&mut self, seat: Seat, now: Instant) {
        let starts = self.since(seat).filter(|_| !self.seats[seat].is_ready);
        let spent =
            starts.map_or_else(|| self.clocks.spent(seat, now), |since| now.saturating_duration_since(since));
        if is_worth_reading(spent) {
            self.give_back(seat);
        }
    }

    /// Notes in the record what was given back to the turn that ends now, before it is forgotten.
    pub(super) fn note_given(&mut self, seat: Seat) {
        let given = match &mut self.seats[seat].chair {
            Chair::Far(far) => far.take_given(),
            _ => std::mem::take(&mut self.core_watch.turns[seat]).total(),
        };
        if !given.is_zero() {
            self.seats[seat].given += given;
            self.table.note(seat, GIVEN_BACK, &format!("{} ms", given.as_millis()));
        }
    }

    /// For how long the stage itself could not act, where it came `late` to a deadline and then found an answer that may
    /// have been given in time; if that is more than is tolerated.
    pub(super) fn unheard(
        &mut self,
        seat: Seat,
        limit: Duration,
        late: Duration,
        now: Instant,
    ) -> Option<Duration> {
        let process = self.seats[seat].program_mut()?;
        process.listen();
        if !process.has_more() {
            return None;
        }
        // Processes that came and went uncounted may have kept the stage waiting all that time.
        let is_known = process.whole_cpu().is_some() || !self.conditions.sandbox.level().confines();
        let before = self.core_watch.latest(seat);
        let counted = before.and_then(|before| {
            let now = self.core_watch.read(&mut self.seats)[seat]?;
            Some(now.own_since(&before))
        });
        let own = counted.or_else(|| if is_known { self.work(seat) } else { Some(Duration::MAX) });
        let unseen = unseen(self.looked, now, self.longest_wait());
        absence(late, unseen, own.unwrap_or_default(), limit, self.conditions.tolerance)
    }
}
