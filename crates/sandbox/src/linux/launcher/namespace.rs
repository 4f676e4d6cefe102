//! Namespaces that outlive the process that made them.

use super::step::Step;
use super::sys;
use rustix::fs::{Mode, OFlags, open};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::thread::move_into_link_name_space;
use std::os::fd::{AsFd, OwnedFd};

/// A descriptor that keeps a namespace alive.
pub(super) struct Namespace(OwnedFd);

impl Namespace {
    /// Moves the calling process into it; the process then holds no descriptor of it.
    pub(super) fn enter(self) -> rustix::io::Result<()> {
        move_into_link_name_space(self.0.as_fd(), None)
    }

    /// Has a short-lived child make new namespaces and furnish them, so that this process never leaves its own. Returns
    /// those of the given kinds, named as in `/proc/PID/ns`, in that order; `None` if any of this fails. Requires a
    /// process with one thread.
    pub(super) fn made_by_child<const N: usize>(
        kinds: [&str; N],
        make: impl FnOnce() -> Step,
    ) -> Option<[Namespace; N]> {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None).ok()?;
        let child = match sys::fork().ok()? {
            sys::Side::Child => {
                drop(ours);
                if make().is_ok() && rustix::io::write(&theirs, b"+").is_ok() {
                    // Until the parent has opened them, or has died.
                    let _ = rustix::io::read(&theirs, &mut [0; 1]);
                }
                std::process::exit(0)
            }
            sys::Side::Parent(child) => child,
        };
        drop(theirs);
        let is_made = matches!(rustix::io::read(&ours, &mut [0; 1]), Ok(1));
        let look = |kind| {
            let path = format!("/proc/{child}/ns/{kind}");
            open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok().map(Namespace)
        };
        let made: Option<Vec<_>> = if is_made { kinds.into_iter().map(look).collect() } else { None };
        drop(ours);
        let _ = sys::wait(child);
        made?.try_into().ok()
    }
}
