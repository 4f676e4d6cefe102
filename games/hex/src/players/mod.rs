//! Built-in players, and their components.

mod easy;
mod field;
mod guided;
mod network;
mod opening;
mod paths;

pub use field::Field;
pub use guided::Guided;
pub use network::{Network, Scores, Sight};
pub use opening::PLAN;

use crate::Board;
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;
use opening::Opening;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Opening::new(Some(5_000), means, Field::of)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Opening::new(Some(8_000), means, Guided::of)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Opening::new(None, means, Guided::of)) },
];
