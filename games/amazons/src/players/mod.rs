//! Built-in players.

mod easy;
mod territory;

use crate::Board;
use leitai_core::{Engine, Level};
use leitai_search::Random;

pub(crate) fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
    Some(match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Easy => Box::new(easy::Easy::new(seed)),
        Level::Medium | Level::Hard | Level::Best | Level::Paper => return None,
    })
}
