//! Built-in players.

mod easy;
mod field;
mod opening;
mod paths;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;
use opening::Opening;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Opening::new(Some(5_000), means)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Opening::new(Some(40_000), means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Opening::new(None, means)) },
];
