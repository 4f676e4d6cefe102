//! What a program has not read yet.

use rustix::io::{Errno, ioctl_fionread};
use std::io;
use std::os::fd::{AsFd, AsRawFd};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posix::stream::Stream;
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
