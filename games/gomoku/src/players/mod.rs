//! Built-in players.

mod cells;
mod codes;
mod duel;
mod easy;
mod exact_mind;
mod field;
mod fours;
mod kind;
mod line_board;
mod mind;
mod opener;
mod opening_table;
mod pattern;
mod plain_mind;
#[cfg(test)]
mod proofs;
mod provers;
mod stone_walk;
mod strong;
#[cfg(feature = "bench")]
pub mod study;
mod vcf;
mod vct;
mod weights;

use crate::Board;
use exact_mind::ExactMind;
use leitai_core::{BuiltIn, Level, Means};
use leitai_search::{Random, SearchLimits};
use plain_mind::PlainMind;
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn {
        level: Level::Medium,
        new: |means| Box::new(Strong::new(PlainMind::new(MEDIUM, means), MEDIUM, means.seed)),
    },
    BuiltIn { level: Level::Hard, new: |means| exact(HARD, means) },
    BuiltIn { level: Level::Best, new: |means| exact(SearchLimits::TIMED, means) },
];

const MEDIUM: SearchLimits = SearchLimits::nodes(1_000);
const HARD: SearchLimits = SearchLimits::nodes(4_000);

fn exact(limits: SearchLimits, means: &Means<'_>) -> Box<Strong<ExactMind>> {
    Box::new(Strong::new(ExactMind::new(limits, means), limits, means.seed).with_table())
}
