//! One network without an interface that is up, for all programs of a stage that may be moved into it. To make one, and to
//! have the kernel take it down again, is as long as a start without any sandbox; nothing passes between those who
//! share it, since none of them can have a socket with a name or an address: the filter refuses every call that makes one, and
//! no `/proc` or `/sys` of theirs shows a network.

use super::sys::unshare;
use rustix::fs::{Mode, OFlags, open};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};
use std::os::fd::{AsFd, OwnedFd};

/// The network of the calling thread.
const OURS: &str = "/proc/thread-self/ns/net";

/// An open descriptor keeps it.
pub(super) struct EmptyNetwork(OwnedFd);

impl EmptyNetwork {
    /// Makes one, and stays in its own network. None where this user may not; then each program gets one of its own.
    pub(super) fn make() -> Option<EmptyNetwork> {
        let look = || open(OURS, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok();
        let own = EmptyNetwork(look()?);
        unshare(UnshareFlags::NEWNET).ok()?;
        let made = look().map(EmptyNetwork);
        if own.enter().is_err() {
            // Programs without a sandbox would have no network either: the stage hears that nobody answers.
            std::process::exit(1);
        }
        made
    }

    /// Moves the calling process there, which then holds no descriptor of it.
    pub(super) fn enter(self) -> rustix::io::Result<()> {
        move_into_link_name_space(self.0.as_fd(), Some(LinkNameSpaceType::Network))
    }
}
