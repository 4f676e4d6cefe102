//! A program's processes as seen from outside: which there are, and what they use.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::time::Duration;

/// The processes below `root`, itself not included, parents before their children.
pub(crate) fn below(root: i32) -> Vec<i32> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        let more = children(found[next]);
        found.extend(more);
        next += 1;
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let pids = |list: String| list.split_ascii_whitespace().flat_map(str::parse).collect::<Vec<i32>>();
    lists.flat_map(pids).collect()
}

/// What the kernel keeps for a thread to work on, in kB.
const STACK: u64 = 16;

/// The most memory that a process was ever resident with, or is now, in bytes, and what the kernel holds for it by
/// now: tables of pages, of which a program can fill more than its limit without a page of its own, and stacks of
/// threads. 0 if it is gone.
pub(crate) fn resident(pid: i32, ever: bool) -> u64 {
    let field = if ever { "VmHWM:" } else { "VmRSS:" };
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let number = |field: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0)
    };
    (number(field) + number("VmPTE:") + number("Threads:") * STACK) << 10
}

/// The processor time of all threads of a process so far; 0 if it is gone. Needs no right over it.
#[expect(unsafe_code, reason = "no library reads another process's clock")]
pub(crate) fn cpu(pid: i32) -> Duration {
    // The kernel's encoding of "the scheduler's clock of this process" (clock_getcpuclockid(3)).
    let clock: libc::clockid_t = (!pid << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer; an unknown clock is answered with an error.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long the process that waited longest of its threads was runnable and not run, so far.
pub(crate) fn delay(pid: i32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let waited = |text: String| text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos);
    let texts = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    texts.filter_map(waited).max().unwrap_or_default()
}

/// Does every thread of a process sleep? One that waits for a core, or for a disk, does not.
pub(crate) fn sleeps(pid: i32) -> bool {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut texts = threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
    // The name in parentheses may hold anything, parentheses too.
    texts.all(|text| !text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D'])))
}

/// Sends a signal to each.
pub(crate) fn signal(pids: &[i32], signal: Signal) {
    for pid in pids.iter().filter_map(|pid| Pid::from_raw(*pid)) {
        let _ = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn who_waits_sleeps_and_who_works_does_not() {
        assert!(!sleeps(std::process::id() as i32), "it asks");
        let mut child = Command::new("sleep").arg("60").spawn().expect("it is installed");
        while !sleeps(child.id() as i32) {
            std::thread::yield_now();
        }
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        assert_eq!(cpu(child.id() as i32), Duration::ZERO, "it is gone");
    }
}
