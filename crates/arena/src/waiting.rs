//! What games of this process wait for, as its operator is told.

use leitai_core::Sentence;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum time between two such reports.
const AGAIN: Duration = Duration::from_mins(1);

/// Whether games wait for cores.
static WAITING: AtomicBool = AtomicBool::new(false);
/// Who is notified when games are waiting.
static TOLD: Mutex<Told> = Mutex::new(Told { tell: None, last: None });

struct Told {
    tell: Option<fn(&Sentence)>,
    /// When it last was.
    last: Option<Instant>,
}

/// Sets the function that is called when games of this process have waited for a core for a second, or for a sandbox for
/// ten, and again at most once a minute. The last call wins, so that a server can use its own log.
pub fn tell_of_waiting(tell: fn(&Sentence)) {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).tell = Some(tell);
}

/// Whether games of this process have waited for cores for more than a second.
pub fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed)
}

/// Notes whether they do.
pub(crate) fn set_waiting(waits: bool) {
    WAITING.store(waits, Ordering::Relaxed);
}

/// Says that games of this process wait for something, but at most once a minute, however many do.
pub(crate) fn tell_waiting(why: impl FnOnce() -> Sentence) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.last.is_some_and(|last| last.elapsed() < AGAIN) {
        return;
    }
    told.last = Some(Instant::now());
    let tell = told.tell;
    drop(told);
    if let Some(tell) = tell {
        tell(&why());
    }
}
