//! The result of the last heartbeat.

use crate::Standing;
use crate::queue::holding::Beat;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The standing of a lease, as of the last heartbeat.
pub(super) struct LastSeen {
    standing: AtomicU8,
    is_watched: AtomicBool,
}

impl LastSeen {
    pub(super) fn of(is_watched: bool) -> LastSeen {
        LastSeen { standing: AtomicU8::new(Standing::Mine as u8), is_watched: AtomicBool::new(is_watched) }
    }

    pub(super) fn note(&self, beat: Beat) {
        // A lease that was called off stays so.
        self.standing.fetch_max(beat.standing as u8, Ordering::Relaxed);
        self.is_watched.store(beat.is_watched, Ordering::Relaxed);
    }

    pub(super) fn standing(&self) -> Standing {
        match self.standing.load(Ordering::Relaxed) {
            standing if standing == Standing::Mine as u8 => Standing::Mine,
            standing if standing == Standing::Cancelled as u8 => Standing::Cancelled,
            _ => Standing::Lost,
        }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.is_watched.load(Ordering::Relaxed)
    }
}
