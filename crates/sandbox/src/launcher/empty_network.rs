//! A single network namespace without an active interface, shared by all programs of a stage that may be moved into it.
//! Creating one and having the kernel tear it down takes as long as a start without any sandbox. Programs that share it
//! cannot communicate through it, since none of them can have a socket with a name or an address: the filter refuses
//! every call that creates one, and no `/proc` or `/sys` they see shows a network.

use super::sys::unshare;
use rustix::fs::{Mode, OFlags, open};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};
use std::os::fd::{AsFd, OwnedFd};

/// The network namespace of the calling thread.
const OURS: &str = "/proc/thread-self/ns/net";

/// An open descriptor, which keeps the network namespace alive.
pub(super) struct EmptyNetwork(OwnedFd);

impl EmptyNetwork {
    /// Creates one while staying in our own network. Returns `None` where this user may not; then each program gets a
    /// network of its own.
    pub(super) fn make() -> Option<EmptyNetwork> {
        let look = || open(OURS, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok();
        let own = EmptyNetwork(look()?);
        unshare(UnshareFlags::NEWNET).ok()?;
        let made = look().map(EmptyNetwork);
        if own.enter().is_err() {
            // Programs without a sandbox would have no network either, so exit: the stage sees that nobody answers.
            std::process::exit(1);
        }
        made
    }

    /// Moves the calling process into it; the process then holds no descriptor of it.
    pub(super) fn enter(self) -> rustix::io::Result<()> {
        move_into_link_name_space(self.0.as_fd(), Some(LinkNameSpaceType::Network))
    }
}
