//! Short names of events and games, as used in addresses.

use leitai_hall::{ShortId, ShortIds};
use leitai_tournament::GameId;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the addresses of this site refer to.
#[derive(Default)]
pub(crate) struct Names(Mutex<ShortIds>);

impl Names {
    /// The address of an event.
    pub(crate) fn event(&self, name: &str) -> String {
        self.ids().event(name).to_string()
    }

    /// The address of a game of an event.
    pub(crate) fn game(&self, event: &str, game: GameId) -> String {
        self.ids().game(event, game).to_string()
    }

    /// The event's name and the game that an address refers to, if it is known.
    pub(crate) fn game_of(&self, address: &str) -> Option<(String, GameId)> {
        let id: ShortId = address.parse().ok()?;
        self.ids().game_of(&id).map(|(event, game)| (event.to_owned(), game))
    }

    fn ids(&self) -> MutexGuard<'_, ShortIds> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
