//! Locks on whole files (`flock`): they keep out nobody but others who ask for one. A process that is just being started
//! shares them until it executes its program, so they are [`release`]d, not only closed.
#![expect(clippy::disallowed_methods, reason = "this is the one place that calls them")]

use std::fs::{File, TryLockError};
use std::io;

/// Locks a file against all others, and waits for whoever has it.
pub fn take(file: &File) -> io::Result<()> {
    file.lock()
}

/// As [`take`], but errors with [`TryLockError::WouldBlock`] at once if somebody has it.
pub fn try_take(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Locks a file together with others who do so; errors with [`TryLockError::WouldBlock`] if somebody has taken it.
pub fn try_share(file: &File) -> Result<(), TryLockError> {
    file.try_lock_shared()
}

/// Gives the lock back. Errors if the system refuses.
pub fn release(file: &File) -> io::Result<()> {
    file.unlock()
}
