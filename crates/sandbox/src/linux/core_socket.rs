//! The sockets by which stages tell each other which cores they hold and wait for.
//!
//! A core is held by whoever has the listening socket of its name. It is handed over by passing this very socket to the
//! next: the name is bound all the while, so that nobody who comes at that moment can take the core.

use crate::linux::peer::Peer;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::sockopt::socket_acceptconn;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, connect,
    getsockname, listen, recv, recvmsg, send, sendmsg, socket_with,
};
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::time::Duration;

/// How many stages can wait for one core; the system may allow fewer.
const QUEUE: i32 = 1024;
/// How long a stage may take to accept the core that it is offered. Whoever was stopped does not, and must not keep the
/// others waiting; whoever is only slow is asked again, before those who came later.
const ANSWER: Duration = Duration::from_millis(100);
/// How long it waits for the core that it has accepted: long enough for a holder that others keep from working.
const PASSING: Duration = Duration::from_millis(900);

/// The listening socket of a core that is held.
#[derive(Debug)]
pub struct CoreSocket(OwnedFd);

/// A connection of one who waits to the one who holds the core: either end.
#[derive(Debug)]
pub struct CoreLink(OwnedFd);

/// What a holder sends.
pub enum Heard {
    /// It offers the core.
    Offer,
    /// It is gone, or has handed the core to somebody else.
    End,
}

impl CoreSocket {
    /// Takes the core. Errors with [`Errno::ADDRINUSE`] if somebody holds it, and with others where the system has no
    /// such sockets.
    pub fn bind(core: usize) -> rustix::io::Result<CoreSocket> {
        let socket = fresh()?;
        bind(&socket, &name(core)?)?;
        // Shared by all who will ever have this socket.
        ioctl_fionbio(&socket, true)?;
        listen(&socket, QUEUE)?;
        Ok(CoreSocket(socket))
    }

    /// The next stage that has begun to wait.
    pub fn accept(&self) -> Option<CoreLink> {
        accept_with(&self.0, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK).ok().map(CoreLink)
    }

    /// What was passed, if it is the socket of that core; from now on whoever connects learns that this process has it.
    fn received(socket: OwnedFd, core: usize) -> Option<CoreSocket> {
        let is_it = getsockname(&socket).ok()? == name(core).ok()?.into();
        (is_it && socket_acceptconn(&socket).ok()?).then_some(())?;
        listen(&socket, QUEUE).ok()?;
        Some(CoreSocket(socket))
    }
}

impl CoreLink {
    /// Begins to wait for a core, since that time. Errors with [`Errno::CONNREFUSED`] if nobody holds it or its holder
    /// does not listen, and with others if too many wait.
    pub fn to(core: usize, since: u64) -> rustix::io::Result<CoreLink> {
        let socket = fresh()?;
        // With a full queue it would wait for ever.
        ioctl_fionbio(&socket, true)?;
        connect(socket.as_fd(), &name(core)?)?;
        send(&socket, &since.to_le_bytes(), SendFlags::NOSIGNAL)?;
        Ok(CoreLink(socket))
    }

    /// The holder of the core, when this stage began to wait.
    pub fn holder(&self) -> Option<Peer> {
        Peer::of(self.0.as_fd()).ok()
    }

    /// Since when the other end waits; `None` if it has not said so yet.
    pub fn since(&self) -> Option<u64> {
        let mut since = [0; 8];
        let (got, _) = recv(&self.0, &mut since, RecvFlags::DONTWAIT).ok()?;
        (got == since.len()).then(|| u64::from_le_bytes(since))
    }

    /// Whether the other end still waits.
    pub fn is_alive(&self) -> bool {
        let mut ready = [PollFd::new(&self.0, PollFlags::RDHUP)];
        poll(&mut ready, Some(&Timespec::default())).is_ok_and(|count| count == 0)
    }

    /// Offers the core to the other end; if it accepts in time, it has it.
    pub fn offer(&self, socket: &CoreSocket) -> bool {
        let is_sent = send(&self.0, &[1], SendFlags::NOSIGNAL).is_ok_and(|sent| sent == 1);
        if !(is_sent && self.has_word(ANSWER)) {
            return false;
        }
        let mut answer = [0];
        if !recv(&self.0, &mut answer, RecvFlags::DONTWAIT).is_ok_and(|(got, _)| got == 1) {
            return false;
        }
        let fds = [socket.0.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        rights.push(SendAncillaryMessage::ScmRights(&fds))
            && sendmsg(&self.0, &[IoSlice::new(&[1])], &mut rights, SendFlags::NOSIGNAL).is_ok()
    }

    /// What the holder says; `None` if it says nothing.
    pub fn hear(&self) -> Option<Heard> {
        let mut word = [0];
        match recv(&self.0, &mut word, RecvFlags::DONTWAIT) {
            Ok((1, _)) => Some(Heard::Offer),
            Err(Errno::AGAIN | Errno::INTR) => None,
            Ok(_) | Err(_) => Some(Heard::End),
        }
    }

    /// Accepts the core that was offered; `None` if the holder is gone by now.
    pub fn accept(&self, core: usize) -> Option<CoreSocket> {
        send(&self.0, &[1], SendFlags::NOSIGNAL).ok()?;
        if !self.has_word(PASSING) {
            return None;
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut rights = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
        recvmsg(&self.0, &mut [IoSliceMut::new(&mut [0])], &mut rights, flags).ok()?;
        let mut passed = rights.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(fds) => Some(fds),
            _ => None,
        });
        CoreSocket::received(passed.next()?.next()?, core)
    }

    fn has_word(&self, longest: Duration) -> bool {
        wait(&[self], longest)
    }
}

/// Waits until one of them has something to say, at most for `longest`, which must be less than a second.
pub fn wait(links: &[&CoreLink], longest: Duration) -> bool {
    let mut ready: Vec<_> = links.iter().map(|link| PollFd::new(&link.0, PollFlags::IN)).collect();
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.subsec_nanos().into() };
    // If interrupted, the caller checks again anyway.
    poll(&mut ready, Some(&longest)).is_ok_and(|count| count > 0)
}

fn name(core: usize) -> rustix::io::Result<SocketAddrUnix> {
    SocketAddrUnix::new_abstract_name(format!("leitai-core-{core}").as_bytes())
}

fn fresh() -> rustix::io::Result<OwnedFd> {
    socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)
}
