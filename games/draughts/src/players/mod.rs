//! Built-in players.

mod material;

use crate::Board;
use leitai_core::{Engine, Level};
use leitai_search::{AlphaBeta, Random};
use material::Material;

pub(crate) fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
    Some(match level {
        Level::Random => Box::new(Random::new(seed)),
        // Two of its own turns and the answers, and every capture after them.
        Level::Easy => Box::new(AlphaBeta::new(Material, 5, seed)),
        Level::Medium | Level::Hard | Level::Best | Level::Paper => return None,
    })
}
