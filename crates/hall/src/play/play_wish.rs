//! What somebody asks for who wants to play.

use super::play_error::PlayRefused;
use crate::entered_program::EnteredProgram;
use leitai_catalog::{ListedGame, RuledGame, Setup};
use leitai_core::{Clock, Level, Seat, Sentence, sentence};
use std::sync::Arc;
use std::time::Duration;

/// The shortest limits of people.
const LEAST_GAME: Duration = Duration::from_secs(10);
const LEAST_TURN: Duration = Duration::from_secs(3);
/// How long a program elsewhere may take to get ready, once it has come.
const READIES: Duration = Duration::from_secs(30);

/// A game that somebody asks for.
#[derive(Clone, Debug)]
pub struct PlayWish {
    /// The game.
    pub game: ListedGame,
    /// Its rule options, by name; the others are the game's own.
    pub options: Vec<(String, String)>,
    /// Acts or a position with which it begins; `None` for the game's own start.
    pub opening: Option<String>,
    /// Against whom.
    pub rival: Rival,
    /// The clock of people, and of programs on other machines; built-in players have another.
    pub clock: Clock,
    /// The seat of whoever asks.
    pub seat: Seat,
    /// Whether a program plays there from another machine, in the place of whoever asks.
    pub by_program: bool,
    /// The names of whoever asks, and of a person who is invited.
    pub names: [String; 2],
}

/// Whom somebody plays against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rival {
    /// A built-in player.
    Level(Level),
    /// A program that was handed in, and that is started here.
    Entered(Arc<EnteredProgram>),
    /// Whoever has the invitation.
    Person,
    /// A program on another machine, of whoever has the invitation.
    Program,
    /// Nobody else: one person has both seats.
    Oneself,
}

impl Rival {
    /// Whether it is a program that is started here.
    pub fn is_here(&self) -> bool {
        matches!(self, Rival::Level(_) | Rival::Entered(_))
    }
}

/// A game that has begun, for whoever asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The game.
    pub id: String,
    /// The key of the seat of whoever asked.
    pub key: String,
}

impl PlayWish {
    /// The game under its rules, from its start, if people can play it so.
    pub(super) fn ruled(&self) -> Result<Arc<dyn RuledGame>, PlayRefused> {
        if self.by_program && self.rival == Rival::Oneself {
            return Err(PlayRefused::Setup(sentence!(
                "Only a person plays both sides alone: let the second program be the other player.",
                "只有人可以独自执双方：请让另一个程序作对手。"
            )));
        }
        if self.has_person() && self.is_short() {
            return Err(PlayRefused::NoTime);
        }
        let setup = Setup { options: self.options.clone(), ..Setup::default() };
        let ruled = self.game.open(&setup).map_err(|why| PlayRefused::Setup(Sentence::of(&why)))?;
        if ruled.is_refereed() {
            return Err(PlayRefused::Referee);
        }
        match &self.opening {
            None => Ok(ruled),
            Some(line) => ruled.begun(line).map_err(|why| PlayRefused::Setup(Sentence::of(&why))),
        }
    }

    fn has_person(&self) -> bool {
        !self.by_program || self.rival == Rival::Person
    }

    /// Whether its clock leaves a person no time.
    fn is_short(&self) -> bool {
        let is_less = |limit: Option<Duration>, least| limit.is_some_and(|limit| limit < least);
        is_less(self.clock.game, LEAST_GAME) || is_less(self.clock.turn, LEAST_TURN)
    }

    /// The clock of people: they need no time to get ready.
    pub(super) fn clock(&self) -> Clock {
        Clock { start: None, start_counts: false, ..self.clock }
    }

    /// The clock of programs on other machines: the game's own, unless another is asked for. They need time to get ready.
    pub(super) fn clock_of_programs(&self) -> Clock {
        let own = self.game.facts().clock;
        let is_limited = self.clock.turn.is_some() || self.clock.game.is_some();
        let limits = if is_limited { self.clock } else { own };
        Clock { start: self.clock.start.or(Some(READIES)), ..limits }
    }

    /// The same wish of this seat's side, which may ask for the other seat.
    pub(super) fn again(&self, by: Seat, swaps: bool) -> PlayWish {
        let seat = if swaps { by.other() } else { by };
        if by == self.seat || self.rival == Rival::Oneself {
            return PlayWish { seat, ..self.clone() };
        }
        // Whoever was invited asks now.
        let [own, other] = self.names.clone();
        let rival = if self.by_program { Rival::Program } else { Rival::Person };
        let by_program = self.rival == Rival::Program;
        PlayWish { seat, rival, by_program, names: [other, own], ..self.clone() }
    }
}
