//! Orphans: descendants of a program whose parent has ended. What is left in its job or its group ends with its
//! [cell](crate::Cell); what has left a group is not found, and goes on.

use crate::job::{Job, MARK};
use crate::not_launched::NotLaunched;
use crate::{Cell, Pid, Running, Sandbox};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The secret keys from which this stage's marks are derived.
static OURS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A unique mark that nobody can guess, as on other systems.
pub fn mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let part = |part: u32| OURS.hash_one((number, part));
    format!("{:016x}-{:016x}{:016x}", OURS.hash_one("ours"), part(0), part(1))
}

/// Starts a program, with its tree marked.
pub fn start(sandbox: &Sandbox, mut job: Job, mark: &str) -> Result<(Running, Cell), NotLaunched> {
    job.env.push((MARK.into(), mark.into()));
    sandbox.launch(&job)
}

/// Nothing is kept of a program.
pub fn forget(_leader: Pid) {}

/// Does nothing: what ends with a program has ended with its [cell](crate::Cell), and nothing else can be told from the user's own.
pub fn sweep(_leader: Pid, _mark: &str) {}
