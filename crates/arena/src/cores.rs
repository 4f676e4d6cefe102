//! CPU pinning. Of a game's three processes only one works at a time, so they share a core: a switch between processes
//! on one core takes a sixth of the time of one between two cores.

use crate::conditions::Ponder;
use crate::topology::pairs;
use leitai_core::Seat;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The numbers of the cores that the calling thread may run on, in ascending order.
pub fn available() -> Vec<usize> {
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect(),
        Err(_) => vec![0],
    }
}

/// How many games can run on these cores at once without sharing a core.
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
