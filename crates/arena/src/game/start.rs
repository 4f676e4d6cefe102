//! How programs get ready, one after the other, and from when a program's time runs: never while it could not run.

use super::cpu_account::CpuSample;
use super::{RunningGame, reason};
use crate::chair::Chair;
use crate::conditions::Ponder;
use crate::watch::Watch;
use leitai_core::{Actor, Fault, Period, Seat, Turn, not_ready};
use std::time::{Duration, Instant};

/// How long a launcher may take, including the wait for its core. Beyond that the machine is at fault.
const LAUNCH: Duration = Duration::from_mins(1);
/// How often a program is looked at that gets ready without a word: it is ready when it sleeps.
pub(super) const GLANCE: Duration = Duration::from_millis(1);
/// How long such a program may take where nothing limits its start.
const WORDLESS: Duration = Duration::from_secs(10);

impl RunningGame<'_> {
    /// Has the programs executed, one after the other: the second when the first is ready and at rest. Where they may
    /// work at any time, or are not watched, both at once.
    pub(super) fn execute_next(&mut self) {
        for seat in Seat::BOTH {
            let i = seat.index();
            if let Chair::Program(process) = &mut self.chairs[i] {
                process.execute();
            }
            self.settled[i] |= self.ready[i] && !self.is_watched(seat);
            if !self.settled[i] && self.is_watched(seat) {
                return;
            }
        }
    }

    /// Does this seat's program take processor time from the opponent when it works?
    fn is_watched(&self, seat: Seat) -> bool {
        self.conditions.ponder == Ponder::Off
            && matches!(&self.chairs[seat.index()], Chair::Program(process) if process.is_confined())
    }

    /// The seat's program is ready: until it is asked it rests.
    pub(super) fn settle(&mut self, seat: Seat) {
        if self.settled[seat.index()] || self.over().is_some() {
            return;
        }
        self.settled[seat.index()] = true;
        if self.is_watched(seat) {
            self.wind_down(seat, false);
            self.hold(seat);
        }
        self.execute_next();
    }

    /// Does a program get ready that says nothing of it?
    pub(super) fn is_settling(&self) -> bool {
        self.settling().is_some()
    }

    fn settling(&self) -> Option<Seat> {
        let settles = |seat: &Seat| {
            let i = seat.index();
            let executed = matches!(&self.chairs[i], Chair::Program(process) if process.was_executed());
            self.ready[i] && !self.settled[i] && executed
        };
        Seat::BOTH.into_iter().find(settles)
    }

    /// A program that gets ready without a word is ready when it was seen asleep twice with nothing done between, or has
    /// had the time that it may take.
    pub(super) fn look_at_wordless(&mut self, now: Instant) {
        let Some(seat) = self.settling() else { return };
        let allowance = self.starts[seat.index()].unwrap_or(WORDLESS);
        let cpu = self.cpu(seat);
        let Chair::Program(process) = &mut self.chairs[seat.index()] else { return };
        let sleeps = process.cell.sleeps();
        let spent = process.since().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let slept = self.slept == Some(cpu);
        self.slept = Some(cpu).filter(|_| sleeps);
        if (sleeps && slept) || spent > allowance {
            self.slept = None;
            self.settle(seat);
        }
    }

    /// Both are ready: the game begins.
    pub(super) fn begin_if_ready(&mut self, watch: &mut dyn Watch) {
        let ready = self.ready == [true; 2] && self.settled == [true; 2];
        if !ready || self.begun.is_some() || self.over().is_some() {
            return;
        }
        self.take_turn();
        if self.over().is_some() {
            return;
        }
        let now = Instant::now();
        self.begun = Some(now);
        self.open_accounts();
        self.let_stay();
        self.table.begin(self.clocks.left(now), &mut self.outbox);
        let turn = self.table.turn();
        let is_due = |seat| turn.owes(Actor::Seat(seat));
        if self.wake_to_be_told(is_due) {
            self.send();
            watch.changed(self.table);
            self.ask(is_due);
        }
        if self.conditions.ponder == Ponder::On {
            // Both programs may always work, so the core can never be lent.
            self.slice = None;
        }
    }

    /// From now the seat's time runs; if its program is not executed yet, from then on.
    pub(super) fn run_clock(&mut self, seat: Seat, now: Instant) {
        let i = seat.index();
        self.unexecuted[i] = matches!(&self.chairs[i], Chair::Program(process) if process.is_launching());
        if self.unexecuted[i] {
            return;
        }
        let lays = matches!(self.table.turn(), Turn::Secret(_));
        if lays && self.lifecycles[i].lays_before_the_clock {
            self.clocks.run_before_the_game(seat, now);
        } else {
            self.clocks.run(seat, now);
        }
    }

    /// Its program was just executed: if it was asked before, its time runs.
    pub(super) fn executed(&mut self, seat: Seat) {
        if let Some(since) = self.since(seat)
            && self.unexecuted[seat.index()]
        {
            self.run_clock(seat, since);
        }
    }

    /// When its start-up time began to run.
    pub(super) fn since(&self, seat: Seat) -> Option<Instant> {
        let Chair::Program(process) = &self.chairs[seat.index()] else { return None };
        process.since()
    }

    /// Until when a program is to be executed, then until when it is to be ready; none once it is.
    pub(super) fn start_deadline(&self, seat: Seat) -> Option<Instant> {
        let i = seat.index();
        let Chair::Program(process) = &self.chairs[i] else { return None };
        let limit =
            if process.is_launching() { Some(LAUNCH) } else { self.starts[i].filter(|_| !self.ready[i]) };
        Some(process.since()? + limit?)
    }

    /// That deadline was missed by `late`.
    pub(super) fn did_not_get_ready(&mut self, seat: Seat, now: Instant, late: Duration) {
        let Chair::Program(process) = &self.chairs[seat.index()] else { return };
        if process.is_launching() {
            self.broken = Some(reason::not_set_up(LAUNCH));
            return;
        }
        let Some(limit) = self.starts[seat.index()] else { return };
        let since = process.since().filter(|_| process.is_confined());
        let start = since.map(|at| CpuSample::start(at, process));
        let work = start.and_then(|start| Some(self.sample(seat)?.work_since(&start)));
        self.late = self.seen_late(seat, limit, work);
        let reason = self.with_half(seat, not_ready(limit, self.table.awaits(seat).as_deref()));
        self.disturbed = self.delayed(seat, limit, Period::Start, late);
        self.fault(seat, Fault::NotReady, &reason, now);
    }
}
