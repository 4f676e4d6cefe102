//! Built-in players.

mod belief;
mod easy;
mod medium;
mod playout;
mod random;

use crate::Board;
use leitai_core::{BuiltIn, Level};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(random::Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(medium::Medium::new(means.seed)) },
];
