//! The launcher: sets up the sandbox and executes the program. Single-threaded; each step that fails is reported by
//! name.

mod brood;
mod confine;
mod filter;
mod group_cleanup;
mod inside;
mod namespace;
mod program;
mod root;
mod roots;
mod serve;
mod shared;
mod step;
mod sys;
mod tie;

use crate::arguments::{ASKED, FOLDER, SERVE};
use crate::posix::keeper::keep;
use rustix::fs::Mode;
use rustix::process::umask;

/// If this process was started as the zygote of a stage, serves it and never returns; its forks become programs. Call
/// it first in `main`, before any thread runs or any file is open. If started as the keeper of a
/// [folder](crate::PassingFolder), keeps it and exits. With [`ASKED`] alone it exits immediately: this is the program
/// used to test levels. If started as the [probe](crate::PROBE), runs it and exits. Otherwise returns.
pub fn launch_if_asked() {
    crate::linux::probe::probe_if_asked();
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    // Whatever the stage's is: in the roots that are made here, programs are other users.
    umask(Mode::from_raw_mode(0o022));
    match args.next() {
        Some(second) if second == SERVE => serve::serve(args),
        Some(second) if second == FOLDER => {
            // A group of its own: what is sent to its user's is not for it.
            let _ = rustix::process::setsid();
            sys::ignore_signals();
            sys::close_from_3();
            keep(&args.next().unwrap_or_default());
        }
        _ => {}
    }
    std::process::exit(0)
}
