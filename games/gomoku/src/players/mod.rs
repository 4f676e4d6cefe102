//! Built-in players.

mod codes;
mod easy;
mod field;
mod fours;
mod medium;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(medium::Medium::new(means.seed)) },
];
