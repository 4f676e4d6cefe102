//! Ctrl-C: games in progress are abandoned cleanly; a second Ctrl-C ends the command at once.

use crate::interrupts::{at_each_press, end_at_once};
use leitai_hall::Stop;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::{Duration, Instant};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A flag that SIGINT and SIGTERM raise. If it is raised already, they end the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        at_each_press(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                end_at_once(130);
            }
        });
    });
    Arc::clone(&STOP)
}

/// Whether the flag is raised.
pub(crate) fn raised(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Whether the flag is raised, by a signal or from within.
pub(crate) fn is_raised() -> bool {
    raised(&STOP)
}

/// Raises the flag from within.
pub(crate) fn raise() {
    STOP.store(true, Ordering::Relaxed);
}

/// Makes the first Ctrl-C, or what raises the flag from within, stop what runs; the second ends the process at once.
#[cfg(feature = "web")]
pub(crate) fn at_once_twice(stop: &Arc<Stop>) {
    let flag = flag();
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        while !raised(&flag) {
            thread::sleep(Duration::from_millis(50));
        }
        stop.finish.store(true, Ordering::Relaxed);
    });
}

/// Makes the first Ctrl-C let running games end (for at most `grace`, if given), the second abandon them, and the
/// third end the command.
pub(crate) fn in_two_steps(stop: &Arc<Stop>, grace: Option<Duration>) {
    let presses = Arc::<AtomicU32>::default();
    let counted = Arc::clone(&presses);
    at_each_press(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        let mut first = None::<Instant>;
        loop {
            thread::sleep(Duration::from_millis(50));
            if first.zip(grace).is_some_and(|(first, grace)| first.elapsed() >= grace) {
                stop.abandon.store(true, Ordering::Relaxed);
            }
            // What raises the flag from within counts as one too.
            let presses = presses.load(Ordering::Relaxed) + u32::from(is_raised());
            if presses > 0 {
                first.get_or_insert_with(Instant::now);
                stop.finish.store(true, Ordering::Relaxed);
            }
            if presses > 1 {
                stop.abandon.store(true, Ordering::Relaxed);
            }
            if presses > 2 {
                std::process::exit(130);
            }
        }
    });
}
