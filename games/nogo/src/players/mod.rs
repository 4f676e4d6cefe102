//! Built-in players, and their components.

mod easy;
mod field;
mod paper;
mod playout;
mod prover;
mod rest;
mod strong;
mod sum;
mod values;

pub use prover::Prover;

use crate::Board;
use field::Field;
use leitai_core::{BuiltIn, Engine, Level, Means};
use leitai_search::{Plan, Random, Tree};
use strong::Strong;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| tree(plan(Some(5_000)), means) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Strong::new(plan(Some(40_000)), means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Strong::new(plan(None), means)) },
    BuiltIn { level: Level::Paper, new: |means| Box::new(paper::ByPaper::new(means.seed)) },
];

/// How the tree of a level with so many random games a turn grows.
const fn plan(playouts: Option<u64>) -> Plan {
    Plan { playouts, explore: 0.0, untried: 1.0, aside: 2000.0, list_after: 6 }
}

fn tree(plan: Plan, means: &Means<'_>) -> Box<dyn Engine<Board>> {
    Box::new(Tree::new(plan, means, Field::of, |_, point| point))
}
