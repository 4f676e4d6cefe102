//! Built-in players, and their components.

mod easy;
mod field;
mod paper;
mod playout;
mod prover;
mod rest;
mod sum;
mod values;

pub use prover::Prover;

use crate::Board;
use field::Field;
use leitai_core::{BuiltIn, Engine, Level, Means};
use leitai_search::{Plan, Random, Tree};

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| tree(Some(5_000), means) },
    BuiltIn { level: Level::Hard, new: |means| tree(Some(40_000), means) },
    BuiltIn { level: Level::Best, new: |means| tree(None, means) },
    BuiltIn { level: Level::Paper, new: |means| Box::new(paper::ByPaper::new(means.seed)) },
];

fn tree(playouts: Option<u64>, means: &Means<'_>) -> Box<dyn Engine<Board>> {
    let plan = Plan { playouts, explore: 0.0, untried: 1.0, aside: 2000.0, list_after: 6 };
    Box::new(Tree::new(plan, means, Field::of, |_, point| point))
}
