//! Built-in players, and their components.

mod ends;
mod field;
mod material;
mod strong;
mod tally;
mod walk;
mod weights;

pub use ends::Endings;
pub use field::{Field, Hop};
pub use strong::{CUTS, TABLE};
pub use tally::Tally;
pub use walk::{Draft, Stand};
pub use weights::{UNIT, WEIGHTS, Weights, parts, plain, write};

use crate::Board;
use leitai_core::{BuiltIn, Level, TableSpec};
use leitai_search::{AlphaBeta, Random, SearchLimits};
use material::Material;
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    // Two of its own turns and the replies, and every capture after them.
    BuiltIn { level: Level::Easy, new: |means| Box::new(AlphaBeta::new(Material, 5, means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Strong::new(SearchLimits::nodes(MEDIUM), means)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(SearchLimits::nodes(HARD), means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(SearchLimits::TIMED, means)) },
];

pub(crate) static TABLES: &[TableSpec] = &[ends::FOUR, ends::FIVE];

/// Nodes per turn.
const MEDIUM: u64 = 4_000;
const HARD: u64 = 120_000;
