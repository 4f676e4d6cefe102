//! The input of an event's pages.

use crate::event::links::Links;
use leitai_catalog::Secrets;
use leitai_hall::{EventFile, History, Zone};
use leitai_tournament::{EntryId, GameId, Sentence};
use std::collections::BTreeMap;
use std::time::Duration;

/// The published reason for a game's end, if there is one.
pub type Reasons = BTreeMap<GameId, Option<Sentence>>;

/// An event, as the input of a page or a file.
pub struct EventView<'a> {
    /// Its short id, for addresses.
    pub id: &'a str,
    /// Its file.
    pub file: &'a EventFile,
    /// The event according to its journal.
    pub history: &'a History,
    /// When it began, milliseconds since 1970-01-01 UTC.
    pub began: Option<i64>,
    /// The current time, likewise: it decides whether the notice period of the awards has passed, and which secret
    /// games are open.
    pub now: i64,
    /// The zone of the times that people read.
    pub zone: &'a Zone,
    /// The published reasons for the ends of games that are not open. Where one is missing, the page shows the
    /// verdict's.
    pub reasons: &'a Reasons,
    /// The games being played now.
    pub running: &'a [GameId],
    /// The games that no machine could play and that wait for an operator.
    pub stuck: &'a [GameId],
    /// The entry whose games are listed on a page that folds them by entry.
    pub unfolded: Option<EntryId>,
    /// The targets of links.
    pub links: &'a dyn Links,
}

impl EventView<'_> {
    /// Whether everything about a game is open to the public, its times and the number of its moves included.
    pub fn is_open(&self, id: GameId) -> bool {
        is_open(self.history, self.file.secrets, id, self.now)
    }
}

/// How long ago a game ended; zero if it is not over.
pub fn age(history: &History, id: GameId, now: i64) -> Duration {
    let ended = history.details.get(&id).map_or(now, |how| how.ended);
    Duration::from_millis(now.saturating_sub(ended).try_into().unwrap_or(0))
}

/// Whether everything about a recorded game is open to the public.
pub(crate) fn is_open(history: &History, secrets: Secrets, id: GameId, now: i64) -> bool {
    !history.begun.game.facts().hidden || secrets.open(true, age(history, id, now))
}
