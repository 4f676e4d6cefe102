//! Cores by number, as the system takes them.

use rustix::thread::CpuSet;

/// The set of these cores.
pub(crate) fn core_set(cores: &[usize]) -> CpuSet {
    let mut set = CpuSet::new();
    for core in cores {
        set.set(*core);
    }
    set
}
