//! Whose turn it is: what follows an act, and when the clocks of those who are asked begin to run.

use super::RunningGame;
use crate::chair::Chair;
use crate::watch::Watch;
use leitai_core::{Actor, Due, Seat};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// Switches the clocks after an act of this hand, before which so much was due.
    pub(super) fn acted(&mut self, by: Actor, before: Due, now: Instant, watch: &mut dyn Watch) {
        let after = self.table.turn();
        let (clock, over) = (before.clock(by), before.over(by, self.table));
        if let Some(seat) = clock {
            let took = self.clocks.spent(seat, now);
            self.clocks.stop(seat, now, over == clock);
            if by == Actor::Seat(seat) {
                self.answered(seat, over == clock);
                if !after.owes(by) {
                    self.come_to_rest(seat, took);
                }
            }
        }
        if let Some(seat) = over {
            self.seats[seat].is_started = false;
        }
        if let Some(seat) = over.filter(|_| by == Actor::Arbiter) {
            self.seats[seat].account.turn = Duration::ZERO;
            if over != clock {
                self.clocks.complete(seat);
            }
        }
        self.clocks.mark(self.table.plies());
        // Before the game waits for its core, or for the pace at which it is shown.
        self.keep_lines();
        self.show(now, watch);
        if before.is_past(self.table) {
            self.keep_pace(now);
        }
        self.take_turn();
        self.keep_back();
        let due = Seat::BOTH.map(|due| {
            let waited = !self.is_at_keyboard(due, before.turn) && before.turn.owes(Actor::Seat(due));
            before.turn.asks(after, by, due)
                || waited && self.is_at_keyboard(due, after) && after.owes(Actor::Seat(due))
        });
        let is_due = |seat: Seat| due[seat];
        // Whoever looks takes time, which nobody may think in.
        watch.changed(self.table);
        if self.wake_to_be_told(is_due) {
            self.send();
            self.ask(is_due);
        }
    }

    /// Resumes the programs that owe an act and must come to rest before they are told of it. All others are resumed
    /// when their clocks start, and not a moment sooner. Returns false if one had computed too much in the meantime and
    /// the game is over.
    pub(super) fn wake_to_be_told(&mut self, is_due: impl Fn(Seat) -> bool) -> bool {
        let is_told_at_rest = |stage: &Self, seat| is_due(seat) && stage.may_search_on(seat);
        Seat::BOTH.into_iter().all(|seat| !is_told_at_rest(self, seat) || self.wake(seat, Instant::now()))
    }

    /// Whether the clock of the seat is started by hand, and has not been in this turn.
    pub(super) fn waits_for_hand(&self, seat: Seat) -> bool {
        match &self.seats[seat].chair {
            Chair::Person(person) => person.starts_by_hand() && !self.seats[seat].is_started,
            Chair::Program(_) | Chair::Far(_) => false,
        }
    }

    /// Lets the clock run that runs until the referee has spoken, if any.
    pub(super) fn run_ruled_clock(&mut self, now: Instant) {
        if let Some(seat) = self.table.ruling().and_then(|ruling| ruling.clock) {
            self.clocks.run(seat, now);
        }
    }

    /// Starts the clocks of the seats that owe an act, to which the request has been sent; each runs from the moment at which
    /// its program could first work on it. The referee has no clock of his own.
    pub(super) fn ask(&mut self, is_due: impl Fn(Seat) -> bool) {
        let turn = self.table.turn();
        let told = self.seats.each_mut().map(|state| state.told.take());
        for seat in Seat::BOTH {
            if is_due(seat) && self.is_at_keyboard(seat, turn) {
                // Noted first: between resuming a program and what follows, the stage may lose the core to it.
                let resumed = Instant::now();
                let is_held = !self.seats[seat].rest.is_free();
                if !self.may_search_on(seat) && !self.wake(seat, resumed) {
                    return;
                }
                let told = told[seat].filter(|_| !is_held);
                if !self.waits_for_hand(seat) {
                    self.run_clock(seat, told.unwrap_or(resumed));
                }
                match &mut self.seats[seat].chair {
                    Chair::Program(process) => process.inbox.asked(),
                    Chair::Person(person) => person.asked(self.table, seat),
                    Chair::Far(far) => far.asked(resumed),
                }
            }
        }
        self.run_ruled_clock(Instant::now());
        if let Some(seat) = Seat::BOTH.into_iter().find(|seat| self.other_hand(*seat).is_some())
            && let Chair::Person(person) = &mut self.seats[seat].chair
        {
            person.asked(self.table, seat);
        }
    }
}
