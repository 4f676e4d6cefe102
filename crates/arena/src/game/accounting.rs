//! What programs use during a game: memory and processor time. Checked every few milliseconds, so that an answer that comes
//! immediately costs nothing.

use super::start::GLANCE;
use super::{RunningGame, reason};
use crate::core_time::has_slept;
use crate::intervals::{LOOK, STOP_CHECK};
use crate::process::Process;
use leitai_core::{Fault, Period, Seat, StageFault};
use leitai_sandbox::SandboxLevel;
use std::time::{Duration, Instant};

/// During the opponent's turn a program's memory is checked only at every so many checks.
const REST_LOOKS: u32 = 10;

impl RunningGame<'_> {
    /// The longest that the stage waits between two checks of the programs.
    pub(super) fn longest_wait(&self) -> Duration {
        // Of people and of programs elsewhere nothing can be checked: what they send wakes the stage, and a hundred games
        // of people take nothing from those that run beside them.
        let has_program = Seat::BOTH.iter().any(|seat| self.seats[*seat].program().is_some());
        let is_unchecked = self.conditions.sandbox.level() == SandboxLevel::Off && self.slice.is_none();
        if self.is_settling() {
            GLANCE
        } else if is_unchecked || !has_program {
            STOP_CHECK
        } else {
            LOOK
        }
    }

    /// Checks both programs.
    pub(super) fn look(&mut self, now: Instant) {
        self.looked = now;
        self.looks = self.looks.wrapping_add(1);
        if !self.conditions.sandbox.level().confines() {
            self.delay.look();
        }
        if !self.waits {
            self.core_watch.look(&mut self.seats, now);
        }
        for seat in Seat::BOTH {
            let is_asked = self.owes(seat) && !self.waits;
            let begun = self.begun.is_some();
            if self.seats[seat].program().is_some_and(Process::is_launching) {
                self.look_at_launch(seat, now);
            }
            let is_free = self.seats[seat].rest.is_free();
            let Some(process) = self.seats[seat].program_mut() else { continue };
            if process.has_ended() || !process.was_executed() || self.table.turn().outcome().is_some() {
                continue;
            }
            // A program at rest is checked only as often as needed, since checks cost the other's time. A stopped
            // program takes no more than it can in the time that it may steal, and a thousand games may be waiting for
            // their first turn.
            let is_due = is_asked || (is_free && (!begun || self.looks.is_multiple_of(REST_LOOKS)));
            if is_due && process.is_over_memory() {
                self.ran_out_of_memory(seat, now);
            } else if !is_asked && (self.is_at_rest(seat) || !is_free) {
                self.look_at_rest(seat, now);
            } else if is_asked {
                self.look_at_work(seat, now);
                self.end_input(seat, now);
            } else if !begun && !self.seats[seat].is_ready {
                let cpu = self.seats[seat].cpu();
                self.look_at_sleep(seat, cpu, now);
                self.look_at_silence(seat, now);
            }
        }
    }

    /// Takes note if the program has slept since it was last checked.
    pub(super) fn look_at_sleep(&mut self, seat: Seat, cpu: Duration, now: Instant) {
        let seen = self.seats[seat].account.seen.replace((now, cpu));
        let Some(process) = self.seats[seat].program_mut() else { return };
        if let Some((at, before)) = seen
            && has_slept(cpu.saturating_sub(before), || process.cell.is_runnable())
        {
            self.core_watch.turns[seat].slept(now.saturating_duration_since(at));
        }
    }

    fn look_at_work(&mut self, seat: Seat, now: Instant) {
        let cpu = self.seats[seat].cpu();
        self.look_at_sleep(seat, cpu, now);
        let since = *self.seats[seat].account.since.get_or_insert(cpu);
        let limits = [self.conditions.cpu_turn, self.conditions.cpu_game];
        let used = cpu.saturating_sub(since);
        let account = self.seats[seat].account;
        let [turn, game] = limits;
        let limits = [(turn, account.turn + used, false), (game, account.game + used, true)];
        let passed = limits.into_iter().find(|(limit, used, _)| limit.is_some_and(|limit| *used > limit));
        if let Some((Some(limit), used, of_the_game)) = passed {
            let of = if of_the_game { Period::Game } else { Period::Turn };
            let why = StageFault::Overworked { used, limit, of };
            self.fault(seat, Fault::TimeLimit, &why.said(), now);
        }
    }

    /// Closes the seat's accounts when it has answered; `over` means that its turn is over.
    pub(super) fn answered(&mut self, seat: Seat, over: bool) {
        self.note_given(seat);
        let used = self.work(seat).unwrap_or_default();
        let account = &mut self.seats[seat].account;
        account.turn += used;
        account.game += used;
        account.since = None;
        if over {
            account.turn = Duration::ZERO;
        }
    }

    pub(super) fn ran_out_of_memory(&mut self, seat: Seat, now: Instant) {
        let Some(process) = self.seats[seat].program_mut() else { return };
        let limit = process.cell.limits().memory;
        self.fault(seat, Fault::MemoryLimit, &reason::over_memory(limit), now);
    }

    /// The processor time of the seat's program in the current period, if it was checked.
    pub(super) fn work(&mut self, seat: Seat) -> Option<Duration> {
        let since = self.seats[seat].account.since?;
        Some(self.seats[seat].cpu().saturating_sub(since))
    }
}
