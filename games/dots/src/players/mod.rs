//! Built-in players.

mod deep;
mod easy;
mod grid;
mod key;
mod net;
mod solver;
mod strings;
mod transposition_table;
mod tree;
mod turn;

use crate::Board;
use deep::{Deep, Reach};
use leitai_core::{BuiltIn, Level};
use leitai_search::Random;

pub(crate) const PLAYERS: &[BuiltIn<Board>] = &[
    BuiltIn { level: Level::Random, new: |means| Box::new(Random::new(means.seed)) },
    BuiltIn { level: Level::Easy, new: |means| Box::new(easy::Easy::new(means.seed)) },
    BuiltIn { level: Level::Medium, new: |means| Box::new(Deep::new(Reach::MEDIUM, means)) },
    BuiltIn { level: Level::Hard, new: |means| Box::new(Deep::new(Reach::HARD, means)) },
    BuiltIn { level: Level::Best, new: |means| Box::new(Deep::new(Reach::BEST, means)) },
];
