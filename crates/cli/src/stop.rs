//! Ctrl-C: games in progress are abandoned cleanly; a second Ctrl-C ends the command at once.

use leitai_hall::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::{Duration, Instant};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Signals closer together than this are one Ctrl-C: shells, `timeout` and other wrappers pass on what the terminal, or
/// they themselves, have sent to the whole group already.
const ONE_PRESS: Duration = Duration::from_millis(100);

/// A flag that SIGINT and SIGTERM raise. If it is raised already, they end the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // If no handler can be set, the default one still ends the process.
        let Ok(signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        thread::spawn(move || watch(signals));
    });
    Arc::clone(&STOP)
}

fn watch(mut signals: Signals) {
    let mut pressed = None::<Instant>;
    for _ in signals.forever() {
        if pressed.is_some_and(|at| at.elapsed() < ONE_PRESS) {
            continue;
        }
        if STOP.swap(true, Ordering::Relaxed) {
            signal_hook::low_level::exit(130);
        }
        pressed = Some(Instant::now());
    }
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
    for signal in [SIGINT, SIGTERM] {
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
