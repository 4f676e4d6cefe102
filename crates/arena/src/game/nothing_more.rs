//! Handles programs that sleep with nothing left to read while an answer is due: one that is started for each turn may
//! wait for the end of its input, and one that is not ready yet may not have understood what it was told.

use super::RunningGame;
use super::input::Input;
use leitai_core::Seat;
use std::time::{Duration, Instant};

/// How long a program must sleep, with nothing left to read, before the stage reacts.
const ASLEEP: Duration = Duration::from_millis(100);
/// Processor time that a sleeping program may still use, such as timers of run-times.
const STIR: Duration = Duration::from_millis(1);

impl RunningGame<'_> {
    /// Ends the input of a program that was started for this turn, has read everything and sleeps: nothing more comes
    /// before it has answered. A program that keeps running gets its next request instead.
    pub(super) fn end_input(&mut self, seat: Seat, now: Instant) {
        if self.seats[seat].lifecycle.may_leave
            && self.waits_for_more(seat, now)
            && let Some(process) = self.seats[seat].program_mut()
        {
            process.stdin.close();
        }
    }

    /// Tells a program that is not ready and does nothing the same again in another form.
    pub(super) fn look_at_silence(&mut self, seat: Seat, now: Instant) {
        if self.waits_for_more(seat, now) {
            self.table.say_again(seat, &mut self.outbox);
            self.send();
        }
    }

    /// Whether the program has slept long enough with nothing to read. Returns true only once.
    fn waits_for_more(&mut self, seat: Seat, now: Instant) -> bool {
        let Input::Fresh(since) = self.seats[seat].input else { return false };
        let cpu = self.seats[seat].cpu();
        let Some(process) = self.seats[seat].program_mut() else { return false };
        if process.stdin.has_unread() || !process.cell.sleeps() {
            self.seats[seat].input = Input::Fresh(None);
            return false;
        }
        match since {
            Some((since, used)) if cpu.saturating_sub(used) <= STIR => {
                let waits = now.saturating_duration_since(since) >= ASLEEP;
                if waits {
                    self.seats[seat].input = Input::Settled;
                }
                waits
            }
            _ => {
                self.seats[seat].input = Input::Fresh(Some((now, cpu)));
                false
            }
        }
    }
}
