//! The games of an event that are being played.

use leitai_tournament::{Due, GameId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games of an event that are being played now, for threads other than the one that runs it; clones share the list.
/// Empty while nobody runs the event.
#[derive(Clone, Default, Debug)]
pub struct RunningGames(Arc<Mutex<BTreeMap<GameId, Due>>>);

impl RunningGames {
    /// The current games, by id.
    pub fn now(&self) -> Vec<Due> {
        self.locked().values().copied().collect()
    }

    /// Whether this game is being played.
    pub fn contains(&self, game: GameId) -> bool {
        self.locked().contains_key(&game)
    }

    /// Replaces the list.
    pub(crate) fn set(&self, games: BTreeMap<GameId, Due>) {
        *self.locked() = games;
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<GameId, Due>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
