//! Pinning a thread to a core.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Pins this thread to a core; returns the cores it was allowed before.
pub(crate) fn pin(core: Option<usize>) -> Option<CpuSet> {
    let before = sched_getaffinity(None).ok()?;
    let mut set = CpuSet::new();
    set.set(core?);
    sched_setaffinity(None, &set).ok()?;
    Some(before)
}

pub(crate) fn unpin(before: Option<CpuSet>) {
    if let Some(set) = before {
        // It was allowed a moment ago.
        let _ = sched_setaffinity(None, &set);
    }
}
