//! Built-in players: what they are given and what they give back.

use crate::{Position, Seat, State};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Strength of a built-in player; the same names in every game, and kept as such.
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
    /// As strong as we can, using the clock.
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

impl FromStr for Level {
    type Err = ();
    fn from_str(text: &str) -> Result<Level, ()> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or(())
    }
}

/// A built-in player of a game.
pub struct BuiltIn<P: Position> {
    /// Its strength.
    pub level: Level,
    /// Makes one whose choices follow from the seed.
    pub new: fn(u64) -> Box<dyn Engine<P>>,
}

impl<P: Position> BuiltIn<P> {
    /// Their levels in the same order, the first of them as many as there are; the rest is `Random`.
    pub(crate) const fn levels(players: &[BuiltIn<P>]) -> [Level; Level::ALL.len()] {
        let mut levels = [Level::Random; Level::ALL.len()];
        let mut i = 0;
        while i < players.len() {
            levels[i] = players[i].level;
            i += 1;
        }
        levels
    }
}

/// How long a player may think. Players read no clock of their own: `elapsed` tells the time since the turn
/// was asked for.
pub struct Budget<'a> {
    /// Time this turn should take at most.
    pub time: Duration,
    /// Time spent so far; cheap enough to ask every few thousand nodes.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl Budget<'_> {
    /// Is the time used up?
    pub fn spent(&self) -> bool {
        (self.elapsed)() >= self.time
    }
}

/// What a player says of its thinking, for logs and evaluation graphs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth reached, in the search's own unit.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Value for the player, in the search's own unit.
    pub value: i32,
}

/// A built-in player of one game. It holds only what its seat knows: it cannot peek, by construction.
pub trait Engine<P: Position>: Send {
    /// Appends the acts of its turn: in a game without secrets the whole turn, otherwise as many as it can decide
    /// before it hears an answer, at least one. Requires that `me` owes an act in `view`. Each act is legal in `view`
    /// after the acts before it.
    fn think(
        &mut self,
        me: Seat,
        view: &P::View,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info),
        turn: &mut Vec<<P as State>::Move>,
    );
}
