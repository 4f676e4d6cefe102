//! A game as it travels to a worker, and what comes back.

use crate::assignment::Assignment;
use crate::history::Played;
use crate::wanted::Wanted;
use serde::{Deserialize, Serialize};

/// A game to be played by whoever takes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The game; its programs need no file of the machine that ordered it.
    pub(crate) assignment: Assignment,
    /// How its programs run.
    pub(crate) wanted: Wanted,
}

/// How it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// What is kept of it.
    pub(crate) played: Played,
    /// The record's text.
    pub(crate) record: String,
}
