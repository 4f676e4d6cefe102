//! Built-in players.

mod perfect;

use crate::Board;
use leitai_core::{BuiltIn, Level, Seat};
use leitai_search::{AlphaBeta, Evaluate, Random};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |seed| Box::new(Random::new(seed)) },
    // Sees its own win and the opponent's next one; walks into forks.
    BuiltIn { level: Level::Easy, new: |seed| Box::new(AlphaBeta::new(Level0, 2, seed)) },
    BuiltIn { level: Level::Best, new: |seed| Box::new(perfect::Perfect::new(seed)) },
];

/// Nothing is known of an unfinished game.
struct Level0;

impl Evaluate<Board> for Level0 {
    fn value(&self, _: &Board, _: Seat) -> i32 {
        0
    }
}
