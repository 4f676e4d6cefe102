//! Numbers of the system's errors, by the names that they have elsewhere.

use std::io;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_BROKEN_PIPE, ERROR_CALL_NOT_IMPLEMENTED, ERROR_CANT_RESOLVE_FILENAME,
    ERROR_FILE_NOT_FOUND, ERROR_INVALID_HANDLE, ERROR_NO_SYSTEM_RESOURCES, ERROR_NOT_ENOUGH_MEMORY,
    ERROR_TOO_MANY_OPEN_FILES,
};
use windows_sys::Win32::Networking::WinSock::{WSAEADDRINUSE, WSAECONNREFUSED, WSAEINTR, WSAEWOULDBLOCK};

/// The number of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errno(i32);

impl Errno {
    /// It would have to wait.
    pub const AGAIN: Errno = Errno(WSAEWOULDBLOCK);
    /// It was interrupted, and is to be called again.
    pub const INTR: Errno = Errno(WSAEINTR);
    /// The other end is closed.
    pub const PIPE: Errno = Errno(ERROR_BROKEN_PIPE.cast_signed());
    /// It cannot be done with this.
    pub const BADF: Errno = Errno(ERROR_INVALID_HANDLE.cast_signed());
    /// It is forbidden.
    pub const ACCESS: Errno = Errno(ERROR_ACCESS_DENIED.cast_signed());
    /// There is no such file.
    pub const NOENT: Errno = Errno(ERROR_FILE_NOT_FOUND.cast_signed());
    /// It is a link and may be none.
    pub const LOOP: Errno = Errno(ERROR_CANT_RESOLVE_FILENAME.cast_signed());
    /// There is too little memory.
    pub const NOMEM: Errno = Errno(ERROR_NOT_ENOUGH_MEMORY.cast_signed());
    /// This process has too many files.
    pub const MFILE: Errno = Errno(ERROR_TOO_MANY_OPEN_FILES.cast_signed());
    /// The machine has too many files.
    pub const NFILE: Errno = Errno(ERROR_NO_SYSTEM_RESOURCES.cast_signed());
    /// The system has nothing of the kind.
    pub const NOSYS: Errno = Errno(ERROR_CALL_NOT_IMPLEMENTED.cast_signed());
    /// Somebody else has it.
    pub const ADDRINUSE: Errno = Errno(WSAEADDRINUSE);
    /// Nobody listens.
    pub const CONNREFUSED: Errno = Errno(WSAECONNREFUSED);

    /// The number.
    pub fn raw_os_error(self) -> i32 {
        self.0
    }
}

impl From<Errno> for io::Error {
    fn from(error: Errno) -> io::Error {
        io::Error::from_raw_os_error(error.0)
    }
}

/// What the system says where a process may have no more open files, or where the machine may not.
pub const TOO_MANY_FILES: [Errno; 2] = [Errno::MFILE, Errno::NFILE];
