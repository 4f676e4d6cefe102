//! What programs use during a game: memory, processor time, delays caused by the machine. Checked every few
//! milliseconds, so that an answer that comes immediately costs nothing.

use super::cpu_account::{CpuSample, Work};
use super::start::GLANCE;
use super::{RunningGame, reason};
use crate::chair::Chair;
use crate::intervals::{LOOK, STOP_CHECK};
use leitai_core::{Fault, Period, Seat, StageFault};
use leitai_sandbox::Level;
use std::time::{Duration, Instant};

/// How long to wait for a runnable program to be scheduled in order to see its delay, and how often it is checked.
const STARVED: Duration = Duration::from_millis(60);
const NAP: Duration = Duration::from_millis(2);
/// During the opponent's turn a program's memory is checked only at every so many checks.
const REST_LOOKS: u32 = 10;

impl RunningGame<'_> {
    /// The longest that the stage waits between two checks of the programs.
    pub(super) fn longest_wait(&self) -> Duration {
        if self.is_settling() {
            GLANCE
        } else if self.conditions.sandbox.level() == Level::Off && self.slice.is_none() {
            STOP_CHECK
        } else {
            LOOK
        }
    }

    /// Checks both programs.
    pub(super) fn look(&mut self, now: Instant) {
        self.looked = now;
        self.looks = self.looks.wrapping_add(1);
        for seat in Seat::BOTH {
            let is_asked = self.owes(seat) && !self.waits;
            let begun = self.begun.is_some();
            let Chair::Program(process) = &mut self.chairs[seat.index()] else { continue };
            if process.has_ended() || !process.was_executed() || self.table.turn().outcome().is_some() {
                continue;
            }
            // A program at rest is checked only as often as needed, since checks cost the other's time. A stopped
            // program takes no more than it can in the time that it may steal, and a thousand games may be waiting for
            // their first turn.
            let is_free = self.rests[seat.index()].is_free();
            let is_due = is_asked || (is_free && (!begun || self.looks.is_multiple_of(REST_LOOKS)));
            if is_due && process.is_over_memory() {
                self.ran_out_of_memory(seat, now);
            } else if !is_asked && (self.is_at_rest(seat) || !self.rests[seat.index()].is_free()) {
                self.look_at_rest(seat, now);
            } else if is_asked {
                self.look_at_work(seat, now);
                self.end_input(seat, now);
            } else if !begun && !self.ready[seat.index()] {
                self.look_at_silence(seat, now);
            }
        }
    }

    fn look_at_work(&mut self, seat: Seat, now: Instant) {
        let i = seat.index();
        let Some(since) = self.accounts[i].since else {
            let sample = self.sample(seat);
            self.accounts[i].since = sample;
            self.accounts[i].looked = sample.map_or(Duration::ZERO, |sample| sample.own);
            return;
        };
        self.accounts[i].looked = self.own.now();
        let limits = [self.conditions.cpu_turn, self.conditions.cpu_game];
        if limits == [None; 2] {
            return;
        }
        let used = self.cpu(seat).saturating_sub(since.cpu);
        let account = self.accounts[i];
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
        let i = seat.index();
        if let Some(since) = self.accounts[i].since {
            let used = self.cpu(seat).saturating_sub(since.cpu);
            let account = &mut self.accounts[i];
            account.turn += used;
            account.game += used;
            self.own.in_vain += account.looked.saturating_sub(since.own);
        }
        let account = &mut self.accounts[i];
        account.since = None;
        account.unheard = Duration::ZERO;
        if over {
            account.turn = Duration::ZERO;
        }
    }

    pub(super) fn ran_out_of_memory(&mut self, seat: Seat, now: Instant) {
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return };
        let limit = process.cell.limits().memory;
        self.fault(seat, Fault::MemoryLimit, &reason::over_memory(limit), now);
    }

    /// What the seat's program did in the current period, if it was checked.
    pub(super) fn work(&mut self, seat: Seat) -> Option<Work> {
        let since = self.accounts[seat.index()].since?;
        Some(self.sample(seat)?.work_since(&since))
    }

    /// Called when the game begins: from here on, delays may cost the programs the whole game's time.
    pub(super) fn open_accounts(&mut self) {
        for seat in Seat::BOTH {
            self.accounts[seat.index()].begun = self.sample(seat);
        }
    }

    /// How long the machine kept a runnable program from running, and then kept the stage from hearing its answer, if
    /// that is more than is tolerated. Counted over the current period; if the limit of the whole game was exceeded,
    /// over the whole game, of whose limit a tenth is tolerated. `limit` is the limit that was exceeded, `late` ago;
    /// the shorter it is, the less is tolerated. Time in which the program sleeps is not counted.
    pub(super) fn delayed(
        &mut self,
        seat: Seat,
        limit: Duration,
        of: Period,
        late: Duration,
    ) -> Option<Duration> {
        let now = self.sample_once_run(seat)?;
        let account = self.accounts[seat.index()];
        if let (Period::Game, Some(begun)) = (of, account.begun) {
            let in_vain = self.own.in_vain
                + account.since.map_or(Duration::ZERO, |since| account.looked.saturating_sub(since.own));
            let own = now.own.saturating_sub(begun.own).saturating_sub(in_vain);
            let delay = now.delay_since(&begun) + own;
            // Time in which the program computed was not lost to the machine.
            let delay = delay.min(limit.saturating_sub(now.cpu.saturating_sub(begun.cpu)));
            if delay > limit / 10 {
                return Some(delay);
            }
        }
        let of_the_program = if account.since.is_none() && self.begun.is_none() {
            let Chair::Program(process) = &self.chairs[seat.index()] else { return None };
            now.delay_since(&CpuSample::start(process.since()?, process))
        } else {
            account.kept(&now, self.looked)
        };
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return None };
        process.listen();
        let of_the_stage = account.since.map_or(Duration::ZERO, |_| now.own.saturating_sub(account.looked));
        let unheard =
            if process.has_more() { late.max(of_the_stage).max(account.unheard) } else { Duration::ZERO };
        let delay = of_the_program + unheard;
        Some(delay).filter(|delay| *delay > self.conditions.tolerance.min(limit / 2))
    }

    /// A sample that includes the current wait if the program is waiting for the core: the kernel reports a wait only
    /// once the program has been scheduled. A program that was not scheduled at all since it was asked has waited that
    /// long.
    fn sample_once_run(&mut self, seat: Seat) -> Option<CpuSample> {
        let first = self.sample(seat)?;
        let mut now = first;
        let waits = |stage: &mut Self| match &mut stage.chairs[seat.index()] {
            Chair::Program(process) => process.cell.is_runnable(),
            Chair::Person(_) => false,
        };
        while now.cpu == first.cpu && waits(self) {
            if now.at.saturating_duration_since(first.at) > STARVED {
                let since = self.accounts[seat.index()].since.filter(|since| since.cpu == now.cpu);
                now.delay += now.at.saturating_duration_since(since.unwrap_or(first).at);
                break;
            }
            std::thread::sleep(NAP);
            now = self.sample(seat)?;
        }
        Some(now)
    }

    /// The processor time used so far by a seat's program.
    pub(super) fn cpu(&mut self, seat: Seat) -> Duration {
        match &mut self.chairs[seat.index()] {
            Chair::Program(process) => process.cell.cpu(),
            Chair::Person(_) => Duration::ZERO,
        }
    }

    pub(super) fn sample(&mut self, seat: Seat) -> Option<CpuSample> {
        let own = self.own.now();
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return None };
        let (cpu, delay) = (process.cell.cpu(), process.cell.delay());
        Some(CpuSample { at: Instant::now(), cpu, delay, own })
    }
}
