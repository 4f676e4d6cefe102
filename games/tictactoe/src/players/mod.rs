//! Built-in players.

mod perfect;

use crate::Board;
use leitai_core::{BuiltIn, Level, Seat};
use leitai_search::{AlphaBeta, Evaluate, Random};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    // Sees its own immediate win and the opponent's next one, but walks into forks.
    BuiltIn { level: Level::Easy, new: |means| Box::new(AlphaBeta::new(Level0, 2, means.seed)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(perfect::Perfect::new(means.seed)) },
];

/// An evaluation that rates every unfinished game as even.
struct Level0;

impl Evaluate<Board> for Level0 {
    fn value(&self, _: &Board, _: Seat) -> i32 {
        0
    }
}
