//! The child processes that were started as programs, so that none is mistaken for a stray.

use rustix::process::Pid;
use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};

/// Held for reading by every start and for writing by [`Leaders::look`], since a child exists before its number is
/// known.
static DOOR: RwLock<()> = RwLock::new(());
/// The numbers of the children that have not been waited for.
static LEADERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// The children of this process that a [`Cell`](crate::Cell) waits for. While a value exists no program is started.
#[derive(Debug)]
pub struct Leaders {
    _closed: RwLockWriteGuard<'static, ()>,
}

impl Leaders {
    /// Blocks new starts, and waits for those in progress.
    pub fn look() -> Leaders {
        Leaders { _closed: DOOR.write().unwrap_or_else(PoisonError::into_inner) }
    }

    /// Whether this process is one of those children.
    pub fn contains(&self, pid: i32) -> bool {
        alive().contains(&pid)
    }
}

/// Starts a child, which is listed before anyone can observe it.
pub(crate) fn start_child(start: impl FnOnce() -> io::Result<Pid>) -> io::Result<Pid> {
    let _open = DOOR.read().unwrap_or_else(PoisonError::into_inner);
    let pid = start()?;
    alive().insert(pid.as_raw_nonzero().get());
    Ok(pid)
}

/// Takes a child that has ended off the list; `wait` frees its number, which the next child may get at once.
pub(crate) fn reap_child<T>(pid: i32, wait: impl FnOnce() -> T) -> T {
    let mut alive = alive();
    alive.remove(&pid);
    wait()
}

fn alive() -> MutexGuard<'static, BTreeSet<i32>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}
