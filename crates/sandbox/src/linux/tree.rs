//! The processes of a program as seen from outside, and what they use.

use rustix::process::{Pid, Signal, kill_process};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::fs;
use std::time::Duration;

/// The processes below `root`, which is not included, parents before their children.
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

/// The processor time of all threads of a process so far; 0 if it is gone. Needs no rights over the process.
pub(crate) fn cpu(pid: i32) -> Duration {
    cpu_by_clock(pid).unwrap_or_default()
}

/// As [`cpu`]; `None` if it is gone.
#[expect(unsafe_code, reason = "no library reads another process's clock")]
pub(crate) fn cpu_by_clock(pid: i32) -> Option<Duration> {
    // The kernel's encoding of "the scheduler's clock of this process" (clock_getcpuclockid(3)).
    let clock: libc::clockid_t = (!pid << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer; an unknown clock gives an error.
    let is_known = unsafe { libc::clock_gettime(clock, &raw mut time) } == 0;
    is_known.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// As [`cpu_by_clock`], by another account of the kernel's: in hundredths of a second, rounded down. Includes children
/// that were waited for.
pub(crate) fn cpu_by_account(pid: i32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything, including parentheses.
    let ticks = text.rsplit_once(") ")?.1.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 10))
}

/// Stops every thread of a process, each by a signal of its own.
#[expect(unsafe_code, reason = "no library signals a single thread of another process")]
pub(crate) fn stop_threads(pid: i32) {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let ids = threads.filter_map(|thread| thread.file_name().to_str()?.parse::<i32>().ok());
    for id in ids {
        // SAFETY: plain numbers; a thread that is gone gives an error.
        unsafe { libc::syscall(libc::SYS_tgkill, pid, id, libc::SIGSTOP) };
    }
}

/// Puts every thread of a process behind all others, on these cores.
#[expect(unsafe_code, reason = "no library changes the scheduling of another process's thread")]
pub(crate) fn step_down(pid: i32, cores: &CpuSet) {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    for id in threads.filter_map(|thread| thread.file_name().to_str()?.parse::<i32>().ok()) {
        // SAFETY: it is made of numbers only; musl has more of them than glibc.
        let lowest: libc::sched_param = unsafe { std::mem::zeroed() };
        // SAFETY: `lowest` outlives the call; a thread that is gone gives an error.
        unsafe { libc::sched_setscheduler(id, libc::SCHED_IDLE, &raw const lowest) };
        let _ = sched_setaffinity(Pid::from_raw(id), cores);
    }
}

/// Whether every thread of a process is asleep. A thread that waits for a core or a disk is not, nor is one that is
/// stopped; and a process is not of which every thread has exited, since it is about to end.
pub(crate) fn sleeps(pid: i32) -> bool {
    let states: Vec<char> = states(pid).collect();
    let is_ending = || !states.is_empty() && states.iter().all(|state| matches!(state, 'Z' | 'X'));
    !states.iter().any(|state| matches!(state, 'R' | 'D' | 'T' | 't')) && !is_ending()
}

/// Whether a thread of a process is running or waiting for a core.
pub(crate) fn is_runnable(pid: i32) -> bool {
    states(pid).any(|state| state == 'R')
}

/// The states of the threads of a process, as the kernel abbreviates them.
fn states(pid: i32) -> impl Iterator<Item = char> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
    // The name in parentheses may contain anything, including parentheses.
    texts.filter_map(|text| text.rsplit_once(") ")?.1.chars().next())
}

/// Sends a signal to each of these processes.
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
        let own = std::process::id() as i32;
        assert!(!sleeps(own), "it asks");
        while cpu_by_account(own) < Some(Duration::from_millis(50)) {}
        let [clock, account] = [cpu_by_clock(own), cpu_by_account(own)].map(Option::unwrap_or_default);
        assert!(clock.abs_diff(account) < Duration::from_millis(40), "{clock:?} {account:?}");
        let mut child = Command::new("sleep").arg("60").spawn().expect("it is installed");
        while !sleeps(child.id() as i32) {
            std::thread::yield_now();
        }
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        assert_eq!(cpu(child.id() as i32), Duration::ZERO, "it is gone");
    }
}
