//! Built-in players.

mod easy;
mod random;

use crate::Board;
use leitai_core::{BuiltIn, Level};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |seed| Box::new(random::Random::new(seed)) },
    BuiltIn { level: Level::Easy, new: |seed| Box::new(easy::Easy::new(seed)) },
];
