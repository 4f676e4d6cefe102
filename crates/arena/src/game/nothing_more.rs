//! Handles programs that sleep with nothing left to read while an answer is due: one that is started for each turn may
//! wait for the end of its input, and one that is not ready yet may not have understood what it was told.

use super::RunningGame;
use super::input::Input;
use crate::chair::Chair;
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
        if self.lifecycles[seat.index()].may_leave
            && self.waits_for_more(seat, now)
            && let Chair::Program(process) = &mut self.chairs[seat.index()]
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
        let i = seat.index();
        let Input::Fresh(since) = self.inputs[i] else { return false };
        let cpu = self.cpu(seat);
        let Chair::Program(process) = &mut self.chairs[i] else { return false };
        if process.stdin.has_unread() || !process.cell.sleeps() {
            self.inputs[i] = Input::Fresh(None);
            return false;
        }
        match since {
            Some((since, used)) if cpu.saturating_sub(used) <= STIR => {
                let waits = now.saturating_duration_since(since) >= ASLEEP;
                if waits {
                    self.inputs[i] = Input::Settled;
                }
                waits
            }
            _ => {
                self.inputs[i] = Input::Fresh(Some((now, cpu)));
                false
            }
        }
    }
}
