//! Ctrl-C: games in progress are abandoned cleanly; a second Ctrl-C ends the command at once.

use leitai_hall::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A flag that SIGINT and SIGTERM raise. If it is raised already, they end the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::clone(&STOP);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // If no handler can be set, the default one still ends the process.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
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

/// A flag that every SIGINT and SIGTERM raises, and that its reader lowers. The signals alone end nothing.
fn each() -> Arc<AtomicBool> {
    let raised = Arc::<AtomicBool>::default();
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // If no handler can be set, the default one still ends the process.
        let _ = signal_hook::flag::register(signal, Arc::clone(&raised));
    }
    raised
}

/// Makes the first Ctrl-C let running games end (for at most `grace`, if given), the second abandon them, and the
/// third end the command.
pub(crate) fn in_two_steps(stop: &Arc<Stop>, grace: Option<Duration>) {
    let raised = each();
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        let (mut times, mut first) = (0, None::<Instant>);
        loop {
            thread::sleep(Duration::from_millis(50));
            if first.zip(grace).is_some_and(|(first, grace)| first.elapsed() >= grace) {
                stop.abandon.store(true, Ordering::Relaxed);
            }
            if raised.swap(false, Ordering::Relaxed) || (times == 0 && is_raised()) {
                times += 1;
                match times {
                    1 => {
                        first = Some(Instant::now());
                        stop.finish.store(true, Ordering::Relaxed);
                    }
                    2 => stop.abandon.store(true, Ordering::Relaxed),
                    _ => std::process::exit(130),
                }
            }
        }
    });
}
