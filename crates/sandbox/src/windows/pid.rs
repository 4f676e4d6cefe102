//! Numbers of processes.

use std::process::Child;

/// The number of a process. It is the process's own as long as a handle of it is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pid(u32);

impl Pid {
    /// The number of a child.
    pub fn from_child(child: &Child) -> Pid {
        Pid(child.id())
    }

    pub(crate) fn of(number: u32) -> Pid {
        Pid(number)
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }
}
