//! What this process was started for, beside its own command.

use super::system::terminal;
use crate::arguments::ASKED;
use crate::deed::PROBE;
use windows_sys::Win32::Media::timeBeginPeriod;
use windows_sys::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX, SetErrorMode,
};

/// Prepares this process: waits become exact to a millisecond, what crashes, here or in a program, opens no window, and
/// the console shows what is printed. If this process was started as the launcher or the probe, exits: here programs need
/// no launcher, and nothing is probed. Call it first in `main`.
pub fn launch_if_asked() {
    // SAFETY: plain numbers.
    unsafe {
        timeBeginPeriod(1);
        SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    }
    terminal::prepare();
    match std::env::args_os().nth(1) {
        Some(first) if first == ASKED => std::process::exit(0),
        Some(first) if first == PROBE => std::process::exit(2),
        _ => {}
    }
}
