//! The streams between the stage and a program: standard input, output and error.
//!
//! In a sandbox that confines they are socket pairs. A pipe has one lock for both ends, held while bytes are copied from or
//! to the program's memory: a program whose page fault waits for its own threads keeps the other end waiting, and the stage
//! would sleep in `read` for as long as the program thinks. A socket copies before it locks, and nothing can be read before
//! all of a message has been copied. Without confinement they are pipes, as from a shell: there `/dev/stderr` must open.

use rustix::net::{Shutdown, shutdown};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

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

/// Whether a program can keep us waiting by what it does to this stream.
pub fn may_block(stream: BorrowedFd<'_>) -> bool {
    rustix::net::sockopt::socket_type(stream).is_err()
}

/// A pipe that no other process inherits: reader and writer.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    io::pipe().map(|(reader, writer)| (reader.into(), writer.into()))
}

fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    UnixStream::pair().map(|(one, other)| (one.into(), other.into()))
}
