//! Where games run that are played side by side.

use crate::conditions::Ponder;
use crate::cores::pin;
use crate::error::StageError;
use crate::game_cores::GameCores;
use crate::topology::{pairs, physical};

/// Where running games are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Affinity {
    /// Each running game on a core that its stage has claimed: no stage of this machine that claims its cores works
    /// there. Where there are fewer cores than games, games take turns; where all are others', they wait.
    #[default]
    Auto,
    /// Each running game on a core, as far as there are cores, whoever else works there.
    Shared,
    /// Wherever the system likes.
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
    /// Refuses games whose programs could not have a core each although they think in each other's time.
    pub fn allows(self, games: usize, cores: &[usize], ponder: Ponder) -> Result<(), StageError> {
        if self == Affinity::Auto && ponder == Ponder::On && games > pairs(cores) {
            return Err(StageError::TooFewCores { games, cores: physical(cores).len() });
        }
        Ok(())
    }

    /// A place for the `slot`-th of the games that run at once: puts the calling thread there, and with it every
    /// program it starts from now on. Waits where other stages have all the cores; none where `stop` answers that this
    /// is to end. The place is given up when it is dropped.
    pub fn settle(
        self,
        slot: usize,
        cores: &[usize],
        ponder: Ponder,
        stop: &dyn Fn() -> bool,
    ) -> Option<GameCores> {
        if self == Affinity::Auto && !cores.is_empty() {
            return GameCores::claim(cores, ponder, stop);
        }
        self.place(slot, cores, ponder);
        Some(GameCores::anywhere())
    }

    /// Places the calling thread, and with it every program it starts from now on, without a claim: on the `slot`-th
    /// core; on two where programs think in each other's time.
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
