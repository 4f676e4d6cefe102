//! Placement: of the three processes of a game only one works at a time, so they share a core. A hand-over
//! on one core costs a sixth of one between two.

use crate::conditions::Ponder;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Where running games are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Affinity {
    /// Each running game on a core of its own, as far as there are cores; then evenly.
    #[default]
    Auto,
    /// Wherever the system likes.
    None,
}

impl std::str::FromStr for Affinity {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Affinity::Auto),
            "none" => Ok(Affinity::None),
            _ => Err("it is auto or none".to_owned()),
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

impl Affinity {
    /// Places the calling thread, and with it every program it starts from now on, as the `slot`-th of the
    /// games that run at once: on one core; on two where programs think in each other's time.
    pub fn place(self, slot: usize, cores: &[usize], ponder: Ponder) {
        if self == Affinity::Auto && !cores.is_empty() {
            let width = if ponder == Ponder::On { 2 } else { 1 };
            let mut set = CpuSet::new();
            for i in 0..width {
                set.set(cores[(slot * width + i) % cores.len()]);
            }
            // Where placement is forbidden games run all the same, only slower.
            let _ = sched_setaffinity(None, &set);
        }
    }
}
