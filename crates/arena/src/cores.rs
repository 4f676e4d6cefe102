//! Placement: of the three processes of a game only one works at a time, so they share a core. A hand-over
//! on one core costs a sixth of one between two.

use crate::conditions::Ponder;
use crate::error::StageError;
use crate::place::{Place, pairs};
use crate::topology::physical;
use leitai_core::Seat;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

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

/// The cores this process may use.
pub fn available() -> Vec<usize> {
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect(),
        Err(_) => vec![0],
    }
}

/// How many games these cores hold at once, none of which waits for another.
pub fn at_once(cores: &[usize], ponder: Ponder) -> usize {
    match ponder {
        Ponder::Off => cores.len(),
        Ponder::On => pairs(cores),
    }
}

/// Puts the calling thread on these cores. Where placement is forbidden it runs all the same, only slower.
pub(crate) fn pin(cores: &[usize]) {
    let mut set = CpuSet::new();
    for core in cores {
        set.set(*core);
    }
    let _ = sched_setaffinity(None, &set);
}

/// The core of one of two programs that think in each other's time: theirs are those of the calling thread, one each.
/// None where they share what there is.
pub(crate) fn own_core(seat: Seat, ponder: Ponder) -> Option<usize> {
    match (ponder, available().as_slice()) {
        (Ponder::On, [first, second]) => Some([*first, *second][seat.index()]),
        _ => None,
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
    ) -> Option<Place> {
        if self == Affinity::Auto && !cores.is_empty() {
            return Place::claim(cores, ponder, stop);
        }
        self.place(slot, cores, ponder);
        Some(Place::anywhere())
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
