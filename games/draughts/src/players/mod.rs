//! Built-in players.

mod material;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::{AlphaBeta, Random};
use material::Material;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    // Two of its own turns and the answers, and every capture after them.
    BuiltIn { level: Level::Easy, new: |means| Box::new(AlphaBeta::new(Material, 5, means.seed)) },
];
