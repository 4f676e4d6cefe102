//! Built-in players.

mod exchange;

use crate::Board;
use exchange::Exchange;
use leitai_core::{Engine, Level};
use leitai_search::{AlphaBeta, Random};

pub(crate) fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
    Some(match level {
        Level::Random => Box::new(Random::new(seed)),
        Level::Easy => Box::new(AlphaBeta::new(Exchange, 3, seed)),
        Level::Medium | Level::Hard | Level::Best | Level::Paper => return None,
    })
}
