//! The processes of a program as seen from outside, and what they use (`libproc`).
#![expect(unsafe_code, reason = "no library asks this system about other processes")]

use std::mem::{size_of, zeroed};
use std::sync::LazyLock;
use std::time::Duration;

/// How many processes one question tells of at first.
const FEW: usize = 64;
/// How many at most: the machine has no more.
const MOST: usize = 1 << 17;

/// What a living process does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// The processor time of all its threads, also of those that have ended.
    pub cpu: Duration,
    /// How many of its threads run or wait for a core.
    pub running: i32,
}

/// The memory of a process, in bytes, as the system charges it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// What it has now.
    pub now: u64,
    /// The most that it ever had.
    pub most: u64,
}

/// The processes of this group, those below its leader that have left the group, and theirs; the leader first. Some may have ended
/// and wait to be waited for. One that left the group and whose parent has ended is not found.
pub(crate) fn of_group(leader: i32) -> Vec<i32> {
    let mut found = vec![leader];
    // SAFETY: the list is valid for so many bytes.
    let group = listed(|list, bytes| unsafe { libc::proc_listpgrppids(leader, list, bytes) });
    found.extend(group.into_iter().filter(|pid| *pid != leader));
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        // SAFETY: as above.
        for child in listed(|list, bytes| unsafe { libc::proc_listchildpids(parent, list, bytes) }) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
        next += 1;
    }
    found
}

/// What a question answers with a list of numbers: how many they are.
fn listed(ask: impl Fn(*mut libc::c_void, libc::c_int) -> libc::c_int) -> Vec<i32> {
    let mut room = FEW;
    loop {
        let mut list = vec![0_i32; room];
        let count =
            usize::try_from(ask(list.as_mut_ptr().cast(), (room * size_of::<i32>()) as i32)).unwrap_or(0);
        if count < room || room >= MOST {
            list.truncate(count);
            list.retain(|pid| *pid > 0);
            return list;
        }
        room *= 4;
    }
}

/// What a process does; `None` if it has ended.
pub(crate) fn work(pid: i32) -> Option<Work> {
    // SAFETY: a structure of plain numbers.
    let mut told: libc::proc_taskinfo = unsafe { zeroed() };
    let size = size_of::<libc::proc_taskinfo>() as i32;
    // SAFETY: a valid place of that size.
    let got = unsafe { libc::proc_pidinfo(pid, libc::PROC_PIDTASKINFO, 0, (&raw mut told).cast(), size) };
    (got == size).then(|| Work {
        cpu: duration(told.pti_total_user.saturating_add(told.pti_total_system)),
        running: told.pti_numrunning,
    })
}

/// The memory of a process; `None` if there is none of this number.
pub(crate) fn memory(pid: i32) -> Option<Memory> {
    // SAFETY: a structure of plain numbers.
    let mut told: libc::rusage_info_v4 = unsafe { zeroed() };
    // SAFETY: a valid place for what this version of the question answers.
    let got = unsafe { libc::proc_pid_rusage(pid, libc::RUSAGE_INFO_V4, (&raw mut told).cast()) };
    (got == 0).then(|| Memory {
        now: told.ri_phys_footprint,
        most: told.ri_phys_footprint.max(told.ri_lifetime_max_phys_footprint),
    })
}

/// The time of so many units of the machine's clock, in which the system counts the work of processes.
fn duration(units: u64) -> Duration {
    static UNIT: LazyLock<[u32; 2]> = LazyLock::new(|| {
        let mut unit = Unit { numer: 1, denom: 1 };
        // SAFETY: a valid place.
        unsafe { mach_timebase_info(&raw mut unit) };
        [unit.numer, unit.denom.max(1)]
    });
    let [numer, denom] = *UNIT;
    let nanos = u128::from(units) * u128::from(numer) / u128::from(denom);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// A unit of the machine's clock in nanoseconds, as a fraction: `mach_timebase_info_data_t`.
#[repr(C)]
struct Unit {
    numer: u32,
    denom: u32,
}

unsafe extern "C" {
    /// Of the system's library; the binding of it in `libc` is deprecated.
    fn mach_timebase_info(unit: *mut Unit) -> libc::c_int;
}
