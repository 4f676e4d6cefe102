//! Why an event starts no game for now.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reasons for which an event rests, and the flag by which whoever runs it sees that there is one.
#[derive(Default)]
pub(crate) struct Rests {
    why: Mutex<Why>,
    flag: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Default)]
struct Why {
    /// An organiser wishes it.
    is_paused: bool,
    /// Its file was changed, and whoever runs it has not read that yet.
    is_stale: bool,
}

impl Rests {
    /// The flag, for who runs the event.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Pauses, or lets go on; whether that was otherwise before.
    pub(crate) fn pause(&self, is_paused: bool) -> bool {
        self.change(|why| std::mem::replace(&mut why.is_paused, is_paused)) != is_paused
    }

    /// Is it paused?
    pub(crate) fn is_paused(&self) -> bool {
        self.why().is_paused
    }

    /// Its file was changed; or is read from here on.
    pub(crate) fn set_stale(&self, is_stale: bool) {
        self.change(|why| why.is_stale = is_stale);
    }

    /// Was its file changed since it was read?
    pub(crate) fn is_stale(&self) -> bool {
        self.why().is_stale
    }

    fn change<T>(&self, change: impl FnOnce(&mut Why) -> T) -> T {
        // While it is locked: of two who change it the flag is what the later says.
        let mut why = self.why();
        let was = change(&mut why);
        self.flag.store(why.is_paused || why.is_stale, Ordering::Relaxed);
        was
    }

    fn why(&self) -> MutexGuard<'_, Why> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
