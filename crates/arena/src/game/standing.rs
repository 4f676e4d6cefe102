//! A game that stands: its clocks were stopped by hand, or a program failed that is to be mended. Until it goes on, its
//! programs are frozen and people are heard alone.

use super::RunningGame;
use super::mending::Mending;
use crate::chair::Chair;
use crate::intervals::STOP_CHECK;
use crate::person::Typed;
use crate::poll;
use crate::process::Process;
use crate::staging::now_ms;
use crate::watch::Watch;
use leitai_core::{Act, Actor, ClockChange, Fault, Lang, Refusal, Seat, Sentence};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// The same game, in which programs that fail are mended.
    pub(crate) fn mending(mut self) -> Self {
        self.mending = Mending::Always;
        self
    }

    /// Waits as long as the game stands. Returns false if it does not go on from here: it was stopped for good, a person left,
    /// or programs are to be started anew.
    pub(super) fn stand_still(&mut self, stop: &AtomicBool, watch: &mut dyn Watch) -> bool {
        if !self.clocks.stand() {
            return true;
        }
        let frozen = Seat::BOTH.map(|seat| self.freeze(seat));
        if self.begun.is_none() {
            watch.changed(self.table);
        }
        self.keep_lines();
        self.show(Instant::now(), watch);
        while self.clocks.stand() && self.over().is_none() {
            if stop.load(Ordering::Relaxed) || self.unwritten.is_some() {
                return false;
            }
            self.hear_standing(watch);
            if self.left || self.starts_anew {
                self.keep_lines();
                self.show(Instant::now(), watch);
                return false;
            }
        }
        for seat in Seat::BOTH.into_iter().filter(|seat| frozen[*seat]) {
            if let Some(process) = self.seats[seat].program_mut() {
                process.cell.go();
            }
        }
        let now = Instant::now();
        for seat in Seat::BOTH {
            if std::mem::take(&mut self.resumes[seat]) && self.over().is_none() && self.owes(seat) {
                self.run_clock(seat, now);
            }
        }
        if self.begun.is_some() && self.over().is_none() {
            self.run_ruled_clock(now);
        }
        self.keep_lines();
        self.show(now, watch);
        true
    }

    /// Hears what people say while the game stands.
    fn hear_standing(&mut self, watch: &mut dyn Watch) {
        let waits = self.seats.iter().any(|state| match &state.chair {
            Chair::Person(person) => person.typing().borrow().has_line(),
            Chair::Program(_) | Chair::Far(_) => false,
        });
        let patience = if waits { Duration::ZERO } else { STOP_CHECK };
        let woken = poll::wait(
            self.seats.each_ref().map(|state| {
                let (is_person, is_open) = match &state.chair {
                    Chair::Person(person) => (true, !person.typing().borrow().ended()),
                    Chair::Program(_) | Chair::Far(_) => (false, false),
                };
                state.chair.causes(is_open).filter(move |_| is_person)
            }),
            patience,
        );
        for seat in Seat::BOTH {
            let said = woken[seat].by(poll::Cause::Said);
            // Once: there may be nothing more to read, and reading would wait for it.
            if let (Chair::Person(person), true) = (&self.seats[seat].chair, said) {
                person.typing().borrow_mut().fill(person.lines());
            }
            while let Chair::Person(person) = &mut self.seats[seat].chair {
                let Some(line) = person.typing().borrow_mut().line() else { break };
                let typed = person.typed(self.table, seat, &line);
                self.obey_standing(seat, typed, watch);
                if !self.clocks.stand() || self.left || self.starts_anew || self.over().is_some() {
                    return;
                }
            }
        }
    }

    fn obey_standing(&mut self, seat: Seat, typed: Typed, watch: &mut dyn Watch) {
        match typed {
            Typed::Acts(_) | Typed::Start => self.refuse(seat, &Refusal::Stopped),
            Typed::Clock { change: ClockChange::Go, .. } if self.mending == Mending::Due => {
                let why =
                    Sentence::new("the program has failed: start it again", "程序已出错：请先重新启动程序");
                self.refuse(seat, &Refusal::NoClock(why));
            }
            typed => self.obey(seat, typed, Instant::now(), watch),
        }
        self.keep_lines();
        self.show(Instant::now(), watch);
    }

    /// Does what a person says about the game, other than playing.
    pub(super) fn obey(&mut self, seat: Seat, typed: Typed, now: Instant, watch: &mut dyn Watch) {
        let done = match typed {
            Typed::Nothing | Typed::Acts(_) => Ok(()),
            Typed::Leave => {
                self.left = true;
                Ok(())
            }
            Typed::Resign => self.do_at_table(Act::Resign(seat)),
            Typed::Away(why) => {
                self.fault(seat, Fault::Absent, &why, now);
                Ok(())
            }
            Typed::Agree => self.do_at_table(Act::Agree),
            Typed::Rule(winner, reason) => self.do_at_table(Act::Rule(winner, &reason)),
            Typed::Back { to, dice } => {
                self.take_back(seat, to, dice, now, watch);
                Ok(())
            }
            Typed::Clock { change, reason } => self.change_clocks(change, &reason, now),
            Typed::Start => {
                self.start_by_hand(seat, now);
                Ok(())
            }
            Typed::Restart(reason) => self.start_anew(&reason, now),
            Typed::Strike => {
                for process in self.seats.iter().filter_map(|state| state.program()) {
                    process.strike();
                }
                Ok(())
            }
        };
        if let Err(refusal) = done {
            self.refuse(seat, &refusal);
        }
    }

    fn do_at_table(&mut self, act: Act<'_>) -> Result<(), Refusal> {
        self.table.act(act, Duration::ZERO, [None; 2], &mut self.outbox)
    }

    fn refuse(&mut self, seat: Seat, refusal: &Refusal) {
        if let Chair::Person(person) = &mut self.seats[seat].chair {
            person.refused(refusal);
        }
    }

    /// Changes the clocks by hand, for this reason, which is recorded.
    fn change_clocks(&mut self, change: ClockChange, reason: &str, now: Instant) -> Result<(), Refusal> {
        let runs = Seat::BOTH.map(|seat| self.clocks.asked(seat).is_some());
        // What a clock has used so far counts before it is corrected.
        let change = match change {
            ClockChange::Stop { .. } => ClockChange::Stop { ran: self.clocks.ran(now) },
            change => change,
        };
        self.clocks.change(change).map_err(Refusal::NoClock)?;
        if let ClockChange::Stop { .. } = change {
            self.resumes = runs;
        }
        self.do_at_table(Act::Clock(change, reason))
    }

    /// Starts the clock of somebody whose clock is started by hand, and who is to act.
    fn start_by_hand(&mut self, seat: Seat, now: Instant) {
        if self.owes(seat) && self.clocks.asked(seat).is_none() {
            self.seats[seat].is_started = true;
            self.run_clock(seat, now);
        }
    }

    /// Starts programs anew where they stand; what they have used of their turns counts.
    fn start_anew(&mut self, reason: &str, now: Instant) -> Result<(), Refusal> {
        if !self.seats.iter().any(|state| state.program().is_some()) {
            return Ok(());
        }
        if !self.clocks.stand() {
            self.change_clocks(ClockChange::Stop { ran: [0; 2] }, reason, now)?;
        }
        self.change_clocks(ClockChange::Go, reason, now)?;
        self.do_at_table(Act::Again(now_ms()))?;
        self.starts_anew = true;
        if self.mending == Mending::Due {
            self.mending = Mending::Always;
        }
        Ok(())
    }

    /// Lets the game stand instead of losing it, where a program that fails is mended. Returns whether it does.
    pub(super) fn is_mended(&mut self, seat: Seat, fault: Fault, reason: &Sentence, now: Instant) -> bool {
        let is_program = self.seats[seat].program().is_some();
        if self.mending == Mending::Never || !is_program || fault == Fault::TimeLimit || self.over().is_some()
        {
            return false;
        }
        if self.mending == Mending::Due {
            return true;
        }
        self.mending = Mending::Due;
        let log = self.seats[seat].program_mut().and_then(Process::last_words);
        if !self.clocks.stand() {
            // Nothing but the clocks is changed, and they run.
            let _ = self.change_clocks(ClockChange::Stop { ran: [0; 2] }, reason.to(Lang::En), now);
        }
        for state in &mut self.seats {
            if let Chair::Person(person) = &mut state.chair {
                person.failed(seat, reason, log.as_deref().unwrap_or_default());
            }
        }
        true
    }

    /// Keeps a seat's program from running; whether it ran.
    fn freeze(&mut self, seat: Seat) -> bool {
        let is_free = self.seats[seat].rest.is_free();
        let Some(process) = self.seats[seat].program_mut() else { return false };
        let runs = is_free && process.was_executed() && !process.has_ended();
        if runs {
            process.cell.hold();
        }
        runs
    }

    /// The hand in which the person at a seat acts besides playing: as the referee, or throwing the dice.
    pub(super) fn other_hand(&self, seat: Seat) -> Option<Actor> {
        let turn = self.table.turn();
        let due = [Actor::Arbiter, Actor::Chance].into_iter().find(|hand| turn.owes(*hand))?;
        (self.referee() == Some(seat)).then_some(due)
    }
}
