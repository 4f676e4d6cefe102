//! The strength of a built-in player.

use crate::same_in_every_language;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Strength of a built-in player; the names are the same in every game, and serialised as such.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Uniform over the legal acts.
    Random,
    /// A first search or greedy rule.
    Easy,
    /// Beats easy.
    Medium,
    /// Beats medium.
    Hard,
    /// As strong as possible, using the clock.
    Best,
    /// `NoGo` only: the strategy of the paper.
    Paper,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Random, Level::Easy, Level::Medium, Level::Hard, Level::Best, Level::Paper];

    /// The name typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Best => "best",
            Level::Paper => "paper",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

same_in_every_language!(Level);

impl FromStr for Level {
    type Err = ();
    fn from_str(text: &str) -> Result<Level, ()> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or(())
    }
}
