//! Processes that outlive their parent inside a program's tree. The stage adopts them (it is a subreaper)
//! and ends them with the game.

use rustix::process::{Pid, Signal, WaitOptions, getpid, getsid, kill_process, set_child_subreaper, waitpid};
use std::collections::HashSet;
use std::fs;
use std::sync::{Mutex, Once, PoisonError};

/// The environment variable that marks a program's tree; its value is unique to one seat of one game.
pub(crate) const MARK: &str = "LEITAI_SEAT";
/// Passes over the process table: a process that forks while it is being killed is caught by the next.
const PASSES: usize = 50;

/// Processes that the stage started itself and waits for itself.
static OURS: Mutex<Option<HashSet<i32>>> = Mutex::new(None);

/// From now on orphans of our programs become our children.
pub(crate) fn adopt() {
    static ADOPT: Once = Once::new();
    // Without it (an old kernel) only process groups are ended.
    ADOPT.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// A child is ours to wait for.
pub(crate) fn register(pid: Pid) {
    let mut ours = OURS.lock().unwrap_or_else(PoisonError::into_inner);
    ours.get_or_insert_default().insert(pid.as_raw_nonzero().get());
}

/// A child has been waited for.
pub(crate) fn forget(pid: Pid) {
    let mut ours = OURS.lock().unwrap_or_else(PoisonError::into_inner);
    ours.get_or_insert_default().remove(&pid.as_raw_nonzero().get());
}

/// Ends whatever is left of the tree that was started as `leader` and marked with `mark`.
pub(crate) fn sweep(leader: Pid, mark: &str) {
    let me = getpid().as_raw_nonzero().get();
    let session = getsid(None).map_or(0, |sid| sid.as_raw_nonzero().get());
    for _ in 0..PASSES {
        let mut found = false;
        for stat in processes() {
            if stat.parent != me || is_ours(stat.pid) {
                continue;
            }
            let Some(pid) = Pid::from_raw(stat.pid) else { continue };
            // A zombie has no environment left; one in a session of its own can only be a daemon's.
            let daemon = stat.zombie && stat.session != session;
            if stat.group == leader.as_raw_nonzero().get() || daemon || is_marked(stat.pid, mark) {
                found = true;
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
            }
        }
        if !found {
            return;
        }
    }
}

fn is_ours(pid: i32) -> bool {
    OURS.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|ours| ours.contains(&pid))
}

fn is_marked(pid: i32, mark: &str) -> bool {
    let wanted = format!("{MARK}={mark}");
    fs::read(format!("/proc/{pid}/environ"))
        .is_ok_and(|environ| environ.split(|b| *b == 0).any(|entry| entry == wanted.as_bytes()))
}

struct Stat {
    pid: i32,
    zombie: bool,
    parent: i32,
    group: i32,
    session: i32,
}

/// Every process that can be seen.
fn processes() -> impl Iterator<Item = Stat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may hold anything, parentheses too.
        let mut fields = text[text.rfind(')')? + 1..].split_ascii_whitespace();
        let zombie = fields.next()? == "Z";
        let mut number = || fields.next()?.parse().ok();
        Some(Stat { pid, zombie, parent: number()?, group: number()?, session: number()? })
    })
}
