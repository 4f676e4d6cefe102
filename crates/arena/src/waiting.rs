//! What games of this process wait for, as its operator is told.

use leitai_core::Sentence;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Minimum time between two such reports.
const AGAIN: Duration = Duration::from_mins(1);

/// Whether games wait for cores.
static WAITING: AtomicBool = AtomicBool::new(false);
/// Who is notified when games are waiting.
static TOLD: Mutex<Told> = Mutex::new(Told { tell: None, last: None, lasts: false });

struct Told {
    tell: Option<fn(Option<&Sentence>)>,
    /// When it last was.
    last: Option<Instant>,
    /// Whether what it was told of has not ended yet.
    lasts: bool,
}

/// Sets the function that is called when games of this process have waited for a core for a second, or for a sandbox for
/// ten, and again at most once a minute; and with `None` once one of them has got a core after that. The last call wins,
/// so that a server can use its own log.
pub fn tell_of_waiting(tell: fn(Option<&Sentence>)) {
    told().tell = Some(tell);
}

fn told() -> MutexGuard<'static, Told> {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether games of this process have waited for cores for more than a second.
pub fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed)
}

/// Notes whether they do.
pub(crate) fn set_waiting(waits: bool) {
    if !WAITING.swap(waits, Ordering::Relaxed) || waits {
        return;
    }
    let mut told = told();
    let tell = told.tell.filter(|_| told.lasts);
    told.lasts = false;
    drop(told);
    if let Some(tell) = tell {
        tell(None);
    }
}

/// Says that games of this process wait for something, but at most once a minute, however many do.
pub(crate) fn tell_waiting(why: impl FnOnce() -> Sentence) {
    let mut told = told();
    if told.last.is_some_and(|last| last.elapsed() < AGAIN) {
        return;
    }
    (told.last, told.lasts) = (Some(Instant::now()), true);
    let tell = told.tell;
    drop(told);
    if let Some(tell) = tell {
        tell(Some(&why()));
    }
}
