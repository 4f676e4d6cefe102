//! The cores that a thread may run on.

use crate::linux::core_set::core_set;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::io;

/// The numbers of the cores that the calling thread may run on, in ascending order.
pub fn available() -> io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect())
}

/// Pins the calling thread to these cores. Errors where that is forbidden.
pub fn pin(cores: &[usize]) -> io::Result<()> {
    Ok(sched_setaffinity(None, &core_set(cores))?)
}
