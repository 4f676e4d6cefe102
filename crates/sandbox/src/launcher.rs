//! The launcher: between the stage's order and the program's first instruction. One thread, in the order that works;
//! every step that fails is named.

mod confine;
mod devices;
mod filter;
mod inside;
mod litter;
mod program;
mod serve;
mod step;
mod sys;
mod tie;

use crate::arguments::{ASKED, SERVE};

/// If this process was started as the zygote of a stage, it serves it, its copies become programs,
/// and this never returns. Call it before anything else: no thread may run, no file be open. With nothing behind
/// [`ASKED`] it only leaves: that is the program with which levels are tried. Asked to be the
/// [probe](crate::PROBE), it is that.
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
