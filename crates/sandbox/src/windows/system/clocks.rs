//! Clocks that the standard library does not read.

use std::time::Duration;
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::SystemInformation::GetTickCount64;
use windows_sys::Win32::System::WindowsProgramming::QueryUnbiasedInterruptTime;

/// Processor time of the calling thread so far. The system counts it in steps of sixteen milliseconds, longer than what is
/// measured so: it is taken to have worked all the time, and a machine that is busy looks slower than it is.
pub fn of_thread() -> Duration {
    of_machine()
}

/// The time since the machine was started, the same for all its processes: by the performance counter.
pub fn of_machine() -> Duration {
    let (mut count, mut second) = (0, 0);
    // SAFETY: valid places.
    unsafe {
        QueryPerformanceCounter(&raw mut count);
        QueryPerformanceFrequency(&raw mut second);
    }
    let (count, second) = (count.unsigned_abs(), second.unsigned_abs().max(1));
    let nanos = u128::from(count) * 1_000_000_000 / u128::from(second);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// The time since the machine was started in which it was awake.
pub fn of_machine_awake() -> Duration {
    let mut hundreds = 0;
    // SAFETY: a valid place.
    let is_read = unsafe { QueryUnbiasedInterruptTime(&raw mut hundreds) };
    if is_read == 0 { of_machine_with_sleep() } else { Duration::from_nanos(hundreds.saturating_mul(100)) }
}

/// The time since the machine was started, also that in which it was asleep.
pub fn of_machine_with_sleep() -> Duration {
    // SAFETY: it takes nothing.
    Duration::from_millis(unsafe { GetTickCount64() })
}

/// Whether the machine's timers are exact to a nanosecond: they are not.
pub fn are_exact() -> bool {
    false
}

/// How many ticks a second has in which the system counts the work of processes.
pub fn ticks_per_second() -> u64 {
    10_000_000
}
