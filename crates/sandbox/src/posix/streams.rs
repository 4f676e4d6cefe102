//! Streams: between the stage and a program, and from the keyboard.

use rustix::fd::{AsFd, BorrowedFd};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::RecvFlags;
use rustix::net::sockopt::{Timeout, set_socket_reuseaddr, set_socket_timeout};
use std::io;
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::time::Duration;

pub use crate::posix::stream::may_block;

/// Has a stream answer [`Errno::AGAIN`] instead of waiting.
pub fn never_wait(stream: impl AsFd) -> io::Result<()> {
    Ok(ioctl_fionbio(stream, true)?)
}

/// How long [`receive`] waits on this stream, which no program can keep from answering.
pub fn wait_when_received(stream: impl AsFd, patience: Duration) -> io::Result<()> {
    Ok(set_socket_timeout(stream, Timeout::Recv, Some(patience))?)
}

/// Lets a port be listened at as soon as whoever had it has ended, by a socket that is not bound yet. While somebody has
/// the port, it is refused as ever.
pub fn take_over_port(socket: impl AsFd) -> io::Result<()> {
    Ok(set_socket_reuseaddr(socket, true)?)
}

/// Reads once; returns how many bytes, none at the end.
pub fn read(stream: impl AsFd, room: &mut [u8]) -> Result<usize, Errno> {
    rustix::io::read(stream, room)
}

/// As [`read`], into room that nothing is in.
pub fn read_into(stream: impl AsFd, room: &mut [MaybeUninit<u8>]) -> Result<&[u8], Errno> {
    rustix::io::read(stream, room).map(|(got, _)| got as &[u8])
}

/// As [`read_into`], from a stream that does not block; waits [so long](wait_when_received) for something if it `waits`.
pub fn receive(stream: impl AsFd, room: &mut [MaybeUninit<u8>], waits: bool) -> Result<&[u8], Errno> {
    let flags = if waits { RecvFlags::empty() } else { RecvFlags::DONTWAIT };
    rustix::net::recv(stream, room, flags).map(|((got, _), _)| got as &[u8])
}

/// Writes once; returns how many bytes.
pub fn write(stream: impl AsFd, bytes: &[u8]) -> Result<usize, Errno> {
    rustix::io::write(stream, bytes)
}

/// What is typed at the keyboard of this process, or comes through its standard input.
pub fn keyboard(stdin: &io::Stdin) -> BorrowedFd<'_> {
    stdin.as_fd()
}

/// A connection, as it is waited for; `None` where it cannot be, together with streams of other kinds.
pub fn of_connection(connection: &TcpStream) -> Option<BorrowedFd<'_>> {
    Some(connection.as_fd())
}
