//! Programs far away: their lines, what their way and a cut line cost them, and their end.

use super::RunningGame;
use crate::chair::Chair;
use crate::inbox::Fill;
use crate::watch::Watch;
use leitai_core::{Fault, Seat, Sentence};
use std::time::Instant;

impl RunningGame<'_> {
    /// Handles one read of the lines of a program far away.
    pub(super) fn attend_far(&mut self, seat: Seat, watch: &mut dyn Watch) {
        let Chair::Far(far) = &mut self.seats[seat].chair else { return };
        let fill = if far.inbox.has_line() { Fill::Some } else { far.listen() };
        let now = Instant::now();
        self.give_back(seat);
        self.check_time(seat, now);
        self.hear_lines(seat, now, watch);
        if self.over().is_none() && fill == Fill::Closed {
            let why = Sentence::new("it closed its line", "关闭了线路");
            self.fault(seat, Fault::Crash, &why, now);
        }
    }

    /// Gives back to a program far away what is due to it while it is asked, or gets ready. Returns false where none sits
    /// there.
    pub(super) fn give_back_far(&mut self, seat: Seat) -> bool {
        let is_due = self.clocks.asked(seat).is_some() || !self.seats[seat].is_ready;
        let Chair::Far(far) = &mut self.seats[seat].chair else { return false };
        if is_due {
            let more = far.due(Instant::now());
            self.excuse(seat, more);
        }
        true
    }

    /// Ends the game of a program whose line will not come back.
    pub(super) fn look_at_line(&mut self, seat: Seat, now: Instant) {
        let Chair::Far(far) = &self.seats[seat].chair else { return };
        if self.over().is_none()
            && let Some(why) = far.program.gone(now)
        {
            self.fault(seat, Fault::Crash, &why, now);
        }
    }
}
