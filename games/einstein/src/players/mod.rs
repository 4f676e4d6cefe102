//! Built-in players.

mod easy;
pub(crate) mod exact;
pub(crate) mod field;
pub(crate) mod fitted;
pub(crate) mod judge;
pub(crate) mod layout;
mod race;
mod random;
mod searcher;
pub(crate) mod stones;
#[cfg(test)]
mod tests;

use crate::Board;
use leitai_core::{BuiltIn, Level, TableSpec};
use searcher::Searcher;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(random::Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Searcher::new(means, Some(60))) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Searcher::new(means, Some(600))) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Searcher::new(means, None)) },
];

pub(crate) const TABLES: &[TableSpec] = &[exact::FOUR, exact::FIVE];
