//! What persons at the table type.

use super::RunningGame;
use crate::chair::Chair;
use crate::person::Typed;
use crate::watch::Watch;
use leitai_core::{Act, Actor, Refusal, Seat, Span};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// Deals with what a person typed, while it is that person's turn.
    pub(super) fn attend_person(&mut self, seat: Seat, said: bool, now: Instant, watch: &mut dyn Watch) {
        if let (Chair::Person(person), true) = (&self.chairs[seat.index()], said) {
            person.typing().borrow_mut().fill(person.lines());
        }
        while self.over().is_none() && self.begun.is_some() && !self.left {
            let Some(by) = self.hand(seat) else { return };
            let Chair::Person(person) = &mut self.chairs[seat.index()] else { return };
            let Some(line) = person.typing().borrow_mut().line() else { return };
            match person.typed(self.table, seat, &line) {
                Typed::Nothing => {}
                Typed::Leave => self.left = true,
                Typed::Resign if by == Actor::Arbiter => person.refused(&Refusal::NotAsked),
                Typed::Resign => {
                    let _ = self.table.act(Act::Resign(seat), Duration::ZERO, [None; 2], &mut self.outbox);
                }
                Typed::Acts(acts) => {
                    let (before, plies) = (self.table.turn(), self.table.plies());
                    let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
                    let act = Act::Play { by, acts: &acts, span: Span::Part };
                    let (spent, left) = (self.clocks.spent(seat, now), self.clocks.left(now));
                    match self.table.act(act, spent, left, &mut self.outbox) {
                        Ok(()) => self.acted(seat, before, plies, now, watch),
                        Err(refusal) => person.refused(&refusal),
                    }
                }
            }
        }
    }
}
