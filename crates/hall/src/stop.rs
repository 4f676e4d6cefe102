//! How a run is stopped.

use std::sync::atomic::{AtomicBool, Ordering};

/// Flags by which the caller stops a run.
#[derive(Default, Debug)]
pub struct Stop {
    /// Start no more games; running games are finished.
    pub finish: AtomicBool,
    /// Abort running games: nothing of them is kept, and they are played again on resuming.
    pub abandon: AtomicBool,
}

impl Stop {
    /// Whether no more games are to be started, whatever happens to the running ones.
    pub fn is_set(&self) -> bool {
        self.finish.load(Ordering::Relaxed) || self.abandon.load(Ordering::Relaxed)
    }
}
