//! The seed with which built-in players play a game of an event.

use crate::assignment::seed_of;
use leitai_tournament::{GameId, Seed};

/// The random seed of built-in players in a game of the event with this seed: the same whenever it is played.
pub fn players_seed(event: &Seed, game: GameId) -> u64 {
    seed_of(event, &format!("players of {game}"))
}
