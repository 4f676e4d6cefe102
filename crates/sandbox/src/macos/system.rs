//! What the stage asks of the operating system beside programs: streams, waiting, files, clocks, cores, the terminal.

pub mod clocks;
pub mod cores;
pub mod files;
pub mod trust;

pub use crate::posix::naming::{SystemName, name};
pub use crate::posix::streams::{
    keyboard, may_block, never_wait, of_connection, read, read_into, receive, take_over_port,
    wait_when_received, write,
};
pub use crate::posix::{locks, terminal};
pub use rustix::event::{PollFd, PollFlags, Timespec, poll};
pub use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
pub use rustix::io::Errno;
pub use std::os::unix::net::UnixStream as LocalStream;

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::LazyLock;

/// Fills it with random bytes of the system, which nobody can guess. Errors if the system has none.
#[expect(unsafe_code, reason = "no library asks this system for random bytes")]
pub fn fill_random(bytes: &mut [u8]) -> std::io::Result<()> {
    /// As many as it gives at once.
    const MOST: usize = 256;
    for part in bytes.chunks_mut(MOST) {
        // SAFETY: a valid place of that length.
        if unsafe { libc::getentropy(part.as_mut_ptr().cast(), part.len()) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The signal that ended a program, if one did.
pub fn signal_of(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// What the system says where a process may have no more open files, or where the machine may not.
pub const TOO_MANY_FILES: [Errno; 2] = [Errno::MFILE, Errno::NFILE];

/// The executable of this process, by its path when it was first asked for.
pub fn own_file() -> &'static Path {
    static OWN: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_exe().unwrap_or_default());
    &OWN
}

/// Errors: this system does not say what a program has not read of its input.
pub fn unread(_stream: impl AsFd) -> std::io::Result<u64> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// The language that the system speaks to its user, beside the variables of the environment: none here.
pub fn language() -> Option<String> {
    None
}

/// Has this process give way to others by so much, from 0 to 19: all its threads, since the system has it so.
/// Errors if it is refused.
pub fn give_way(much: i32) -> std::io::Result<()> {
    Ok(rustix::process::setpriority_process(None, much)?)
}
