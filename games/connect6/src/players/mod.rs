//! Built-in players.

mod defence;
mod double_threats;
mod easy;
mod field;
mod line_board;
mod lines;
mod medium;
mod pattern;
mod proofs;
#[cfg(test)]
mod replays;
mod single_threats;
mod stops;
mod strong;
#[cfg(feature = "bench")]
pub mod study;
mod threats;
mod turn_list;
mod turn_walk;
mod valued_field;
mod vcdt;
mod weights;
mod windows;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::{Random, SearchLimits};
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(medium::Medium::new(means.seed)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(HARD, means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(SearchLimits::TIMED, means)) },
];

const HARD: SearchLimits = SearchLimits::nodes(8_000);
