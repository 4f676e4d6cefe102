//! By what stages tell each other which cores they hold: nothing here, so that two stages on one machine do not notice
//! each other.

use super::peer::Peer;
use crate::system::Errno;
use std::time::Duration;

/// A core that is held; there is none.
#[derive(Debug)]
pub enum CoreSocket {}

/// A connection of one who waits to the one who holds the core; there is none.
#[derive(Debug)]
pub enum CoreLink {}

/// What a holder sends.
pub enum Heard {
    /// It offers the core.
    Offer,
    /// It is gone, or has handed the core to somebody else.
    End,
}

impl CoreSocket {
    /// Errors with [`Errno::NOSYS`]: then a core is used without a claim.
    pub fn bind(_core: usize) -> Result<CoreSocket, Errno> {
        Err(Errno::NOSYS)
    }

    /// The next stage that has begun to wait.
    pub fn accept(&self) -> Option<CoreLink> {
        match *self {}
    }
}

impl CoreLink {
    /// Errors with [`Errno::NOSYS`].
    pub fn to(_core: usize, _since: u64) -> Result<CoreLink, Errno> {
        Err(Errno::NOSYS)
    }

    /// The holder of the core.
    pub fn holder(&self) -> Option<Peer> {
        match *self {}
    }

    /// Since when the other end waits.
    pub fn since(&self) -> Option<u64> {
        match *self {}
    }

    /// Whether the other end still waits.
    pub fn is_alive(&self) -> bool {
        match *self {}
    }

    /// Offers the core to the other end.
    pub fn offer(&self, _socket: &CoreSocket) -> bool {
        match *self {}
    }

    /// What the holder says.
    pub fn hear(&self) -> Option<Heard> {
        match *self {}
    }

    /// Accepts the core that was offered.
    pub fn accept(&self, _core: usize) -> Option<CoreSocket> {
        match *self {}
    }
}

/// Returns at once if nobody is waited for.
pub fn wait(_links: &[&CoreLink], longest: Duration) -> bool {
    std::thread::sleep(longest);
    false
}
