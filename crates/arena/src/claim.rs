//! Claims on cores, so that stages on one machine do not use the same ones, whichever user runs them.
//!
//! A claim is a socket in the abstract namespace, with one name per core: it needs no file and no privileges, is
//! released when its process ends for whatever reason, and shows which process holds it. A stage that waits for a core
//! connects to its claim: the holder sees that someone is waiting, and the waiting stage is woken when the claim ends.
//! Claims are not visible from another network namespace, such as a container's.

use leitai_core::{Sentence, is_hidden, sentence};
use leitai_sandbox::Peer;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, connect, listen, socket_with,
};
use std::fs;
use std::time::Duration;

/// How many stages can wait for one core and be noticed by the holder.
const QUEUE: i32 = 64;

/// A core that this process works on; released when dropped. Never inherited: the socket is closed on exec, and
/// programs are forked from the zygote, which was itself executed.
#[derive(Debug)]
pub(crate) struct Claim {
    core: usize,
    /// `None` where the system has no such sockets: then stages do not notice each other.
    socket: Option<OwnedFd>,
}

/// Another process's claim, waited for.
#[derive(Debug)]
pub(crate) struct AwaitedClaim {
    core: usize,
    /// `None` if too many wait already, or if the holder does not listen.
    link: Option<OwnedFd>,
}

impl Claim {
    /// Takes the core; returns `None` if somebody holds it, this process included.
    pub(crate) fn take(core: usize) -> Option<Claim> {
        match claimed(core) {
            Ok(socket) => Some(Claim { core, socket: Some(socket) }),
            Err(Errno::ADDRINUSE) => None,
            Err(_) => Some(Claim { core, socket: None }),
        }
    }

    /// The number of the core.
    pub(crate) fn core(&self) -> usize {
        self.core
    }

    /// Whether a stage has begun to wait for this core.
    pub(crate) fn is_wanted(&self) -> bool {
        self.socket.as_ref().is_some_and(|socket| {
            let mut ready = [PollFd::new(socket, PollFlags::IN)];
            poll(&mut ready, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|count| count > 0)
        })
    }
}

impl AwaitedClaim {
    /// Begins to wait for a core; returns `None` if it is free by now.
    pub(crate) fn by_another(core: usize) -> Option<AwaitedClaim> {
        match connected(core) {
            Ok(link) => Some(AwaitedClaim { core, link: Some(link) }),
            // Free, or held by a process that does not listen.
            Err(Errno::CONNREFUSED) if Claim::take(core).is_some() => None,
            Err(_) => Some(AwaitedClaim { core, link: None }),
        }
    }

    /// Whether the waiting stage is woken when the claim ends.
    pub(crate) fn wakes(&self) -> bool {
        self.link.is_some()
    }

    /// The holder of the core, as a sentence.
    pub(crate) fn holder(&self) -> Sentence {
        let core = self.core;
        let Some(Peer { pid, uid }) = self.link.as_ref().and_then(|link| Peer::of(link.as_fd()).ok()) else {
            return sentence!("core {core} by an unknown user", "核心 {core} 由他人占用");
        };
        let Some(pid) = pid else {
            return sentence!(
                "core {core} by user {uid}, whose process is not visible",
                "核心 {core} 由用户 {uid} 占用（进程不可见）"
            );
        };
        let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        // A name may contain anything but a NUL.
        let name: String = name.trim().chars().map(|c| if is_hidden(c) { '?' } else { c }).collect();
        let name = if name.is_empty() { "?".to_owned() } else { name };
        sentence!(
            "core {core} by {name} (process {pid}, user {uid})",
            "核心 {core} 由 {name}（进程 {pid}，用户 {uid}）占用"
        )
    }
}

/// Waits until one of them may be free, at most for `longest`, which must be less than a second. Returns true if one
/// was released.
pub(crate) fn wait(taken: &[AwaitedClaim], longest: Duration) -> bool {
    let links: Vec<_> = taken.iter().filter_map(|taken| taken.link.as_ref()).collect();
    let mut ended: Vec<_> = links.iter().map(|link| PollFd::new(*link, PollFlags::IN)).collect();
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.subsec_nanos().into() };
    // If interrupted, the caller checks again anyway.
    poll(&mut ended, Some(&longest)).is_ok_and(|count| count > 0)
}

fn name(core: usize) -> rustix::io::Result<SocketAddrUnix> {
    SocketAddrUnix::new_abstract_name(format!("leitai-core-{core}").as_bytes())
}

fn fresh() -> rustix::io::Result<OwnedFd> {
    socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)
}

fn claimed(core: usize) -> rustix::io::Result<OwnedFd> {
    let socket = fresh()?;
    bind(&socket, &name(core)?)?;
    listen(&socket, QUEUE)?;
    Ok(socket)
}

fn connected(core: usize) -> rustix::io::Result<OwnedFd> {
    let socket = fresh()?;
    // The holder never accepts connections: with a full queue a blocking connect would wait for ever.
    ioctl_fionbio(&socket, true)?;
    connect(socket.as_fd(), &name(core)?)?;
    Ok(socket)
}
