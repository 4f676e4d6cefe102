//! The warden: a process that outlives the stage for a moment and ends its programs, however the stage ended. This system
//! ties no process to another's end.

use crate::arguments::ASKED;
use crate::posix::busy_file::retry_while_busy;
use crate::posix::outside::own;
use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The second argument that makes the binary act as a warden.
pub(crate) const WATCH: &str = "watch";

/// The stage's end of the stream to its warden, which ends with the stage.
static WARDEN: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Starts the stage's warden if there is none yet. `launcher` is a binary that calls
/// [`launch_if_asked`](crate::launch_if_asked) first.
pub(crate) fn appoint(launcher: &Path) -> io::Result<()> {
    let mut warden = stream();
    if warden.is_none() {
        let mut command = own(launcher, [ASKED, WATCH]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Not waited for: it ends only after this process.
        *warden = retry_while_busy(|| command.spawn())?.stdin;
    }
    Ok(())
}

/// From now on the group of this program is killed when this process ends, if it has a warden.
pub(crate) fn entrust(leader: i32) {
    tell(leader);
}

/// Must be called before a program is waited for: afterwards another process may have its number.
pub(crate) fn release(leader: i32) {
    tell(-leader);
}

fn tell(number: i32) {
    if let Some(warden) = &mut *stream() {
        // If it was killed, nothing else is lost.
        let _ = warden.write_all(&number.to_ne_bytes());
    }
}

fn stream() -> MutexGuard<'static, Option<ChildStdin>> {
    WARDEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the warden does: hears of programs until the stage is gone, and kills the groups of those that are left.
pub(crate) fn watch(mut input: impl Read) {
    let mut living = BTreeSet::new();
    let mut number = [0; 4];
    while input.read_exact(&mut number).is_ok() {
        match i32::from_ne_bytes(number) {
            // No program is the first process, whose group would be everybody.
            leader @ 2.. => drop(living.insert(leader)),
            leader => drop(living.remove(&leader.saturating_neg())),
        }
    }
    for leader in living.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}
