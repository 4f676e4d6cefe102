//! Built-in players.

mod easy;
mod field;
mod lines;
mod medium;
mod threats;
mod windows;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(medium::Medium::new(means.seed)) },
];
