//! Lines being sent to a program; bytes for which its pipe has no room wait in a backlog.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionread, write};

/// Maximum bytes that may wait for a program to read them.
const BACKLOG: usize = 64 << 10;

/// A program's input, and the bytes that do not fit in it yet.
pub(crate) struct ProgramStdin {
    /// `None` once the program closed it or the game is over.
    pipe: Option<OwnedFd>,
    unsent: Vec<u8>,
}

impl ProgramStdin {
    /// The pipe must not block.
    pub(crate) fn new(pipe: OwnedFd) -> ProgramStdin {
        ProgramStdin { pipe: Some(pipe), unsent: Vec::new() }
    }

    /// Sends lines; what the pipe has no room for waits. A program that closed its input is judged by its output.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if self.pipe.is_none() {
            return;
        }
        if self.unsent.is_empty() {
            let sent = self.write(bytes);
            self.unsent.extend_from_slice(&bytes[sent..]);
        } else {
            self.unsent.extend_from_slice(bytes);
            self.flush();
        }
    }

    /// Sends more of the waiting bytes.
    pub(crate) fn flush(&mut self) {
        let unsent = std::mem::take(&mut self.unsent);
        let sent = self.write(&unsent);
        self.unsent = unsent;
        self.unsent.drain(..sent);
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        while let Some(pipe) = &self.pipe
            && sent < bytes.len()
        {
            match write(pipe, &bytes[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.pipe = None,
            }
        }
        if self.pipe.is_none() { bytes.len() } else { sent }
    }

    /// The pipe, while bytes are waiting for room in it.
    pub(crate) fn waits_for_room(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().filter(|_| !self.unsent.is_empty()).map(AsFd::as_fd)
    }

    /// Whether the program is behind with reading. Its output is ignored then: one that asks and never reads would fill
    /// the stage's memory, and take its time.
    pub(crate) fn is_behind(&self) -> bool {
        self.unsent.len() > BACKLOG
    }

    /// Whether the program was sent something that it has not read.
    pub(crate) fn has_unread(&self) -> bool {
        let in_the_pipe = self.pipe.as_ref().and_then(|pipe| ioctl_fionread(pipe).ok());
        !self.unsent.is_empty() || in_the_pipe.is_some_and(|bytes| bytes > 0)
    }

    /// Closes the program's input; the waiting bytes are never sent.
    pub(crate) fn close(&mut self) {
        self.pipe = None;
        self.unsent.clear();
    }
}
