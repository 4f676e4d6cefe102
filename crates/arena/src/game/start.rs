//! How programs get ready, one after the other, and when a program's time starts: never while it could not run.

use super::{RunningGame, reason};
use crate::conditions::Ponder;
use crate::process::Process;
use crate::waiting::tell_waiting;
use crate::watch::Watch;
use leitai_core::{Actor, Fault, Seat, Turn, not_ready};
use std::time::{Duration, Instant};

/// How long a launcher may take, including the wait for its core, before it is said that the game waits for it; and how
/// long before the machine is given up.
const LAUNCH: (Duration, Duration) = (Duration::from_secs(10), Duration::from_mins(10));
/// How often a program that gets ready silently is checked; it is ready when it sleeps.
pub(super) const GLANCE: Duration = Duration::from_millis(1);
/// How long such a program may take where nothing limits its start.
const WORDLESS: Duration = Duration::from_secs(10);

impl RunningGame<'_> {
    /// Has the programs executed, one after the other: the second once the first is ready and at rest. Where they may
    /// compute at any time, or are not watched, both are executed together.
    pub(super) fn execute_next(&mut self) {
        for seat in Seat::BOTH {
            if let Some(process) = self.seats[seat].program_mut() {
                process.execute();
            }
            self.seats[seat].is_settled |= self.seats[seat].is_ready && !self.is_watched(seat);
            if !self.seats[seat].is_settled && self.is_watched(seat) {
                return;
            }
        }
    }

    /// Whether this seat's program takes processor time from the opponent when it computes.
    fn is_watched(&self, seat: Seat) -> bool {
        self.conditions.ponder == Ponder::Off && self.seats[seat].program().is_some_and(Process::is_confined)
    }

    /// Called when the seat's program is ready: it rests until it is asked.
    pub(super) fn settle(&mut self, seat: Seat) {
        if self.seats[seat].is_settled || self.over().is_some() {
            return;
        }
        self.seats[seat].is_settled = true;
        if self.is_watched(seat) {
            self.wind_down(seat, false);
            self.hold(seat);
        }
        self.execute_next();
    }

    /// Whether some program is getting ready silently.
    pub(super) fn is_settling(&self) -> bool {
        self.settling().is_some()
    }

    fn settling(&self) -> Option<Seat> {
        let settles = |seat: &Seat| {
            let state = &self.seats[*seat];
            state.is_ready && !state.is_settled && state.program().is_some_and(Process::was_executed)
        };
        Seat::BOTH.into_iter().find(settles)
    }

    /// Checks a program that gets ready silently: it is ready once it was seen asleep twice with nothing done in
    /// between, or has had the time it may take.
    pub(super) fn look_at_wordless(&mut self, now: Instant) {
        let Some(seat) = self.settling() else { return };
        let allowance = self.seats[seat].start.unwrap_or(WORDLESS);
        let cpu = self.seats[seat].cpu();
        let Some(process) = self.seats[seat].program_mut() else { return };
        let sleeps = process.cell.sleeps();
        let spent = process.since().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let slept = self.slept == Some(cpu);
        self.slept = Some(cpu).filter(|_| sleeps);
        if (sleeps && slept) || spent > allowance {
            self.slept = None;
            self.settle(seat);
        }
    }

    /// Begins the game once both programs are ready.
    pub(super) fn begin_if_ready(&mut self, watch: &mut dyn Watch) {
        let ready = self.seats.iter().all(|state| state.is_ready && state.is_settled);
        if !ready || self.begun.is_some() || self.over().is_some() {
            return;
        }
        self.take_turn();
        if self.over().is_some() {
            return;
        }
        let now = Instant::now();
        self.begun = Some(now);
        // What the first turn is compared with.
        self.core_watch.look(&mut self.seats, now);
        self.let_stay();
        self.table.begin(self.clocks.left(now), &mut self.outbox);
        let turn = self.table.turn();
        let is_due = |seat| turn.owes(Actor::Seat(seat));
        self.keep_lines();
        self.show(now, watch);
        watch.changed(self.table);
        if self.wake_to_be_told(is_due) {
            self.send();
            self.ask(is_due);
        }
        if self.conditions.ponder == Ponder::On {
            // Both programs may always work, so the core can never be lent.
            self.slice = None;
        }
    }

    /// Starts the seat's clock at `now`, when its program could first work on the request; if its program is not executed
    /// yet, the clock starts when that is permitted.
    pub(super) fn run_clock(&mut self, seat: Seat, now: Instant) {
        let is_launching = self.seats[seat].program().is_some_and(Process::is_launching);
        self.seats[seat].unexecuted = Some(now).filter(|_| is_launching);
        if is_launching {
            return;
        }
        self.core_watch.begin(seat, now);
        self.seats[seat].account.seen = None;
        if [self.conditions.cpu_turn, self.conditions.cpu_game] != [None; 2] {
            self.seats[seat].account.since = Some(self.seats[seat].cpu());
        }
        let lays = matches!(self.table.turn(), Turn::Secret(_));
        if lays && self.seats[seat].lifecycle.lays_before_the_clock {
            self.clocks.run_before_the_game(seat, now);
        } else {
            self.clocks.run(seat, now);
        }
    }

    /// Called when its program was seen to have been executed. If it was asked before, its clock runs from when its launcher
    /// was permitted to execute it, and not from when the stage noticed.
    pub(super) fn executed(&mut self, seat: Seat) {
        let Some(since) = self.since(seat) else { return };
        match self.seats[seat].unexecuted {
            Some(asked) => self.run_clock(seat, asked.max(since)),
            None => self.core_watch.begin(seat, since),
        }
    }

    /// When its start-up time began to run.
    pub(super) fn since(&self, seat: Seat) -> Option<Instant> {
        let process = self.seats[seat].program()?;
        process.since()
    }

    /// The deadline by which a program must be executed, and then ready; `None` once it is.
    pub(super) fn start_deadline(&self, seat: Seat) -> Option<Instant> {
        let state = &self.seats[seat];
        let limit = match state.program() {
            Some(process) if process.is_being_set_up() => Some(LAUNCH.0 + state.delayed_launch),
            program => state.start.filter(|_| !state.is_ready && !program.is_some_and(Process::is_launching)),
        };
        Some(state.speaker()?.since()? + limit?)
    }

    /// Called when its sandbox takes long to be set up: the game waits, and that is said.
    fn waits_for_launch(&mut self, seat: Seat) {
        let (step, most) = LAUNCH;
        let waited = &mut self.seats[seat].delayed_launch;
        *waited += step;
        if *waited >= most {
            self.broken = Some(reason::not_set_up(most));
        } else {
            tell_waiting(|| reason::is_being_set_up(*waited));
        }
    }

    /// Called when that deadline was missed, by `late`.
    pub(super) fn did_not_get_ready(&mut self, seat: Seat, now: Instant, late: Duration) {
        let program = self.seats[seat].program();
        if program.is_some_and(Process::is_being_set_up) {
            return self.waits_for_launch(seat);
        }
        let Some(limit) = self.seats[seat].start else { return };
        let measured = program.filter(|process| process.since().is_some() && process.is_confined());
        let before = measured.map(|process| process.earlier().cpu);
        let work = before.map(|before| self.seats[seat].cpu().saturating_sub(before));
        self.late = self.seen_late(seat, limit, work);
        let reason = self.with_half(seat, not_ready(limit, self.table.awaits(seat).as_deref()));
        self.disturbed = self.unheard(seat, limit, late, now);
        self.fault(seat, Fault::NotReady, &reason, now);
    }
}
