//! Programs that are not asked: they get no processor time worth mentioning. A program that has once computed on the
//! other's time is stopped at each of its answers, before the other is asked; what it still uses is charged, and beyond
//! a stated amount it loses.

use super::input::Input;
use super::{RunningGame, reason};
use crate::calibration::processor_time;
use crate::conditions::Ponder;
use crate::process::Process;
use leitai_core::{Fault, Search, Seat};
use std::time::{Duration, Instant};

/// How much a checked program may have used since it answered, in order to come to rest.
pub(super) const SETTLING: Duration = Duration::from_millis(2);
/// How much it may have used when it is asked again; and, once it was stopped, between two checks, before it is stopped
/// again.
const RESTLESS: Duration = Duration::from_micros(200);
/// The other's turns shorter than this leave no time worth checking.
const BRIEF: Duration = Duration::from_micros(300);
/// Once a program is stopped, checking it may cost the other one part in so many of its time, but no check is put off
/// for longer than that: a family of processes is checked less often where nothing adds up their time.
const SPARING: (u32, Duration) = (100, Duration::from_millis(50));
/// Beyond this, what a program did while stopped is no accident: in one turn of the other, and in the game beyond
/// [`SETTLING`] for each. Run-times with a dozen busy threads reached 15 ms.
const STOLEN: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(200));

/// How much a program may use to come to rest before it is told more or stopped, which runs on neither clock; how long
/// that may take when the machine is busy, and how often it is checked in the meantime.
const WINDING_DOWN: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(50));
const PEEP: Duration = Duration::from_micros(50);
/// A program that failed to come to rest this many times in a row is not waited for any more.
const RESTLESS_TURNS: u32 = 3;

impl RunningGame<'_> {
    /// Gives a program that has answered a moment until all of it is asleep. It may still be ending its search in
    /// another thread: anything it is told then is lost, and if stopped mid-search it later resumes there. If it had
    /// something to read (`unread`), also waits until it has read that.
    pub(super) fn wind_down(&mut self, seat: Seat, unread: bool) {
        let is_held = !self.seats[seat].rest.is_free();
        let Some(process) = self.seats[seat].program_mut() else { return };
        if is_held || process.has_ended() || !process.was_executed() {
            return;
        }
        self.seats[seat].rest.stirs = false;
        if self.seats[seat].rest.restless >= RESTLESS_TURNS {
            return;
        }
        let (used, lasts) = WINDING_DOWN;
        let (began, mut since) = (Instant::now(), None);
        loop {
            let Some(process) = self.seats[seat].program_mut() else { return };
            if process.cell.sleeps() && !(unread && process.stdin.has_unread()) {
                self.seats[seat].rest.restless = 0;
                return;
            }
            let cpu = self.seats[seat].cpu();
            if cpu.saturating_sub(*since.get_or_insert(cpu)) > used || began.elapsed() > lasts {
                self.seats[seat].rest.restless += 1;
                return;
            }
            std::thread::sleep(PEEP);
        }
    }

    /// Whether its dialect lets its search continue for a moment after its answer.
    pub(super) fn may_search_on(&self, seat: Seat) -> bool {
        self.seats[seat].lifecycle.search == Search::MayEndLater
    }

    /// Whether this seat's program is kept from computing while it is not asked.
    pub(super) fn is_at_rest(&self, seat: Seat) -> bool {
        self.conditions.ponder == Ponder::Off
            && (self.begun.is_some() || self.seats[seat].is_settled)
            && self.seats[seat].program().is_some_and(Process::is_confined)
    }

    /// Called when the seat has answered, after `took`, and is not asked any more.
    pub(super) fn come_to_rest(&mut self, seat: Seat, took: Duration) {
        let searches_on = self.may_search_on(seat);
        self.seats[seat].input = Input::Settled;
        let rest = &mut self.seats[seat].rest;
        rest.took = took;
        rest.stirs = searches_on;
        // What it used while it was asked is its own affair.
        rest.since = None;
        if !self.is_at_rest(seat) {
            return;
        }
        if self.seats[seat].rest.suspect {
            // A moment that runs on neither clock is an opening to steal time, so it is only given to programs whose
            // dialect would otherwise lose what they are told.
            if self.may_search_on(seat) {
                self.wind_down(seat, false);
            }
            self.hold(seat);
        } else if self.seats[seat.other()].rest.took > BRIEF {
            self.seats[seat].rest.since = Some(self.seats[seat].cpu());
        }
    }

    /// Whether a seat's program may be in the middle of its start, and must not be stopped.
    pub(super) fn may_be_starting(&self, seat: Seat) -> bool {
        self.seats[seat].program().is_some_and(Process::may_be_starting)
    }

    /// Stops a seat's program, if it has started, until it is [resumed](RunningGame::go_on).
    pub(super) fn hold(&mut self, seat: Seat) {
        if !self.may_be_starting(seat) {
            self.stop(seat);
        }
    }

    /// As [`hold`](RunningGame::hold), but whatever it is doing.
    pub(super) fn stop(&mut self, seat: Seat) {
        let state = &mut self.seats[seat];
        let is_free = state.rest.is_free();
        let Some(process) = state.program_mut() else { return };
        if !is_free || process.has_ended() || !process.was_executed() {
            return;
        }
        process.cell.hold();
        let cpu = process.cell.cpu();
        state.rest.since.get_or_insert(cpu);
        state.rest.held = Some([cpu; 2]);
    }

    /// Checks a program at rest: one that computes is stopped, again if necessary.
    pub(super) fn look_at_rest(&mut self, seat: Seat, now: Instant) {
        if self.seats[seat].rest.unseen.is_some_and(|until| now < until) || self.may_be_starting(seat) {
            return;
        }
        let Some(process) = self.seats[seat].program() else { return };
        let is_family = process.cell.limits().processes > 1;
        let began = processor_time();
        let cpu = self.seats[seat].cpu();
        let rest = &mut self.seats[seat].rest;
        let (part, most) = SPARING;
        let cost = processor_time().saturating_sub(began);
        rest.unseen = rest.held.filter(|_| is_family).map(|_| now + (cost * part).min(most));
        let since = *rest.since.get_or_insert(cpu);
        match rest.held {
            Some([at, last]) => {
                // Stopping sixty threads again costs the other half a millisecond, so it takes more than a few
                // microseconds per check.
                if cpu.saturating_sub(last) > RESTLESS {
                    rest.held = Some([at, cpu]);
                    if let Some(process) = self.seats[seat].program_mut() {
                        process.cell.hold();
                    }
                }
                self.judge_rest(seat, cpu, now);
            }
            None if cpu.saturating_sub(since) > SETTLING => {
                rest.suspect = true;
                self.hold(seat);
            }
            _ => {}
        }
    }

    /// Whether a program that is held has computed since the last check.
    pub(super) fn is_restless(&mut self) -> bool {
        Seat::BOTH.into_iter().any(|seat| {
            let cpu = self.seats[seat].cpu();
            self.seats[seat].rest.held.is_some_and(|[_, last]| cpu.saturating_sub(last) > RESTLESS)
        })
    }

    /// Called when the seat is to be asked: charges what its program used while it was not asked. Returns false if that
    /// was too much.
    pub(super) fn wake(&mut self, seat: Seat, now: Instant) -> bool {
        let rest = self.seats[seat].rest;
        if let Some(since) = rest.since
            && (rest.held.is_some() || self.seats[seat.other()].rest.took > BRIEF)
        {
            let cpu = self.seats[seat].cpu();
            let used = cpu.saturating_sub(since);
            if rest.held.is_some() {
                self.clocks.charge(seat, used);
                if !self.judge_rest(seat, cpu, now) {
                    return false;
                }
            } else if used > RESTLESS {
                self.seats[seat].rest.suspect = true;
            }
        }
        self.go_on(seat);
        true
    }

    /// Resumes a program that was stopped.
    pub(super) fn go_on(&mut self, seat: Seat) {
        if let Some([at, _]) = self.seats[seat].rest.held {
            let stolen = self.seats[seat].cpu().saturating_sub(at);
            if let Some(process) = self.seats[seat].program_mut() {
                process.cell.go();
            }
            self.seats[seat].rest.stolen += stolen.saturating_sub(SETTLING);
        }
        self.seats[seat].rest.held = None;
        self.seats[seat].rest.since = None;
    }

    /// Whether a held program has used no more than can happen to an honest one. If it has used more, it loses.
    fn judge_rest(&mut self, seat: Seat, cpu: Duration, now: Instant) -> bool {
        let rest = self.seats[seat].rest;
        let stolen = rest.held.map_or(Duration::ZERO, |[at, _]| cpu.saturating_sub(at));
        let in_the_game = rest.stolen + stolen.saturating_sub(SETTLING);
        let (of_turn, of_game) = STOLEN;
        let why = if stolen > of_turn {
            reason::stole(stolen, of_turn, false)
        } else if in_the_game > of_game {
            reason::stole(in_the_game, of_game, true)
        } else {
            return true;
        };
        self.fault(seat, Fault::StolenTime, &why, now);
        false
    }
}
