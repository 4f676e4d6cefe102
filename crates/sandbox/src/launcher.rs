//! The launcher: sets up the sandbox and executes the program. Single-threaded; each step that fails is reported by
//! name.

mod confine;
mod devices;
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

use crate::arguments::{ASKED, SERVE};

/// If this process was started as the zygote of a stage, serves it and never returns; its forks become programs. Call
/// it first in `main`, before any thread runs or any file is open. With [`ASKED`] alone it exits immediately: this is
/// the program used to test levels. If started as the [probe](crate::PROBE), runs it and exits. Otherwise returns.
pub fn launch_if_asked() {
    crate::probe::probe_if_asked();
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    if args.next().is_some_and(|second| second == SERVE) {
        serve::serve();
    }
    std::process::exit(0)
}
