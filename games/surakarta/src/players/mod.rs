//! Built-in players and their components.

mod course;
mod ends;
mod exchange;
mod strong;
mod weights;
mod worth;

pub use course::{Course, Undo};
pub use ends::{Ending, Endings};
pub use weights::{WEIGHED, WEIGHTS};
pub use worth::{UNIT, WHOLE, parts};

use crate::Board;
use exchange::Exchange;
use leitai_core::{BuiltIn, Level, TableSpec};
use leitai_search::{AlphaBeta, Random, SearchLimits};
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(AlphaBeta::new(Exchange, 3, means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Strong::new(SearchLimits::nodes(MEDIUM), means)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(SearchLimits::nodes(HARD), means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(SearchLimits::TIMED, means)) },
];

pub(crate) static TABLES: &[TableSpec] = &[ends::SIX, ends::SEVEN];

/// Nodes per turn.
const MEDIUM: u64 = 5_000;
const HARD: u64 = 60_000;
