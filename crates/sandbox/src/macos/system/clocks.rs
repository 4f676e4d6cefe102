//! Clocks that the standard library does not read.
#![expect(unsafe_code, reason = "no library reads all clocks of this system")]

use std::time::Duration;

/// Processor time of the calling thread so far.
pub fn of_thread() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The time since the machine was started, the same for all its processes, in which it was awake.
pub fn of_machine() -> Duration {
    read(libc::CLOCK_UPTIME_RAW)
}

/// The time since the machine was started in which it was awake.
pub fn of_machine_awake() -> Duration {
    of_machine()
}

/// The time since the machine was started, also that in which it was asleep.
pub fn of_machine_with_sleep() -> Duration {
    read(libc::CLOCK_MONOTONIC_RAW)
}

/// Whether the machine's timers are exact to a nanosecond: the system may put them off, to save power.
pub fn are_exact() -> bool {
    false
}

/// How many ticks a second has in which the system counts the work of processes.
pub fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second()
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid place; a clock that is not there leaves it as it is.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
