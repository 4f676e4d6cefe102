//! Built-in players.

mod codes;
mod duel;
mod easy;
mod field;
mod fours;
mod strong;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::{Random, SearchLimits};
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Strong::new(MEDIUM, means)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(HARD, means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(SearchLimits::TIMED, means)) },
];

const MEDIUM: SearchLimits = SearchLimits::nodes(1_000);
const HARD: SearchLimits = SearchLimits::nodes(8_000);
