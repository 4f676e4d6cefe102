//! CPU pinning. Only one of a game's three processes works at a time, so they share a core: switching between processes
//! on one core takes a sixth of the time of switching between two cores.

use crate::conditions::Ponder;
use crate::topology::pairs;
use leitai_core::Seat;
use leitai_sandbox::system::cores;

/// The numbers of the cores that the calling thread may run on, in ascending order.
pub fn available() -> Vec<usize> {
    cores::available().unwrap_or_else(|_| vec![0])
}

/// How many games can run concurrently on these cores without sharing a core.
pub fn at_once(cores: &[usize], ponder: Ponder) -> usize {
    match ponder {
        Ponder::Off => cores.len(),
        Ponder::On => pairs(cores),
    }
}

/// Pins the calling thread to these cores. Where pinning is forbidden, it still runs, only slower.
pub(crate) fn pin(cores: &[usize]) {
    let _ = cores::pin(cores);
}

/// The core of a program if both think on each other's time: each gets one of the calling thread's two cores. Returns
/// `None` where they share the available cores.
pub(crate) fn own_core(seat: Seat, ponder: Ponder) -> Option<usize> {
    match (ponder, available().as_slice()) {
        (Ponder::On, [first, second]) => Some([*first, *second][seat]),
        _ => None,
    }
}
