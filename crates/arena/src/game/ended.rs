//! How a game ended.

use super::Late;
use leitai_core::{Outcome, Sentence};
use std::time::Duration;

/// The outcome of a finished game and its figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The result.
    pub outcome: Outcome,
    /// The reason, as a sentence with figures.
    pub reason: Sentence,
    /// Number of completed plies.
    pub plies: u32,
    /// For each seat, the time used in total and in its longest turn.
    pub used: [(Duration, Duration); 2],
    /// For each seat, the processor time of its program in this game, from start to end; zero for a person.
    pub cpu: [Duration; 2],
    /// The digest of its positions: equal where the same game was played.
    pub digest: String,
    /// Wall time from the first request to the last answer.
    pub played: Duration,
    /// What the loser's program was doing when its time ran out, if that is how it lost.
    pub late: Option<Late>,
    /// For each seat, what the machine took from its turns and was given back to them.
    pub given_back: [Duration; 2],
    /// Set if the machine, not the loser, was at fault: for how long the stage could not act, or zero if something other
    /// than the stage killed the program. The result is meaningless; play the game again.
    pub disturbed: Option<Duration>,
}
