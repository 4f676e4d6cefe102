//! Locks on whole files: they keep out nobody but others who ask for one. What Windows locks of a file nobody else may
//! read, so that a byte is locked that is in no file, far behind the end.

use std::fs::{File, TryLockError};
use std::io;
use std::os::windows::io::AsRawHandle;
use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    LOCK_FILE_FLAGS, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx,
};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};

/// Locks a file against all others, and waits for whoever has it.
pub fn take(file: &File) -> io::Result<()> {
    lock(file, LOCKFILE_EXCLUSIVE_LOCK)
}

/// As [`take`], but errors with [`TryLockError::WouldBlock`] at once if somebody has it.
pub fn try_take(file: &File) -> Result<(), TryLockError> {
    at_once(file, LOCKFILE_EXCLUSIVE_LOCK)
}

/// Locks a file together with others who do so; errors with [`TryLockError::WouldBlock`] if somebody has taken it.
pub fn try_share(file: &File) -> Result<(), TryLockError> {
    at_once(file, 0)
}

/// Gives the lock back. Errors if the system refuses.
pub fn release(file: &File) -> io::Result<()> {
    let mut place = place();
    // SAFETY: the handle is open, the place is valid, and a file of the standard library is not overlapped.
    let is_done = unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut place) } != 0;
    if is_done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn at_once(file: &File, flags: LOCK_FILE_FLAGS) -> Result<(), TryLockError> {
    lock(file, flags | LOCKFILE_FAIL_IMMEDIATELY).map_err(|error| match error.raw_os_error() {
        Some(code) if [ERROR_LOCK_VIOLATION, ERROR_IO_PENDING].contains(&code.cast_unsigned()) => {
            TryLockError::WouldBlock
        }
        _ => TryLockError::Error(error),
    })
}

fn lock(file: &File, flags: LOCK_FILE_FLAGS) -> io::Result<()> {
    let mut place = place();
    // SAFETY: as above.
    let is_done = unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) } != 0;
    if is_done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The byte that is locked: the last that a file could have.
fn place() -> OVERLAPPED {
    let at = OVERLAPPED_0_0 { Offset: u32::MAX - 1, OffsetHigh: i32::MAX.cast_unsigned() };
    OVERLAPPED {
        Internal: 0,
        InternalHigh: 0,
        Anonymous: OVERLAPPED_0 { Anonymous: at },
        hEvent: std::ptr::null_mut(),
    }
}
