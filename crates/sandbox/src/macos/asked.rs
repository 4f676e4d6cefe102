//! What the stage's own binary is asked to be, when it is executed again.

use crate::arguments::{ASKED, FOLDER};
use crate::macos::warden::{WATCH, watch};
use crate::posix::keeper::keep;

/// If started as the keeper of a [folder](crate::PassingFolder), keeps it and exits; if as a stage's
/// warden, ends the stage's programs after it and exits. With [`ASKED`] alone it exits
/// immediately. Otherwise returns. Call it first in `main`.
pub fn launch_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    // A session of its own: what a terminal sends to its user's group is not for it.
    let _ = rustix::process::setsid();
    match args.next() {
        Some(second) if second == FOLDER => keep(&args.next().unwrap_or_default()),
        Some(second) if second == WATCH => watch(std::io::stdin().lock()),
        _ => {}
    }
    std::process::exit(0)
}
