//! Why an event starts no game for now.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reasons for which an event rests, and a flag that tells whoever runs it that there is one.
#[derive(Default)]
pub(crate) struct Rests {
    why: Mutex<Why>,
    flag: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Default)]
struct Why {
    /// An organiser paused it.
    is_paused: bool,
    /// Its file was changed, and whoever runs it has not read it again yet.
    is_stale: bool,
}

impl Rests {
    /// The flag, for whoever runs the event.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Pauses or resumes; returns whether that changed anything.
    pub(crate) fn pause(&self, is_paused: bool) -> bool {
        self.change(|why| std::mem::replace(&mut why.is_paused, is_paused)) != is_paused
    }

    /// Whether it is paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.why().is_paused
    }

    /// Records that its file was changed, or is being read again.
    pub(crate) fn set_stale(&self, is_stale: bool) {
        self.change(|why| why.is_stale = is_stale);
    }

    /// Whether its file was changed since it was read.
    pub(crate) fn is_stale(&self) -> bool {
        self.why().is_stale
    }

    fn change<T>(&self, change: impl FnOnce(&mut Why) -> T) -> T {
        // The flag is set under the lock, so that it agrees with the later of two changes.
        let mut why = self.why();
        let was = change(&mut why);
        self.flag.store(why.is_paused || why.is_stale, Ordering::Relaxed);
        was
    }

    fn why(&self) -> MutexGuard<'_, Why> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
