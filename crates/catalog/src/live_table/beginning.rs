//! How conversations and the game begin.

use super::{LiveTable, Talk};
use crate::atomic_turn::AtomicTurn;
use leitai_core::{Clock, Dialect, DialectName, Game, Left, Lines, Openings, Outbox, Seat, Span};

impl<G: Game> Talk<G> {
    /// Keeps the program for another game; returns the lines that dismiss it later.
    pub(super) fn stay(&mut self) -> Lines {
        self.stays = true;
        let mut farewell = Lines::default();
        self.dialect.dismiss(&mut farewell);
        farewell
    }
}

impl<G: Game> LiveTable<G> {
    /// Opens the conversation of a seat with the opening words sent; `None` where it cannot express the game's rules,
    /// opening or settings.
    pub(super) fn opened(
        &self,
        seat: Seat,
        name: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Box<dyn Dialect<G::Position>>> {
        let mut dialect = G::dialect(name, &self.options).filter(|dialect| dialect.speaks(&self.rules))?;
        let openings = dialect.openings();
        if openings < Openings::Acts && !self.opening.is_empty() {
            return None;
        }
        let settings = &self.settings[seat.index()];
        if !settings.is_empty() && !dialect.has_settings() {
            return None;
        }
        for (name, value) in settings {
            dialect.set(name, value);
        }
        if self.least {
            dialect.say_least();
        } else {
            dialect.limits(clock);
        }
        if let Some(position) = self.from.as_ref().filter(|_| openings == Openings::Positions) {
            dialect.start_from(position);
        }
        dialect.recall(self.habits[seat.index()]);
        dialect.open(seat, &self.rules, &mut outbox.lines[seat.index()]);
        Some(dialect)
    }

    /// The time left, as far as programs are told it.
    pub(super) fn told_of(&self, left: Left) -> Left {
        if self.least { [None; 2] } else { left }
    }

    /// Tells both programs that the game starts, and gives the opening to both.
    pub(super) fn start(&mut self, left: Left, outbox: &mut Outbox) {
        self.begun = true;
        let left = self.told_of(left);
        for seat in Seat::BOTH {
            if let Some(talk) = &mut self.talks[seat.index()] {
                talk.dialect.begin(left, &mut outbox.lines[seat.index()]);
            }
        }
        if !self.history.is_empty() {
            self.tell_again(outbox);
        }
        for (by, m) in std::mem::take(&mut self.opening) {
            let given =
                AtomicTurn::of::<G>(&self.position, &self.views, by, std::slice::from_ref(&m), Span::Part);
            let Ok(given) = given else {
                debug_assert!(false, "an opening is checked when it is read");
                return;
            };
            self.record.given(by, super::text::<G>(&m));
            self.history.push((by, m));
            self.position = given.position;
            self.tell(by, given.told, true, outbox);
            self.acted(by, None, given.goes_on);
        }
    }
}
