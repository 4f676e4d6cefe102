//! The output of a program, read into its inbox.

use crate::inbox::{Fill, Inbox};
use leitai_sandbox::may_block;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::ioctl_fionbio;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{RecvFlags, recv};
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
            set_socket_timeout(&stream, Timeout::Recv, Some(SOON))?;
        } else {
            ioctl_fionbio(&stream, true)?;
        }
        Ok(ProgramStdout { stream, is_socket })
    }

    /// Reads once, without waiting.
    pub(crate) fn fill(&self, inbox: &mut Inbox) -> Fill {
        if self.is_socket { self.receive(inbox, RecvFlags::DONTWAIT) } else { inbox.fill(&self.stream) }
    }

    /// Whether [`await_more`](ProgramStdout::await_more) waits; elsewhere it reads at once.
    pub(crate) fn can_be_awaited(&self) -> bool {
        self.is_socket
    }

    /// Reads once; waits a few milliseconds for something to read, at most.
    pub(crate) fn await_more(&self, inbox: &mut Inbox) -> Fill {
        if self.is_socket { self.receive(inbox, RecvFlags::empty()) } else { self.fill(inbox) }
    }

    fn receive(&self, inbox: &mut Inbox, flags: RecvFlags) -> Fill {
        inbox.fill_by(|room| recv(&self.stream, room, flags).map(|((got, _), _)| got as &[u8]))
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
