//! Clocks that the standard library does not read.

use rustix::time::{ClockId, clock_getres, clock_gettime};
use std::time::Duration;

/// Processor time of the calling thread so far.
pub fn of_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the machine was started, the same for all its processes.
pub fn of_machine() -> Duration {
    let time = clock_gettime(ClockId::Monotonic);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the machine was started in which it was awake.
pub fn of_machine_awake() -> Duration {
    of_machine()
}

/// The time since the machine was started, also that in which it was asleep.
pub fn of_machine_with_sleep() -> Duration {
    let time = clock_gettime(ClockId::Boottime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Whether the machine's timers are exact to a nanosecond.
pub fn are_exact() -> bool {
    let resolution = clock_getres(ClockId::Monotonic);
    resolution.tv_sec == 0 && resolution.tv_nsec == 1
}

/// How many ticks a second has in which the system counts the work of processes.
pub fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second()
}
