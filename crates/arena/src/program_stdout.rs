//! The output of a program, read into its inbox.

use crate::inbox::{Fill, Inbox};
use leitai_sandbox::system::{AsFd, BorrowedFd, OwnedFd, may_block, never_wait, receive, wait_when_received};
use std::io;
use std::time::Duration;

/// How long an answer is waited for by reading alone: the shortest span that the kernel's timer knows.
const SOON: Duration = Duration::from_millis(1);

/// A program's output.
pub(crate) struct ProgramStdout {
    stream: OwnedFd,
    /// Whether the program cannot keep a reader waiting by what it does to the stream.
    is_socket: bool,
}

impl ProgramStdout {
    /// Errors if the stream is closed.
    pub(crate) fn new(stream: OwnedFd) -> io::Result<ProgramStdout> {
        let is_socket = !may_block(stream.as_fd());
        if is_socket {
            wait_when_received(&stream, SOON)?;
        } else {
            never_wait(&stream)?;
        }
        Ok(ProgramStdout { stream, is_socket })
    }

    /// Reads once, without waiting.
    pub(crate) fn fill(&self, inbox: &mut Inbox) -> Fill {
        if self.is_socket { self.receive(inbox, false) } else { inbox.fill(&self.stream) }
    }

    /// Whether [`await_more`](ProgramStdout::await_more) waits; elsewhere it reads at once.
    pub(crate) fn can_be_awaited(&self) -> bool {
        self.is_socket
    }

    /// Reads once; waits a few milliseconds for something to read, at most.
    pub(crate) fn await_more(&self, inbox: &mut Inbox) -> Fill {
        if self.is_socket { self.receive(inbox, true) } else { self.fill(inbox) }
    }

    fn receive(&self, inbox: &mut Inbox, waits: bool) -> Fill {
        inbox.fill_by(|room| receive(&self.stream, room, waits))
    }
}

impl AsFd for ProgramStdout {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::write;
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
    use std::time::Instant;

    #[test]
    fn more_is_awaited_on_a_socket_and_nowhere_else() {
        let sockets = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None);
        for (is_socket, (ours, theirs)) in
            [(true, sockets.expect("a pair")), (false, rustix::pipe::pipe().expect("a pipe"))]
        {
            let stdout = ProgramStdout::new(ours).expect("an open stream");
            assert_eq!(stdout.can_be_awaited(), is_socket);
            let mut inbox = Inbox::default();
            assert_eq!(stdout.fill(&mut inbox), Fill::Nothing);
            let began = Instant::now();
            assert_eq!(stdout.await_more(&mut inbox), Fill::Nothing);
            assert!(!is_socket || began.elapsed() >= SOON, "{:?}", began.elapsed());
            std::thread::scope(|scope| {
                scope.spawn(|| write(&theirs, b"7 7\n").expect("room"));
                while stdout.await_more(&mut inbox) == Fill::Nothing {}
            });
            assert_eq!(inbox.line(), Some(&b"7 7"[..]));
            drop(theirs);
            assert_eq!(stdout.await_more(&mut inbox), Fill::Closed);
        }
    }
}
