//! Orphans: descendants of a program whose parent has ended. The stage adopts them (it is a subreaper) and kills them
//! when the game ends.

use crate::job::{Job, MARK};
use crate::linux::cell::Cell;
use crate::linux::machine::Sandbox;
use crate::linux::running::Running;
use crate::not_launched::NotLaunched;
use crate::posix::children::Leaders;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// How long the stage keeps killing a process tree that keeps forking.
const PURSUIT: Duration = Duration::from_millis(250);

/// Programs that the stage started and reaps itself: process id and mark.
static SEATED: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());
/// Held for reading by every start, and for writing while deciding whether a process is an orphan, since a process that
/// is just being started looks like one.
static DOOR: RwLock<()> = RwLock::new(());
/// The secret keys from which this stage's marks are derived.
static OURS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A unique mark that nobody can guess. It belongs to one seat of one game, and reveals nothing else: neither the
/// identity of the stage nor how many programs it started.
pub fn mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    // The protection that maps have against hostile keys: 128 random bits from the system, and a good hash.
    format!("{}{:016x}{:016x}", beginning(), OURS.hash_one((number, 0)), OURS.hash_one((number, 1)))
}

/// The prefix of this stage's marks.
fn beginning() -> String {
    format!("{:016x}-", OURS.hash_one("ours"))
}

/// Starts a program in a process group of its own, with its tree marked; it is seated until [`forget`]. From the first
/// start on, orphans of programs become our children.
pub fn start(sandbox: &Sandbox, mut job: Job, mark: &str) -> Result<(Running, Cell), NotLaunched> {
    static ADOPT: Once = Once::new();
    // On an old kernel without subreapers only process groups are killed.
    ADOPT.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
    job.env.push((MARK.into(), mark.into()));
    let _open = DOOR.read().unwrap_or_else(PoisonError::into_inner);
    let (running, cell) = sandbox.launch(&job)?;
    seated().insert(raw(running.pid), mark.to_owned());
    Ok((running, cell))
}

/// Must be called once nothing of a program is left.
pub fn forget(leader: Pid) {
    seated().remove(&raw(leader));
}

/// Kills whatever is left of the tree that was started as `leader` and marked with `mark`, and every orphan that
/// belongs neither to a seated program nor to our own process group. Examines every child of the stage, so it is not
/// for a program whose orphans [stay below its own first process](crate::Cell::is_isolated).
pub fn sweep(leader: Pid, mark: &str) {
    let start = Instant::now();
    let mut found = true;
    while found && start.elapsed() < PURSUIT {
        found = false;
        // Killing a process makes its children ours, so the next pass sees them.
        for pid in children() {
            if !seated().contains_key(&pid)
                && let Some(stray) = Stray::look(pid)
                && (stray.is_of(leader, mark) || nobodys(pid, leader))
                && let Some(pid) = Pid::from_raw(pid)
            {
                found = true;
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
            }
        }
    }
}

/// Whether the process has left its parent, its group and its environment, so that nothing shows which seat it belongs
/// to. No seat is blamed for it then. Children that a user of this library started for other purposes are in our own
/// process group, and do not count.
fn nobodys(pid: i32, leader: Pid) -> bool {
    let _closed = DOOR.write().unwrap_or_else(PoisonError::into_inner);
    // Levels are tested with programs that belong to no seat.
    let leaders = Leaders::look();
    let seated = seated();
    let Some(stray) = Stray::look(pid).filter(|_| !leaders.contains(pid)) else { return false };
    let others = |group: &i32| *group != raw(leader) && seated.contains_key(group);
    // The group is 0 if the stage was started from outside its process namespace, as in containers.
    let ours = parent_and_group(raw(getpid())).map_or(0, |(_, group)| group);
    let was_ours = stray.mark.as_ref().is_some_and(|mark| mark.starts_with(&beginning()));
    let is_seated = stray.mark.as_ref().is_some_and(|mark| seated.values().any(|other| other == mark));
    !is_seated && !others(&stray.group) && (was_ours || stray.group != ours)
}

fn seated() -> MutexGuard<'static, BTreeMap<i32, String>> {
    SEATED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

/// A child that the stage did not start.
struct Stray {
    group: i32,
    /// The mark in its environment; a zombie has none left.
    mark: Option<String>,
}

impl Stray {
    /// Returns `None` if there is no such child.
    fn look(pid: i32) -> Option<Stray> {
        let (parent, group) = parent_and_group(pid)?;
        if parent != raw(getpid()) {
            return None;
        }
        let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mark = environ.split(|b| *b == 0).find_map(|entry| {
            let value = entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"=")?;
            Some(String::from_utf8_lossy(value).into_owned())
        });
        Some(Stray { group, mark })
    }

    fn is_of(&self, leader: Pid, mark: &str) -> bool {
        self.group == raw(leader) || self.mark.as_deref() == Some(mark)
    }
}

fn parent_and_group(pid: i32) -> Option<(i32, i32)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything, including parentheses.
    let mut fields = text[text.rfind(')')? + 1..].split_ascii_whitespace().skip(1);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// Our children that may be orphans. The kernel assigns them to the first thread of the process that adopts them, so
/// that thread's list is enough while it lives, however many games have threads of their own. Without such lists, every
/// process on the machine is examined.
fn children() -> Vec<i32> {
    let me = raw(getpid());
    let first = format!("/proc/self/task/{me}");
    if let Ok(list) = fs::read_to_string(format!("{first}/children")) {
        let lives = fs::read_to_string(format!("{first}/stat"))
            .is_ok_and(|text| text.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X'])));
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten().filter(|_| !lives);
        let others = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let lists: Vec<String> = std::iter::once(list).chain(others).collect();
        return lists.iter().flat_map(|list| list.split_ascii_whitespace()).flat_map(str::parse).collect();
    }
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| parent_and_group(*pid).is_some_and(|(parent, _)| parent == me)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_ours_and_tells_nothing() {
        let (first, second) = (mark(), mark());
        assert!(first.starts_with(&beginning()) && second.starts_with(&beginning()));
        assert_ne!(first, second);
        assert!(!first.contains(&format!("{}-", raw(getpid()))));
        let digits =
            |mark: &str| mark.split_once('-').is_some_and(|(ours, own)| ours.len() == 16 && own.len() == 32);
        assert!(digits(&first) && digits(&second));
    }
}
