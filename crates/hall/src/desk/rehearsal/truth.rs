//! The whole of a rehearsed game with secrets: what the made-up referee of the hall sees.

use crate::desk::DeskSetup;
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{
    Act, Actor, Eye, Level, Means, Outbox, Relayed, Rng, SEEN, Seat, Sentence, Span, Staging, Table,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// An act of the game as it really was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct TrueAct {
    /// So many acts had been entered at the desk by then.
    pub(super) begins: usize,
    /// Whose.
    pub(super) by: Seat,
    /// The act.
    pub(super) act: String,
}

/// The game as the referee sees it, who says at a desk that knows one side only what comes of each act.
pub(super) struct Truth {
    game: Arc<dyn RuledGame>,
    seen: Seat,
    table: Box<dyn Table>,
    outbox: Outbox,
    played: Vec<TrueAct>,
}

impl Truth {
    /// Whether a game needs a referee where each machine knows its own side only.
    pub(super) fn is_needed(setup: &DeskSetup) -> bool {
        setup.game.facts().options.iter().any(|option| option.name == SEEN)
    }

    /// The game of a desk that knows this seat.
    pub(super) fn new(setup: &DeskSetup, seen: Seat) -> Result<Truth, Sentence> {
        let rules = Setup { options: setup.options.clone(), ..Setup::default() };
        let game = setup.game.open(&rules).map_err(|why| Sentence::of(&why))?;
        let table = opened(&*game);
        Ok(Truth { game, seen, table, outbox: Outbox::default(), played: Vec::new() })
    }

    /// Every act so far.
    pub(super) fn played(&self) -> &[TrueAct] {
        &self.played
    }

    /// Whether the seat is to act.
    pub(super) fn owes(&self, seat: Seat) -> bool {
        self.table.turn().owes(Actor::Seat(seat))
    }

    /// A seat acts, after so many acts were entered at the desk; returns what is entered there because of it, or `None` if the
    /// rules forbid the act.
    pub(super) fn play(&mut self, begins: usize, by: Seat, act: &str) -> Option<Vec<Relayed<String>>> {
        let play = Act::Play { by: Actor::Seat(by), acts: &[act], span: Span::Part };
        self.table.act(play, Duration::ZERO, [None; 2], &mut self.outbox).ok()?;
        self.played.push(TrueAct { begins, by, act: act.to_owned() });
        self.outbox.lines = Default::default();
        let told = std::mem::take(&mut self.outbox.told).into_iter();
        let told: Vec<_> = told.filter(|(eye, _)| *eye == Eye::Seat(by)).map(|(_, report)| report).collect();
        let winner = self.table.turn().outcome().and_then(|outcome| outcome.winner);
        self.game.relayed(self.seen, by, &told, winner).ok()
    }

    /// Begins anew.
    pub(super) fn begin_anew(&mut self) {
        (self.table, self.outbox) = (opened(&*self.game), Outbox::default());
        self.played.clear();
    }

    /// What the built-in player of the other side does next; nothing if it is not to act.
    pub(super) fn answer(&self, level: Level, random: &mut Rng) -> Vec<String> {
        let other = self.seen.other();
        let Some(mut analyst) = self.game.analyst(level, &Means::seeded(random.next())) else {
            return Vec::new();
        };
        for TrueAct { by, act, .. } in &self.played {
            if analyst.play(Actor::Seat(*by), act).is_err() {
                return Vec::new();
            }
        }
        if self.owes(other) { analyst.turn_of(other) } else { Vec::new() }
    }
}

fn opened(game: &dyn RuledGame) -> Box<dyn Table> {
    let mut table = game.table(Staging::default(), None);
    for eye in Eye::ALL {
        table.watch(eye);
    }
    table.begin([None; 2], &mut Outbox::default());
    table
}
