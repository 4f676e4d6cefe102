//! Namespaces shared by the programs of a stage, where it may move programs into them: as root, since a program in a user
//! namespace of its own may not be. They are made once, because making them for each program, and having the kernel tear
//! them down, takes longer than everything else that a start does.
//!
//! Programs cannot communicate through them. In the [empty](EmptySpaces) ones the filter refuses every call that creates
//! something with a name: sockets, queues, semaphores, shared memory. The [roots](crate::launcher::roots) are read-only,
//! and each program gets a copy of the mounts.

use super::roots::{Root, Roots};
use super::step::{Named, Step};
use super::sys;
use crate::order::LaunchOrder;
use rustix::fs::{Mode, OFlags, open};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::system::sethostname;
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};
use std::os::fd::{AsFd, OwnedFd};

/// What the programs of a stage share, as the zygote keeps it.
#[derive(Default)]
pub(super) struct Shared {
    empty: Option<EmptySpaces>,
    roots: Roots,
}

/// What one program shares with others. It makes for itself whatever is missing.
#[derive(Default)]
pub(super) struct Share {
    pub(super) empty: Option<EmptySpaces>,
    pub(super) root: Option<Root>,
}

/// What one program is to get of it.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    root: Option<usize>,
}

impl Shared {
    /// Makes what the program of this order can share with others, unless it exists. `None` means nothing.
    pub(super) fn choose(&mut self, order: &LaunchOrder) -> Option<Choice> {
        if !order.level.isolates() || order.uid.is_none() {
            return None;
        }
        self.empty = self.empty.take().or_else(EmptySpaces::make);
        Some(Choice { root: self.roots.find(order) })
    }

    /// In the program's process: its share. The descriptors of everything else are closed.
    pub(super) fn into_share(self, choice: Option<Choice>) -> Share {
        choice.map_or_else(Share::default, |Choice { root }| Share {
            empty: self.empty,
            root: root.map(|at| self.roots.into_root(at)),
        })
    }
}

/// A network without an active interface, an empty set of queues, and the name of a machine.
pub(super) struct EmptySpaces([OwnedFd; 3]);

impl EmptySpaces {
    /// Returns `None` where this user may not; then each program gets its own.
    fn make() -> Option<EmptySpaces> {
        made_by_child(["net", "ipc", "uts"], || {
            sys::unshare(EmptySpaces::KINDS).step("name spaces", "命名空间")?;
            EmptySpaces::furnish()
        })
        .map(EmptySpaces)
    }

    /// The kinds of namespaces it consists of.
    pub(super) const KINDS: UnshareFlags =
        UnshareFlags::NEWNET.union(UnshareFlags::NEWIPC).union(UnshareFlags::NEWUTS);

    /// To be called in new namespaces of these kinds.
    pub(super) fn furnish() -> Step {
        sethostname(b"leitai").step("the name of the machine", "主机名")
    }

    /// Moves the calling process into it; the process then holds no descriptor of it.
    pub(super) fn enter(self) -> Step {
        self.0.iter().try_for_each(|space| enter(space)).step("shared name spaces", "共用的命名空间")
    }
}

/// Moves the calling process into the namespace of this descriptor.
pub(super) fn enter(space: &OwnedFd) -> rustix::io::Result<()> {
    // The descriptors are our own: their kinds are known.
    move_into_link_name_space(space.as_fd(), None::<LinkNameSpaceType>)
}

/// Has a short-lived child enter new namespaces and furnish them, and returns descriptors of those of the given kinds,
/// named as in `/proc/PID/ns`, in that order. The descriptors keep them alive. Returns `None` if any of this fails.
/// Requires a process with one thread.
pub(super) fn made_by_child<const N: usize>(
    kinds: [&str; N],
    make: impl FnOnce() -> Step,
) -> Option<[OwnedFd; N]> {
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
    let look =
        |kind| open(format!("/proc/{child}/ns/{kind}"), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok();
    let spaces: Option<Vec<OwnedFd>> = if is_made { kinds.into_iter().map(look).collect() } else { None };
    drop(ours);
    let _ = sys::wait(child);
    spaces?.try_into().ok()
}
