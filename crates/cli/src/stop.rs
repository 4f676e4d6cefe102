//! Ctrl-C: games in progress are abandoned cleanly; a second one ends the command at once.

use leitai_hall::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A flag that SIGINT and SIGTERM raise. When it is raised already they end the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::clone(&STOP);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where no handler can be set the default one still ends the process.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// Was it raised?
pub(crate) fn raised(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Was it raised, by whatever?
pub(crate) fn is_raised() -> bool {
    raised(&STOP)
}

/// Raises it from within.
pub(crate) fn raise() {
    STOP.store(true, Ordering::Relaxed);
}

/// A flag that every SIGINT and SIGTERM raises; whoever sees it lowers it. They end nothing by themselves.
fn each() -> Arc<AtomicBool> {
    let raised = Arc::<AtomicBool>::default();
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where no handler can be set the default one still ends the process.
        let _ = signal_hook::flag::register(signal, Arc::clone(&raised));
    }
    raised
}

/// From now on the first Ctrl-C lets running games end, for so long if that is said, the second breaks them off, the third ends
/// the command.
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
