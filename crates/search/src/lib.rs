//! The search kit: generic over the law, so it never names a game.

mod alphabeta;
mod random;

pub use alphabeta::{AlphaBeta, Evaluate, WIN};
pub use random::{Random, random_turn};
