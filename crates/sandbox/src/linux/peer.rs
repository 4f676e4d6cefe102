//! The process at the other end of a socket.

use std::io;
use std::mem::size_of;
use std::os::fd::{AsRawFd, BorrowedFd};

/// The process at the other end of a local socket, recorded when it listened or connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer {
    /// Its process id; `None` if it is not visible to this process.
    pub pid: Option<u32>,
    /// Its user id.
    pub uid: u32,
}

impl Peer {
    /// Queries the system. Errors if the system refuses to answer.
    #[expect(unsafe_code, reason = "the library's own type cannot say that there is no number")]
    pub fn of(socket: BorrowedFd<'_>) -> io::Result<Peer> {
        let mut who = libc::ucred { pid: 0, uid: 0, gid: 0 };
        let mut size = size_of::<libc::ucred>() as libc::socklen_t;
        // SAFETY: `who` is `size` bytes long, outlives the call and is plain numbers.
        let got = unsafe {
            libc::getsockopt(
                socket.as_raw_fd(),
                libc::SOL_SOCKET,
                libc::SO_PEERCRED,
                (&raw mut who).cast(),
                &raw mut size,
            )
        };
        if got == -1 {
            return Err(io::Error::last_os_error());
        }
        // Zero means that it lives in a process namespace that is not below ours.
        Ok(Peer { pid: u32::try_from(who.pid).ok().filter(|pid| *pid > 0), uid: who.uid })
    }
}
