//! Built-in players.

mod easy;
mod random;

use crate::Board;
use leitai_core::{Engine, Level};

pub(crate) fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
    Some(match level {
        Level::Random => Box::new(random::Random::new(seed)),
        Level::Easy => Box::new(easy::Easy::new(seed)),
        Level::Medium | Level::Hard | Level::Best | Level::Paper => return None,
    })
}
