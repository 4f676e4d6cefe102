//! Acts that are played at a live table, and their consequences.

use super::{LiveTable, text};
use crate::atomic_turn::AtomicTurn;
use leitai_core::{
    Actor, Eye, Game, Illegal, Left, MoveOf, Outbox, Outcome, Position, Report, Ruling, Seat, Sentence, Span,
    State, Turn, View,
};

impl<G: Game> LiveTable<G> {
    /// Plays acts, all or nothing, and tells everyone the consequences.
    pub(super) fn step(
        &mut self,
        by: Actor,
        acts: &[MoveOf<G>],
        span: Span,
        us: u64,
        left: Left,
        outbox: &mut Outbox,
    ) -> Result<(), Illegal> {
        let (before, ruling) = (self.position.turn(), self.position.ruling());
        let late = matches!(by, Actor::Seat(seat) if self.waits(seat));
        let tried = AtomicTurn::of::<G>(&self.position, &self.views, by, acts, span);
        let (played, refused) = match &tried {
            Ok(tried) => (tried.played, None),
            Err(illegal) => (acts.len(), Some((*illegal, span))),
        };
        if let (Actor::Seat(seat), Ok(_), false) = (by, &tried, matches!(before, Turn::Secret(_)))
            && let Some(note) = self.referee.note(seat)
        {
            self.record.write(&note, false);
        }
        self.record.acts(by, acts[..played].iter().map(text::<G>), us, refused, late);
        let tried = tried?;
        self.heard = self.last.each_ref().map(Vec::len);
        self.history.extend(acts[..played].iter().map(|m| (by, m.clone())));
        self.position = tried.position;
        let after = self.position.turn();
        if !is_deploying(after) {
            self.record.release();
        }
        self.tell(by, tried.told, false, outbox);
        let completed = self.acted(by, ruling, tried.goes_on);
        match after {
            Turn::Over(outcome) => _ = self.close(outcome, outcome.why.words().into(), outbox),
            _ => match self.adjudicated(completed) {
                Some((outcome, reason)) => _ = self.close(outcome, reason, outbox),
                None => self.ask(|seat| before.asks(after, by, seat), left, outbox),
            },
        }
        Ok(())
    }

    /// Tells everyone the consequences of acts of a hand; `given`: they belong to the opening.
    pub(super) fn tell(
        &mut self,
        by: Actor,
        told: Vec<(Eye, Report<G::Position>, bool)>,
        given: bool,
        outbox: &mut Outbox,
    ) {
        for (eye, report, goes_on) in told {
            // A draw by chance follows a turn and must not clear that turn's reports.
            if by != Actor::Chance && std::mem::take(&mut self.stale[eye.index()]) {
                self.last[eye.index()].clear();
                self.heard[eye.index()] = 0;
            }
            let view = &mut self.views[eye.index()];
            view.learn(&report);
            if let Eye::Seat(seat) = eye
                && let Some(talk) = &mut self.talks[seat.index()]
            {
                let lines = &mut outbox.lines[seat.index()];
                if given {
                    talk.dialect.given(view, &report, goes_on, lines);
                } else {
                    talk.dialect.report(view, &report, goes_on, lines);
                }
            }
            if self.watched[eye.index()] {
                let mut text = String::new();
                G::write_report(&report, &mut text);
                outbox.told.push((eye, text));
            }
            self.last[eye.index()].push(report);
        }
    }

    /// A hand has acted where this was asked of the referee; `goes_on`: its turn does. Returns whose ply is complete by that.
    pub(super) fn acted(&mut self, by: Actor, ruling: Option<Ruling>, goes_on: bool) -> Option<Seat> {
        let completed = self.position.completed(by, ruling, goes_on);
        if completed.is_some() {
            self.record.ply();
            self.plies.push(self.history.len());
        }
        if !goes_on {
            self.turn_over(by, self.position.turn());
        }
        completed
    }

    /// A hand's turn is over.
    fn turn_over(&mut self, by: Actor, after: Turn) {
        if let Actor::Seat(seat) = by {
            self.mover = Eye::Seat(seat);
        }
        if by != Actor::Chance {
            self.stale = [true; 3];
        }
        // Between two secret turns the position depends on which seat was quicker; the digest must not.
        if !matches!(after, Turn::Secret(_)) {
            let mut text = String::with_capacity(512);
            G::write_position(&self.position, &mut text);
            self.record.position(&text);
        }
    }

    /// Whether, and how, the referee ends the game after a ply of that seat.
    fn adjudicated(&mut self, completed: Option<Seat>) -> Option<(Outcome, Sentence)> {
        let seat = completed.filter(|_| !matches!(self.position.turn(), Turn::Secret(_)))?;
        self.referee.ply(seat, self.record.plies(), self.position.tally())
    }

    /// Rolls the dice if they are due; otherwise asks every seat that owes an act and that `due` reports as not asked
    /// yet.
    pub(super) fn ask(&mut self, due: impl Fn(Seat) -> bool, left: Left, outbox: &mut Outbox) {
        if self.position.turn() == Turn::Of(Actor::Chance)
            && let Some(dice) = &mut self.dice
        {
            let mut chances = Vec::new();
            self.position.chances(&mut chances);
            let drawn = dice.draw(chances.iter().map(|(_, weight)| *weight));
            let rolled =
                self.step(Actor::Chance, &[chances.swap_remove(drawn).0], Span::Part, 0, left, outbox);
            debug_assert_eq!(rolled, Ok(()), "what the rules offer chance, they accept");
            return;
        }
        let turn = self.position.turn();
        let left = self.told_of(left);
        for seat in Seat::BOTH {
            if turn.owes(Actor::Seat(seat))
                && due(seat)
                && let Some(talk) = &mut self.talks[seat.index()]
            {
                talk.dialect.ask(&self.views[seat.index()], left, &mut outbox.lines[seat.index()]);
            }
        }
    }
}

/// Whether First owes a secret turn.
pub(super) fn is_deploying(turn: Turn) -> bool {
    matches!(turn, Turn::Secret([true, _]))
}
