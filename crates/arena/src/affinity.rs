//! Which cores concurrent games run on.

use crate::conditions::Ponder;
use crate::cores::pin;
use crate::error::StageError;
use crate::game_cores::GameCores;
use crate::topology::{pairs, physical};
use leitai_core::Sentence;

/// Which cores running games are pinned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Affinity {
    /// Each running game on a core claimed by this stage, so that no other stage on the machine that claims cores uses
    /// it. Games take turns if there are fewer cores than games, and wait if other stages hold all cores.
    #[default]
    Auto,
    /// Each running game on its own core as far as there are enough, without claiming it: other stages may use it too.
    Shared,
    /// No pinning: the system's scheduler decides.
    None,
}

impl std::str::FromStr for Affinity {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Affinity::Auto),
            "shared" => Ok(Affinity::Shared),
            "none" => Ok(Affinity::None),
            _ => Err("it is auto, shared or none".to_owned()),
        }
    }
}

impl Affinity {
    /// Errors with [`StageError::TooFewCores`] if programs may think on the opponent's time and `games` concurrent
    /// games do not leave each program a core of its own.
    pub fn allows(self, games: usize, cores: &[usize], ponder: Ponder) -> Result<(), StageError> {
        if self == Affinity::Auto && ponder == Ponder::On && games > pairs(cores) {
            return Err(StageError::TooFewCores { games, cores: physical(cores).len() });
        }
        Ok(())
    }

    /// Pins the calling thread, and every program it starts from now on, for the `slot`-th of the concurrent games.
    /// Blocks while other stages hold all the cores; returns `None` once `stop` returns true. Dropping the value
    /// releases the cores. Whoever waits for them meanwhile is told that `game` is played there.
    pub fn settle(
        self,
        slot: usize,
        cores: &[usize],
        ponder: Ponder,
        game: &Sentence,
        stop: &dyn Fn() -> bool,
    ) -> Option<GameCores> {
        if self == Affinity::Auto && !cores.is_empty() {
            return GameCores::claim(cores, ponder, game, stop);
        }
        self.place(slot, cores, ponder);
        Some(GameCores::anywhere())
    }

    /// Pins the calling thread, and every program it starts from now on, without claiming anything: to the `slot`-th
    /// core, or to two cores if programs may think on the opponent's time.
    pub fn place(self, slot: usize, cores: &[usize], ponder: Ponder) {
        if self != Affinity::None && !cores.is_empty() {
            let width = if ponder == Ponder::On { 2 } else { 1 };
            pin(&(0..width).map(|i| cores[(slot * width + i) % cores.len()]).collect::<Vec<_>>());
        }
    }
}

impl std::fmt::Display for Affinity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Affinity::Auto => "auto",
            Affinity::Shared => "shared",
            Affinity::None => "none",
        })
    }
}
