//! What the stage asks of the operating system beside programs: streams, waiting, files, clocks, cores, the terminal.

pub mod clocks;
pub mod cores;
pub mod files;
pub mod trust;

pub use crate::linux::unread::unread;
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

use rustix::rand::{GetRandomFlags, getrandom};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

/// Fills it with random bytes of the system, which nobody can guess. Errors if the system has none.
pub fn fill_random(bytes: &mut [u8]) -> std::io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        match getrandom(&mut bytes[filled..], GetRandomFlags::empty()) {
            Ok(more) => filled += more,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
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

/// The executable of this process, even after it was replaced on disk; it is its own launcher.
pub fn own_file() -> &'static Path {
    Path::new("/proc/self/exe")
}

/// The language that the system speaks to its user, beside the variables of the environment: none here.
pub fn language() -> Option<String> {
    None
}

/// Lets the threads of this process that give way less go before the calling one, which gives way by so much, from 0 to 19.
/// Errors if it is refused.
pub fn give_way(much: i32) -> std::io::Result<()> {
    // For Linux a thread is a process of this number.
    Ok(rustix::process::setpriority_process(Some(rustix::thread::gettid()), much)?)
}
