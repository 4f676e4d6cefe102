//! When a game may work, and from when a program's time runs: never while it could not run.

use super::{Chair, Stage, Watch, reason};
use crate::clocks::Period;
use crate::conditions::Ponder;
use crate::slice::Slice;
use leitai_core::{By, Fault, Seat, Turn};
use std::time::{Duration, Instant};

/// What a launcher may take that waits for its core, too: more than that, and the machine is at fault.
const LAUNCH: Duration = Duration::from_mins(1);
/// How long a game without any limit keeps its core from others.
const UNLIMITED: Duration = Duration::from_secs(1);

/// How far a game has come whose programs sleep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Worked {
    cpu: Duration,
    plies: u32,
}

impl Stage<'_> {
    /// Both are ready: the game begins.
    pub(super) fn begin_if_ready(&mut self, watch: &mut dyn Watch) {
        if self.ready != [true; 2] || self.begun.is_some() || self.over().is_some() {
            return;
        }
        self.take_turn();
        if self.over().is_some() {
            return;
        }
        let now = Instant::now();
        self.begun = Some(now);
        self.open_accounts();
        self.table.begin(self.clocks.left(now), &mut self.post);
        self.send();
        watch.changed(self.table);
        let turn = self.table.turn();
        self.ask(|seat| turn.owes(By::Seat(seat)));
        if self.conditions.ponder == Ponder::On {
            // Both work all the time: there is no moment at which others could.
            self.slice = None;
        }
    }

    /// Before anybody is asked: where others share the core, waits until it is this game's. No clock runs by then.
    pub(super) fn take_turn(&mut self) {
        if self.clocks.is_running() || self.unexecuted != [false; 2] || self.over().is_some() {
            return;
        }
        let Some(mut slice) = self.slice.take_if(|slice| slice.is_over()) else { return };
        slice.let_go();
        self.waits = true;
        // Stopped, it does not matter who works.
        slice.wait(|| self.look(Instant::now()));
        self.waits = false;
        self.looked = Instant::now();
        self.slice = Some(slice);
        self.worked = None;
    }

    /// Lets others work while nobody of this game does: a program that sleeps needs no core.
    pub(super) fn share(&mut self, now: Instant) {
        let Some(since) = self.slice.as_ref().and_then(Slice::kept_from_others) else { return };
        let mut cpu = Duration::ZERO;
        let mut works = false;
        for chair in &mut self.chairs {
            if let Chair::Program(process) = chair {
                works |= process.is_launching() || !process.cell.sleeps();
                cpu += process.cell.cpu();
            }
        }
        let worked = Worked { cpu, plies: self.table.plies() };
        let is_endless = self.next_deadline().is_none() && now.saturating_duration_since(since) > UNLIMITED;
        let slept = !works && self.worked == Some(worked);
        self.worked = Some(worked).filter(|_| !works);
        if let (true, Some(slice)) = (slept || is_endless, &mut self.slice) {
            slice.let_go();
            self.worked = None;
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
        if lays && self.manners[i].lays_before_the_clock {
            self.clocks.run_before_the_game(seat, now);
        } else {
            self.clocks.run(seat, now);
        }
    }

    /// Its program may just have been executed: if it was asked before, its time runs.
    pub(super) fn executed(&mut self, seat: Seat) {
        if let Chair::Program(process) = &self.chairs[seat.index()]
            && self.unexecuted[seat.index()]
            && !process.is_launching()
        {
            self.run_clock(seat, process.since());
        }
    }

    /// Since when its time to get ready runs.
    pub(super) fn since(&self, seat: Seat) -> Option<Instant> {
        let Chair::Program(process) = &self.chairs[seat.index()] else { return None };
        Some(process.since())
    }

    /// Until when a program is to be executed, then until when it is to be ready; none once it is.
    pub(super) fn start_deadline(&self, seat: Seat) -> Option<Instant> {
        let i = seat.index();
        let Chair::Program(process) = &self.chairs[i] else { return None };
        let limit =
            if process.is_launching() { Some(LAUNCH) } else { self.starts[i].filter(|_| !self.ready[i]) };
        limit.map(|limit| process.since() + limit)
    }

    /// That deadline is passed.
    pub(super) fn did_not_get_ready(&mut self, seat: Seat, now: Instant) {
        let Chair::Program(process) = &self.chairs[seat.index()] else { return };
        if process.is_launching() {
            self.broken = Some(reason::not_set_up(LAUNCH));
            return;
        }
        let Some(limit) = self.starts[seat.index()] else { return };
        let reason = self.with_half(seat, reason::not_ready(limit));
        self.disturbed = self.delayed(seat, limit, Period::Start);
        self.fault(seat, Fault::NotReady, &reason, now);
    }
}
