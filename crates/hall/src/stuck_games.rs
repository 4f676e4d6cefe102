//! Which games of an event no worker could play.

use leitai_core::Sentence;
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games of an event that failed as often as its store allows and wait for an operator, each with the reason of the last
/// failure, for other threads than the one that runs the event: clones show the same. The reasons are the operator's: they
/// may name files and machines.
#[derive(Clone, Default, Debug)]
pub struct StuckGames(Arc<Mutex<BTreeMap<GameId, Sentence>>>);

impl StuckGames {
    /// Those of this moment, by name.
    pub fn now(&self) -> BTreeMap<GameId, Sentence> {
        self.locked().clone()
    }

    pub(crate) fn insert(&self, game: GameId, why: Sentence) {
        self.locked().insert(game, why);
    }

    pub(crate) fn remove(&self, game: GameId) {
        self.locked().remove(&game);
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<GameId, Sentence>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
