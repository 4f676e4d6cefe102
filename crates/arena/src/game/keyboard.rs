//! What the persons at the table type, and who is at the keyboard.

use super::RunningGame;
use crate::chair::Chair;
use crate::person::Typed;
use crate::watch::Watch;
use leitai_core::{Act, Actor, Due, Refusal, Seat, Span, Turn};
use std::time::{Duration, Instant};

impl RunningGame<'_> {
    /// Handles a person's input while it is that person's turn.
    pub(super) fn attend_person(&mut self, seat: Seat, said: bool, now: Instant, watch: &mut dyn Watch) {
        if let (Chair::Person(person), true) = (&self.seats[seat].chair, said) {
            person.typing().borrow_mut().fill(person.lines());
        }
        while self.over().is_none() && self.begun.is_some() && !self.left {
            if !self.listens_to(seat) {
                return;
            }
            let by = self.hand(seat).unwrap_or(Actor::Seat(seat));
            let Chair::Person(person) = &mut self.seats[seat].chair else { return };
            let Some(line) = person.typing().borrow_mut().line() else { return };
            match person.typed(self.table, seat, &line) {
                // Whoever shares a keyboard with the referee cannot be told from the referee.
                Typed::Resign if by == Actor::Arbiter && !person.speaks_up() => {
                    person.refused(&Refusal::NotAsked);
                }
                Typed::Acts(acts) => {
                    let before = Due::at(self.table);
                    let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
                    let act = Act::Play { by, acts: &acts, span: Span::Part };
                    let clock = before.clock(by);
                    let spent = clock.map_or(Duration::ZERO, |seat| self.clocks.spent(seat, now));
                    let left = self.clocks.left(now);
                    match self.table.act(act, spent, left, &mut self.outbox) {
                        Ok(()) => self.acted(by, before, now, watch),
                        Err(refusal) => person.refused(&refusal),
                    }
                }
                typed => {
                    self.obey(seat, typed, now, watch);
                    if self.clocks.stand() || self.starts_anew {
                        return;
                    }
                }
            }
        }
    }

    /// Whether the person in the seat is heard now.
    pub(super) fn listens_to(&self, seat: Seat) -> bool {
        let speaks_up = match &self.seats[seat].chair {
            Chair::Person(person) => person.speaks_up(),
            Chair::Program(_) | Chair::Far(_) => false,
        };
        self.begun.is_some() && (speaks_up || self.hand(seat).is_some())
    }

    /// Whether the occupant of the seat owes an act.
    pub(super) fn owes(&self, seat: Seat) -> bool {
        self.begun.is_some() && self.hand(seat).is_some()
    }

    /// The role in which the occupant of the seat is to act: the first person at the table is the referee too, and throws the
    /// dice where that is done by hand.
    pub(super) fn hand(&self, seat: Seat) -> Option<Actor> {
        let turn = self.table.turn();
        if !self.is_at_keyboard(seat, turn) {
            return None;
        }
        if turn.owes(Actor::Seat(seat)) {
            return Some(Actor::Seat(seat));
        }
        self.other_hand(seat)
    }

    /// Whether the seat has the keyboard. Where two persons share one and both owe an act in secret, First has it
    /// first.
    pub(super) fn is_at_keyboard(&self, seat: Seat, turn: Turn) -> bool {
        let shares = self.seats.iter().all(|state| match &state.chair {
            Chair::Person(person) => !person.is_apart(),
            Chair::Program(_) | Chair::Far(_) => false,
        });
        !(shares && seat == Seat::Second && turn.owes(Actor::Seat(Seat::First)))
    }

    pub(super) fn referee(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| matches!(self.seats[*seat].chair, Chair::Person(_)))
    }
}
