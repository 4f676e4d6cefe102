//! Namespaces shared by the programs of a stage, where it may move programs into them: as root, since a program in a user
//! namespace of its own may not be. They are made once, because making them for each program, and having the kernel tear
//! them down, would take a good part of a start.
//!
//! Programs cannot communicate through them. In the [empty](EmptySpaces) ones the filter refuses every call that creates
//! something with a name: sockets, queues, semaphores, shared memory. What a network counts can be read only in `/proc`:
//! a program that may [read all of it](LaunchOrder::reads_all_of_proc) gets a network of its own. The
//! [roots](crate::linux::launcher::roots) are read-only, and each program gets a copy of the mounts.

use super::namespace::Namespace;
use super::roots::{Root, Roots};
use super::step::{Named, Step};
use super::sys;
use crate::linux::launch_order::LaunchOrder;
use crate::room::HOST;
use rustix::system::sethostname;
use rustix::thread::UnshareFlags;

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
    network: bool,
}

impl Shared {
    /// Makes what the program of this order can share with others, unless it exists. `None` means nothing.
    pub(super) fn choose(&mut self, order: &LaunchOrder) -> Option<Choice> {
        if !order.level.isolates() || order.uid.is_none() {
            return None;
        }
        self.empty = self.empty.take().or_else(EmptySpaces::make);
        Some(Choice { root: self.roots.find(order), network: !order.reads_all_of_proc() })
    }

    /// In the program's process: its share. The descriptors of everything else are closed.
    pub(super) fn into_share(self, choice: Option<Choice>) -> Share {
        choice.map_or_else(Share::default, |Choice { root, network }| Share {
            empty: self.empty.map(|empty| if network { empty } else { empty.without_network() }),
            root: root.map(|at| self.roots.into_root(at)),
        })
    }
}

/// A network without an active interface, an empty set of queues, and the name of a machine.
pub(super) struct EmptySpaces {
    /// `None` if whoever enters is to get a new one.
    network: Option<Namespace>,
    others: [Namespace; 2],
}

impl EmptySpaces {
    /// Returns `None` where this user may not; then each program gets its own.
    fn make() -> Option<EmptySpaces> {
        let [network, queues, name] = Namespace::made_by_child(["net", "ipc", "uts"], || {
            sys::unshare(EmptySpaces::KINDS).step("name spaces", "命名空间")?;
            EmptySpaces::furnish()
        })?;
        Some(EmptySpaces { network: Some(network), others: [queues, name] })
    }

    /// The kinds of namespaces it consists of.
    pub(super) const KINDS: UnshareFlags =
        UnshareFlags::NEWNET.union(UnshareFlags::NEWIPC).union(UnshareFlags::NEWUTS);

    /// To be called in new namespaces of these kinds.
    pub(super) fn furnish() -> Step {
        sethostname(HOST.as_bytes()).step("the name of the machine", "主机名")
    }

    fn without_network(self) -> EmptySpaces {
        EmptySpaces { network: None, ..self }
    }

    /// Moves the calling process into it; the process then holds no descriptor of it.
    pub(super) fn enter(self) -> Step {
        match self.network {
            Some(network) => network.enter().step("shared name spaces", "共用的命名空间")?,
            None => sys::unshare(UnshareFlags::NEWNET).step("name spaces", "命名空间")?,
        }
        self.others.into_iter().try_for_each(Namespace::enter).step("shared name spaces", "共用的命名空间")
    }
}
