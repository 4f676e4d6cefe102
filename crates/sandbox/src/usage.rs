//! What a program used.

use std::time::Duration;

/// What a program used from start to end, summed over all its processes that were waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Processor time, user plus system.
    pub cpu: Duration,
    /// Peak resident memory of its largest process, in bytes.
    pub resident: u64,
}
