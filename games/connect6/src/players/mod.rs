//! Built-in players.

mod easy;
mod windows;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |seed| Box::new(Random::new(seed)) },
    BuiltIn { level: Level::Easy, new: |seed| Box::new(easy::Easy::new(seed)) },
];
