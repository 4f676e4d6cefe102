//! What the stage's own binary is asked to be, when it is executed again.

use crate::arguments::{ASKED, FOLDER};
use crate::posix::keeper::keep;

/// If started as the keeper of a [folder](crate::PassingFolder), keeps it and exits. With [`ASKED`] alone it exits
/// immediately. Otherwise returns. Call it first in `main`.
pub fn launch_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    if args.next().is_some_and(|second| second == FOLDER) {
        // A session of its own: what a terminal sends to its user's group is not for it.
        let _ = rustix::process::setsid();
        keep(&args.next().unwrap_or_default());
    }
    std::process::exit(0)
}
