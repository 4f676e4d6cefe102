//! The end of a child, awaited.

use crate::posix::children::reap_child;
use crate::usage::Usage;
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Whether a child has exited, and can be waited for at once.
pub(crate) fn has_exited(pid: Pid) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), look), Ok(None) | Err(Errno::INTR))
}

/// Waits for a child and records what it used, where the system counts memory in units of so many bytes. Errors if something
/// else has already waited for it.
pub(crate) fn reap(pid: i32, unit: u64) -> io::Result<(ExitStatus, Usage)> {
    // First wait without reaping: the process id stays reserved until the child is really waited for.
    let _ = retry_on_intr(|| {
        waitid(
            WaitId::Pid(Pid::from_raw(pid).ok_or(Errno::CHILD)?),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        )
    });
    reap_child(pid, || wait(pid, unit))
}

#[expect(unsafe_code, reason = "no library tells a child's usage together with its end")]
fn wait(pid: i32, unit: u64) -> io::Result<(ExitStatus, Usage)> {
    let mut status = 0;
    // SAFETY: the all-zero value of a structure of plain numbers is valid.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both are valid places for the answer.
        let got = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut used) };
        match (got, io::Error::last_os_error()) {
            (-1, error) if error.kind() == io::ErrorKind::Interrupted => {}
            (-1, error) => return Err(error),
            _ => break,
        }
    }
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    let usage =
        Usage { cpu: time(used.ru_utime) + time(used.ru_stime), resident: used.ru_maxrss as u64 * unit };
    Ok((ExitStatus::from_raw(status), usage))
}
