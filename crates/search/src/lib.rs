//! The search kit: generic over the law, so it never names a game.

mod alphabeta;
mod lots;
mod random;

pub use alphabeta::{AlphaBeta, Evaluate, WIN};
pub use lots::{one_of_best, shuffle};
pub use random::{Random, random_turn};
