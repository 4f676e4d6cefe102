//! What the zygote has forked, so that nothing of it is left once the stage is gone.
//!
//! Each fork ties itself to the stage, but not before it runs, and a stage that is being killed has a moment in which
//! its threads are gone and its files are still open: what ties itself then, holds on to nothing. At level P a program
//! may also untie itself, and start others that were never tied.

use crate::SandboxLevel;
use crate::job::MARK;
use crate::linux::launch_order::LaunchOrder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, getpid, kill_process, pidfd_send_signal};
use std::collections::BTreeSet;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

/// How many descriptors are kept, at the least, before those of processes that have ended are dropped.
const FEW: usize = 8;
/// How many are kept at most: the zygote may have a thousand open files, and keeps roots open too.
const MOST: usize = 512;
/// How long marked processes that keep forking are pursued.
const PURSUIT: Duration = Duration::from_millis(250);

/// The forks that may be alive.
pub(super) struct Brood {
    living: Vec<OwnedFd>,
    /// Once this many are kept, those that have ended are dropped: twice as many as lived the last time.
    full: usize,
    /// How the entries begin that mark the environments of programs that nothing else finds.
    marks: BTreeSet<Vec<u8>>,
}

impl Default for Brood {
    fn default() -> Brood {
        Brood { living: Vec::new(), full: FEW, marks: BTreeSet::new() }
    }
}

impl Brood {
    /// Whether there is room for another descriptor.
    pub(super) fn has_room(&mut self) -> bool {
        if self.living.len() >= self.full {
            self.living.retain(|life| !has_ended(life));
            self.full = FEW.max(2 * self.living.len());
        }
        self.living.len() < MOST
    }

    /// Takes note of a fork that carries out this order.
    pub(super) fn add(&mut self, life: Option<OwnedFd>, order: &LaunchOrder) {
        self.living.extend(life);
        if order.level == SandboxLevel::Plain {
            let marks = order.env.iter().filter(|(name, _)| name == MARK);
            self.marks.extend(marks.filter_map(|(_, value)| beginning(value.as_bytes())));
        }
    }

    /// Called when the stage is gone: ends them all.
    pub(super) fn end(self) {
        for life in &self.living {
            // With namespaces, this is their first process, which takes all others with it.
            let _ = pidfd_send_signal(life, Signal::KILL);
        }
        let start = Instant::now();
        while !self.marks.is_empty() && end_marked(&self.marks) && start.elapsed() < PURSUIT {}
    }
}

/// How the marks of all programs of a stage begin, as in an environment.
fn beginning(mark: &[u8]) -> Option<Vec<u8>> {
    let end = mark.iter().position(|byte| *byte == b'-')?;
    Some([MARK.as_bytes(), b"=", &mark[..=end]].concat())
}

fn has_ended(life: &OwnedFd) -> bool {
    poll(&mut [PollFd::new(life, PollFlags::IN)], Some(&Timespec::default())).is_ok_and(|count| count > 0)
}

/// Kills every process with one of these marks in its environment; returns whether there was any.
fn end_marked(marks: &BTreeSet<Vec<u8>>) -> bool {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
    let is_marked = |pid: &Pid| {
        let environ = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
        *pid != getpid()
            && environ.split(|byte| *byte == 0).any(|entry| marks.iter().any(|mark| entry.starts_with(mark)))
    };
    processes.filter(is_marked).filter(|pid| kill_process(*pid, Signal::KILL).is_ok()).count() > 0
}
