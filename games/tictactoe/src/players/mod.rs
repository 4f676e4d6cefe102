//! Built-in players.

mod perfect;

use crate::Board;
use leitai_core::{Engine, Level, Seat};
use leitai_search::{AlphaBeta, Evaluate, Random};

pub(crate) fn engine(level: Level, seed: u64) -> Option<Box<dyn Engine<Board>>> {
    Some(match level {
        Level::Random => Box::new(Random::new(seed)),
        // Sees its own win and the opponent's next one; walks into forks.
        Level::Easy => Box::new(AlphaBeta::new(Level0, 2, seed)),
        Level::Best => Box::new(perfect::Perfect::new(seed)),
        Level::Medium | Level::Hard | Level::Paper => return None,
    })
}

/// Nothing is known of an unfinished game.
struct Level0;

impl Evaluate<Board> for Level0 {
    fn value(&self, _: &Board, _: Seat) -> i32 {
        0
    }
}
