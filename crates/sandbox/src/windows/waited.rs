//! What the stage waits for, reads and writes: one kind of thing for all streams, as file descriptors are on Linux.

use super::system::Errno;
use std::fmt;
use windows_sys::Win32::Foundation::HANDLE;

/// Something that can be waited for, and perhaps read or written without waiting.
pub(crate) trait Waited: Send + Sync + fmt::Debug {
    /// What is signalled while there is something to do here.
    fn handle(&self) -> HANDLE;

    /// Called before it is waited for.
    fn arm(&self) {}

    /// Reads what is there; none at the end. [`Errno::AGAIN`] if nothing is.
    fn read(&self, _room: &mut [u8]) -> Result<usize, Errno> {
        Err(Errno::BADF)
    }

    /// Writes as much as there is room for. [`Errno::AGAIN`] if there is none.
    fn write(&self, _bytes: &[u8]) -> Result<usize, Errno> {
        Err(Errno::BADF)
    }

    /// How many bytes the other end has not read, if that is known.
    fn unread(&self) -> Option<u64> {
        None
    }
}

/// Something that can be waited for, of one's own.
#[derive(Debug)]
pub struct OwnedFd(Box<dyn Waited>);

impl OwnedFd {
    pub(crate) fn new(waited: impl Waited + 'static) -> OwnedFd {
        OwnedFd(Box::new(waited))
    }
}

/// Something that can be waited for, of somebody else's.
#[derive(Clone, Copy, Debug)]
pub struct BorrowedFd<'a>(&'a dyn Waited);

impl<'a> BorrowedFd<'a> {
    pub(crate) fn new(waited: &'a dyn Waited) -> BorrowedFd<'a> {
        BorrowedFd(waited)
    }

    pub(crate) fn get(self) -> &'a dyn Waited {
        self.0
    }
}

/// What can be waited for.
pub trait AsFd {
    /// It, borrowed.
    fn as_fd(&self) -> BorrowedFd<'_>;
}

impl AsFd for OwnedFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        BorrowedFd(&*self.0)
    }
}

impl AsFd for BorrowedFd<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        *self
    }
}

impl<T: AsFd> AsFd for &T {
    fn as_fd(&self) -> BorrowedFd<'_> {
        T::as_fd(self)
    }
}
