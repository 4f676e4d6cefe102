//! Lines being sent to a program; bytes for which its input has no room wait in a backlog.

use crate::hold_up::HoldUp;
use leitai_sandbox::system::{AsFd, BorrowedFd, Errno, OwnedFd, unread, write};

/// Maximum bytes that may wait for a program to read them.
const BACKLOG: usize = 64 << 10;

/// A program's input, and the bytes that do not fit in it yet.
pub(crate) struct ProgramStdin {
    /// `None` once the program closed it or the game is over.
    stream: Option<OwnedFd>,
    unsent: Vec<u8>,
    pub(crate) hold_up: HoldUp,
}

impl ProgramStdin {
    /// The stream must not block.
    pub(crate) fn new(stream: OwnedFd) -> ProgramStdin {
        let hold_up = HoldUp::on(stream.as_fd());
        ProgramStdin { stream: Some(stream), unsent: Vec::new(), hold_up }
    }

    /// Sends lines; what there is no room for waits. A program that closed its input is judged by its output.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if self.stream.is_none() {
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
        while let Some(stream) = &self.stream
            && sent < bytes.len()
        {
            match self.hold_up.during(|| write(stream, &bytes[sent..])) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.stream = None,
            }
        }
        if self.stream.is_none() { bytes.len() } else { sent }
    }

    /// The stream, while bytes are waiting for room in it.
    pub(crate) fn waits_for_room(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().filter(|_| !self.unsent.is_empty()).map(AsFd::as_fd)
    }

    /// Whether the program is behind with reading. Its output is ignored then: one that asks and never reads would fill
    /// the stage's memory, and take its time.
    pub(crate) fn is_behind(&self) -> bool {
        self.unsent.len() > BACKLOG
    }

    /// Whether the program was sent something that it has not read.
    pub(crate) fn has_unread(&self) -> bool {
        let on_its_way = self.stream.as_ref().and_then(|stream| unread(stream).ok());
        !self.unsent.is_empty() || on_its_way.is_some_and(|bytes| bytes > 0)
    }

    /// Closes the program's input; the waiting bytes are never sent.
    pub(crate) fn close(&mut self) {
        self.stream = None;
        self.unsent.clear();
    }
}
