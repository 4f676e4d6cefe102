//! The streams between the stage and a program: standard input, output and error.
//!
//! In a sandbox that confines they are socket pairs. A pipe has one lock for both ends, held while bytes are copied from or
//! to the program's memory: a program whose page fault waits for its own threads keeps the other end waiting, and the stage
//! would sleep in `read` for as long as the program thinks. A socket copies before it locks, and nothing can be read before
//! all of a message has been copied. Without confinement they are pipes, as from a shell: there `/dev/stderr` must open.

use rustix::io::{Errno, ioctl_fionread};
use rustix::net::{AddressFamily, Shutdown, SocketFlags, SocketType, shutdown, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

/// The kinds of streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    /// A pipe, of which a program can hold the lock.
    Pipe,
    /// A socket pair, each end of which has locks of its own.
    Socket,
}

impl Stream {
    /// A stream that no other process inherits and that leads to the program: its end, and ours.
    pub(crate) fn inward(self) -> io::Result<(OwnedFd, OwnedFd)> {
        match self {
            Stream::Pipe => pipe(),
            Stream::Socket => {
                let (theirs, ours) = pair()?;
                // What it writes to its input would never be read.
                shutdown(&ours, Shutdown::Read)?;
                Ok((theirs, ours))
            }
        }
    }

    /// A stream that no other process inherits and that comes from the program: our end, and its.
    pub(crate) fn outward(self) -> io::Result<(OwnedFd, OwnedFd)> {
        match self {
            Stream::Pipe => pipe(),
            Stream::Socket => {
                // Its other direction stays open, though nothing is ever sent there: run-times that watch their output
                // for its reader to leave would take it for gone.
                pair()
            }
        }
    }
}

/// How many bytes of a stream to a program it has not read yet; for a socket, including what the kernel keeps with them,
/// so that only zero is exact. Never waits for the program where the stream is a socket.
#[expect(unsafe_code, reason = "no library asks a socket what its peer has not read")]
pub fn unread(stream: impl AsFd) -> io::Result<u64> {
    let stream = stream.as_fd();
    let mut count: libc::c_int = 0;
    // SAFETY: `count` is a valid place for the answer.
    if unsafe { libc::ioctl(stream.as_raw_fd(), libc::TIOCOUTQ, &raw mut count) } == 0 {
        return Ok(u64::try_from(count).unwrap_or(0));
    }
    let error = io::Error::last_os_error();
    let is_pipe =
        [Errno::NOTTY, Errno::INVAL].iter().any(|no| Some(no.raw_os_error()) == error.raw_os_error());
    if is_pipe { Ok(ioctl_fionread(stream)?) } else { Err(error) }
}

/// Whether a program can keep us waiting by what it does to this stream.
pub fn may_block(stream: BorrowedFd<'_>) -> bool {
    rustix::net::sockopt::socket_type(stream).is_err()
}

/// A pipe that no other process inherits: reader and writer.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::{read, write};

    #[test]
    fn each_stream_leads_one_way_and_says_what_is_unread() {
        for kind in [Stream::Pipe, Stream::Socket] {
            let (theirs, ours) = kind.inward().expect("a stream");
            assert_eq!(unread(&ours).expect("a count"), 0, "{kind:?}");
            write(&ours, b"go\n").expect("room");
            assert!(unread(&ours).expect("a count") > 0, "{kind:?}");
            assert_eq!(read(&theirs, &mut [0; 2]), Ok(2));
            assert!(unread(&ours).expect("a count") > 0, "{kind:?}: one byte is left");
            assert_eq!(read(&theirs, &mut [0; 2]), Ok(1));
            assert_eq!(unread(&ours).expect("a count"), 0, "{kind:?}");
            assert!(write(&theirs, b"x").is_err(), "{kind:?}: it is an input");
            write(&ours, b"end").expect("room");
            drop(ours);
            assert_eq!(read(&theirs, &mut [0; 9]), Ok(3), "{kind:?}: what was sent is there");
            assert_eq!(read(&theirs, &mut [0; 9]), Ok(0), "{kind:?}");

            let (ours, theirs) = kind.outward().expect("a stream");
            write(&theirs, b"7\n").expect("room");
            assert_eq!(read(&ours, &mut [0; 9]), Ok(2));
            drop(theirs);
            assert_eq!(read(&ours, &mut [0; 9]), Ok(0), "{kind:?}");
        }
    }
}
