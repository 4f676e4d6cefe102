//! What an event asks of its store.

use crate::error::HallError;
use crate::game_order::key;
use crate::store_runtime::StoreRuntime;
use leitai_store::{GameKey, Progress, Queue, StoreError, patiently};
use leitai_tournament::GameId;
use std::path::PathBuf;
use std::sync::Arc;

/// The queue of a store, as one event sees it.
pub(super) struct Desk {
    pub(super) runtime: Arc<StoreRuntime>,
    pub(super) queue: Queue,
    pub(super) event: String,
    /// The class of the machines that play.
    pub(super) class: String,
    pub(super) folder: PathBuf,
}

impl Desk {
    /// Waits for the store's answer, also if it is unavailable for a while.
    pub(super) fn wait<T>(&self, ask: impl AsyncFnMut() -> Result<T, StoreError>) -> Result<T, HallError> {
        Ok(self.runtime.wait(patiently(self.queue.terms(), ask))?)
    }

    pub(super) fn progress(&self, games: impl Iterator<Item = GameId>) -> Result<Progress, HallError> {
        let games = games.map(key).collect::<Result<Vec<_>, _>>()?;
        self.wait(async || self.queue.progress(&self.event, &games).await)
    }

    pub(super) fn cancel(&self, game: &GameKey) -> Result<(), HallError> {
        self.wait(async || self.queue.cancel(&self.event, game).await).map(drop)
    }

    pub(super) fn forget(&self, games: &[GameKey]) -> Result<(), HallError> {
        self.wait(async || self.queue.forget(&self.event, games).await).map(drop)
    }
}
