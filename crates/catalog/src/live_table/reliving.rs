//! A game that stands again as it stood: after acts were taken back, or after it was broken off.

use super::refused::{NOT_ASKED, refused};
use super::{LiveTable, text};
use crate::atomic_turn::AtomicTurn;
use leitai_core::{
    Actor, Eye, Game, Line, MoveOf, Openings, Outbox, Position, Refusal, SCORE, Seat, Sentence, Span, State,
    Turn, sentence,
};

impl<G: Game> LiveTable<G> {
    /// Takes back what was played after `to` plies, the turn in progress too; `dice`: also what the dice showed then.
    pub(super) fn take_back(&mut self, by: Seat, to: u32, dice: bool) -> Result<(), Sentence> {
        if dice && self.dice.is_some() {
            return Err(Sentence::new("the dice of this game are thrown by the stage", "本局骰子由平台掷出"));
        }
        let kept = self.acts_of(to, dice).filter(|kept| *kept < self.history.len()).ok_or_else(|| {
            let plies = self.record.plies();
            sentence!(
                "{plies} plies are played, and nothing after ply {to}",
                "现在是第 {plies} 手，第 {to} 手之后没有着法"
            )
        })?;
        for seat in Seat::BOTH {
            let Some(talk) = &self.talks[seat.index()] else { continue };
            if talk.dialect.openings() < Openings::Acts {
                return Err(sentence!(
                    "the dialect `{name}` has no words to tell a program the game again",
                    "协议“{name}”无法向程序重述棋局"; name = talk.name.name()
                ));
            }
        }
        let mut position = self.start.clone();
        for (by, m) in &self.history[..kept] {
            position.play(*by, m);
        }
        if [position.turn(), self.position.turn()].iter().any(|turn| matches!(turn, Turn::Secret(_))) {
            self.may_lay_anew(position, kept)?;
        }
        self.history.truncate(kept);
        self.record.write(&Line::Back { by, to, acts: kept }, false);
        let has_programs = self.leave_programs();
        self.begun = !has_programs;
        self.tell_again(&mut Outbox::default());
        // Nothing of what counts now has just been said.
        self.heard = self.last.each_ref().map(Vec::len);
        Ok(())
    }

    /// Whether layouts may be taken back after so many acts, after which the game stood so: where people sit themselves, what
    /// was laid in secret has been seen by now, or which of the two was quicker would matter. A referee who enters both layouts
    /// may have mistyped one: as long as nothing else was played, neither side has learnt anything by it.
    fn may_lay_anew(&self, mut position: G::Position, kept: usize) -> Result<(), Sentence> {
        if !self.entered {
            return Err(Sentence::new("a layout cannot be taken back", "布阵不能悔"));
        }
        for (by, m) in &self.history[kept..] {
            if !matches!(position.turn(), Turn::Secret(_)) {
                return Err(Sentence::new(
                    "a layout can be taken back only before the first move",
                    "布阵只能在第一步行棋之前收回",
                ));
            }
            position.play(*by, m);
        }
        Ok(())
    }

    /// How many plies were complete before the last act of a seat.
    pub(super) fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let last = self.history.iter().rposition(|(by, _)| *by == Actor::Seat(seat))?;
        Some(self.plies.iter().take_while(|complete| **complete <= last).count() as u32)
    }

    /// How many acts were played when so many plies were complete, with the draws by chance after them, unless these are taken
    /// back too: what the stage has thrown is not thrown again.
    fn acts_of(&self, plies: u32, dice: bool) -> Option<usize> {
        let complete = match plies {
            0 => 0,
            plies => *self.plies.get(plies as usize - 1)?,
        };
        let is_kept = |(by, _): &&(Actor, MoveOf<G>)| *by == Actor::Chance && !dice;
        Some(complete + self.history[complete..].iter().take_while(is_kept).count())
    }

    /// Whether what the dice showed after so many plies was taken back where only so many acts were left; `None` if that cannot
    /// be.
    pub(super) fn throws_anew(&self, plies: u32, acts: usize) -> Option<bool> {
        let may = |dice: &bool| self.acts_of(plies, *dice) == Some(acts) && !(*dice && self.dice.is_some());
        [false, true].into_iter().find(may)
    }

    /// The game goes on after it was broken off.
    pub(super) fn stand_again(&mut self, at: i64) {
        self.record.write(&Line::Again { at }, false);
        self.leave_programs();
        self.begun = false;
    }

    /// Speaks no longer with the programs at the table; whether there were any.
    fn leave_programs(&mut self) -> bool {
        let talks = std::mem::take(&mut self.talks);
        talks.iter().any(Option::is_some)
    }

    /// Plays the acts that count from the start, and tells them to the programs that have not been told of them.
    pub(super) fn tell_again(&mut self, outbox: &mut Outbox) {
        let history = std::mem::take(&mut self.history);
        // Whoever watches has been told.
        let watched = std::mem::take(&mut self.watched);
        self.position = self.start.clone();
        self.views = Eye::ALL.map(|eye| self.position.view(eye));
        self.last = [const { Vec::new() }; 3];
        (self.stale, self.mover) = ([true; 3], Eye::Public);
        self.plies.clear();
        self.record.recount();
        for (by, m) in history {
            let told = self.played(by, &[m], outbox);
            debug_assert!(told.is_ok(), "it was played before");
        }
        self.watched = watched;
    }

    /// Plays acts that were played before, and tells them as those of an opening.
    fn played(&mut self, by: Actor, acts: &[MoveOf<G>], outbox: &mut Outbox) -> Result<(), Refusal> {
        let played = AtomicTurn::of::<G>(&self.position, &self.views, by, acts, Span::Part);
        let played = played.map_err(Refusal::Illegal)?;
        let ruling = self.position.ruling();
        self.history.extend(acts[..played.played].iter().map(|m| (by, m.clone())));
        self.position = played.position;
        self.tell(by, played.told, true, outbox);
        self.acted(by, ruling, played.goes_on);
        Ok(())
    }

    /// Lives through a line of a record that breaks off.
    pub(super) fn live_through(&mut self, line: &Line<'_>) -> Result<(), Sentence> {
        if self.record.end().is_some() || self.position.turn().outcome().is_some() {
            return Err(NOT_ASKED.into());
        }
        let read = |acts: &[std::borrow::Cow<'_, str>]| -> Result<Vec<MoveOf<G>>, Sentence> {
            let read: Result<_, _> = acts.iter().map(|act| G::read(act)).collect();
            read.map_err(|garbled| refused(Refusal::Garbled(garbled)))
        };
        match line {
            Line::Play { by, acts, .. } => {
                let acts = read(acts)?;
                if !self.position.turn().owes(*by)
                    && !matches!(by, Actor::Seat(seat) if self.is_due(*seat, &acts))
                {
                    return Err(NOT_ASKED.into());
                }
                if *by == Actor::Chance {
                    self.throw_again(&acts)?;
                }
                self.played(*by, &acts, &mut Outbox::default()).map_err(refused)?;
            }
            Line::Attempt { by: Actor::Seat(seat), acts, said, .. } => {
                let acts = read(acts)?;
                let tried =
                    AtomicTurn::of::<G>(&self.position, &self.views, Actor::Seat(*seat), &acts, Span::Part);
                let is_free = said.is_none() && matches!(tried, Err(why) if why.free);
                self.retries[seat.index()] = self.retries[seat.index()].saturating_sub(u64::from(!is_free));
            }
            Line::Note { seat, what, text } if what == SCORE => _ = self.referee.hear_note(*seat, text),
            Line::Back { to, acts, .. } => {
                self.throws_anew(*to, *acts).ok_or_else(|| not_after(*to, *acts))?;
                self.history.truncate(*acts);
                self.tell_again(&mut Outbox::default());
            }
            Line::Ready { .. }
            | Line::Garbled { .. }
            | Line::Again { .. }
            | Line::Clock { .. }
            | Line::Note { .. }
            | Line::Attempt { .. } => {}
            Line::Game(_) | Line::End(_) => return Err(NOT_ASKED.into()),
        }
        self.record.write(line, false);
        Ok(())
    }

    /// Throws the dice as they were thrown: they must show the same.
    fn throw_again(&mut self, acts: &[MoveOf<G>]) -> Result<(), Sentence> {
        let Some(dice) = &mut self.dice else { return Ok(()) };
        let mut chances = Vec::new();
        self.position.chances(&mut chances);
        let drawn = dice.draw(chances.iter().map(|(_, weight)| *weight));
        let shown = text::<G>(&chances.swap_remove(drawn).0);
        match acts {
            [act] if text::<G>(act) == shown => Ok(()),
            _ => Err(sentence!("by the seed the dice show {shown}", "按种子，骰子应为 {shown}"; shown)),
        }
    }
}

/// Acts that were taken back to a ply, of which another number is left.
pub(super) fn not_after(ply: u32, acts: usize) -> Sentence {
    sentence!("ply {ply} is not after {acts} acts", "第 {ply} 手并非在 {acts} 个着法之后")
}
