//! The games of an event that no worker could play.

use leitai_core::Sentence;
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games of an event that failed as often as its store allows and wait for an operator, each with the reason of the
/// last failure, for threads other than the one that runs the event; clones share the list. The reasons are meant for
/// the operator: they may name files and machines.
#[derive(Clone, Default, Debug)]
pub struct StuckGames(Arc<Mutex<BTreeMap<GameId, Sentence>>>);

impl StuckGames {
    /// The current games, by id.
    pub fn now(&self) -> BTreeMap<GameId, Sentence> {
        self.locked().clone()
    }

    pub(crate) fn clear(&self) {
        self.locked().clear();
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
