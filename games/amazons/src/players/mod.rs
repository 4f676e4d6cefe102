//! Built-in players, and their components.

mod bits;
mod draft;
mod easy;
mod field;
mod fill;
mod medium;
mod nodes;
mod regions;
mod solver;
mod strong;
mod terms;
mod territory;
mod weights;

pub use draft::Draft;
pub use field::{Act, Field};
pub use nodes::Plan;
pub use strong::{PLAN, Strong};
pub use terms::{TERMS, Terms};
pub use weights::{KNOTS, WEIGHTS, Weights, parts, plain, read, write};

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;

/// Positions valued in a turn.
const HARD: u64 = 40_000;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(medium::Medium::new(means.seed)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(PLAN, Some(HARD), means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(PLAN, None, means)) },
];
