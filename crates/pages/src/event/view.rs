//! What an event's pages are made of.

use crate::event::links::Links;
use leitai_catalog::Secrets;
use leitai_hall::{EventFile, History};
use leitai_tournament::{GameId, Sentence};
use std::collections::BTreeMap;
use std::time::Duration;

/// The reason of a game's end as the public may have it, where there is one.
pub type Reasons = BTreeMap<GameId, Option<Sentence>>;

/// An event, as a page or a file is made of it.
pub struct EventView<'a> {
    /// Its short id, for addresses.
    pub id: &'a str,
    /// Its file.
    pub file: &'a EventFile,
    /// The event as its journal has it.
    pub history: &'a History,
    /// When it began, milliseconds since 1970-01-01 UTC.
    pub began: Option<i64>,
    /// Now, likewise: whether the notice period of the awards has passed, and what of a secret game is open.
    pub now: i64,
    /// How a time is written for people.
    pub time: &'a dyn Fn(i64) -> String,
    /// Why games ended that are not open, in the words that the public was told. Without it a page has the verdict's.
    pub reasons: &'a Reasons,
    /// The games that are being played now.
    pub running: &'a [GameId],
    /// The games that no machine could play, and that wait for an operator.
    pub stuck: &'a [GameId],
    /// Where links lead.
    pub links: &'a dyn Links,
}

impl EventView<'_> {
    /// Is everything of a game open to the public, its times and the number of its moves?
    pub fn is_open(&self, id: GameId) -> bool {
        is_open(self.history, self.file.secrets, id, self.now)
    }
}

/// How long ago a game ended; no time at all where it is not over.
pub fn age(history: &History, id: GameId, now: i64) -> Duration {
    let ended = history.details.get(&id).map_or(now, |how| how.ended);
    Duration::from_millis(now.saturating_sub(ended).try_into().unwrap_or(0))
}

/// Is everything of a recorded game open to the public?
pub(crate) fn is_open(history: &History, secrets: Secrets, id: GameId, now: i64) -> bool {
    !history.begun.game.facts().hidden || secrets.open(true, age(history, id, now))
}
