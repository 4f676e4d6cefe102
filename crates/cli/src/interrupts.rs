//! Ctrl-C and what else asks a process to end, on each system.

use std::time::{Duration, Instant};

/// What asks closer together than this is one Ctrl-C: shells, `timeout` and other wrappers pass on what the terminal, or
/// they themselves, have sent to the whole group already.
const ONE_PRESS: Duration = Duration::from_millis(100);

/// Calls `pressed` for every Ctrl-C from now on, on a thread of its own. Ctrl-C alone ends nothing any more.
pub(crate) fn at_each_press(mut pressed: impl FnMut() + Send + 'static) {
    let mut last = None::<Instant>;
    listen(move || {
        if last.is_none_or(|last| last.elapsed() >= ONE_PRESS) {
            last = Some(Instant::now());
            pressed();
        }
    });
}

/// Calls `heard` for each SIGINT and SIGTERM.
#[cfg(not(windows))]
fn listen(mut heard: impl FnMut() + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // If no handler can be set, the default one still ends the process.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || signals.forever().for_each(|_| heard()));
}

/// Calls `heard` for each Ctrl-C and Ctrl-Break, and when the console is closed or the user signs off.
#[cfg(windows)]
fn listen(heard: impl FnMut() + Send + 'static) {
    leitai_sandbox::system::terminal::at_each_interrupt(Box::new(heard));
}

/// Ends the process now, whatever its other threads do.
pub(crate) fn end_at_once(code: i32) -> ! {
    #[cfg(not(windows))]
    signal_hook::low_level::exit(code);
    #[cfg(windows)]
    std::process::exit(code)
}
