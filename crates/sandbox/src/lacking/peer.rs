//! The process at the other end of a connection between stages; there are none here.

/// The process at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer {
    /// Its process id; `None` if it is not visible to this process.
    pub pid: Option<u32>,
    /// Its user id.
    pub uid: u32,
}
