//! Built-in players.

mod exchange;

use crate::Board;
use exchange::Exchange;
use leitai_core::{BuiltIn, Level};
use leitai_search::{AlphaBeta, Random};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(AlphaBeta::new(Exchange, 3, means.seed)) },
];
