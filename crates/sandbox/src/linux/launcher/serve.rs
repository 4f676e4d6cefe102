//! The zygote's main loop: receives an order with its pipes, forks, and answers with the process id.

use super::brood::Brood;
use super::confine::GIVES_WAY;
use super::group_cleanup::GroupCleanup;
use super::program::become_program;
use super::shared::{Share, Shared};
use super::{inside, sys};
use crate::linux::launch_order::{LaunchOrder, PIPES};
use rustix::io::{Errno, read};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stdin};
use std::ffi::OsString;
use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;

/// Serves the stage until it hangs up; its socket is our standard input. The words say which groups are its.
pub(super) fn serve(mut words: impl Iterator<Item = OsString>) {
    sys::ignore_signals();
    sys::close_from_3();
    let mut cleanup = GroupCleanup::from_words(&mut words);
    let mut brood = Brood::default();
    let mut shared = Shared::default();
    // Says that signals do nothing any more.
    let _ = rustix::io::write(stdin(), b"+");
    // Ends when the stage is gone or sends something malformed: nobody needs anything any more.
    while let Ok((order, pipes)) = hear(stdin()) {
        cleanup.add(&order);
        let choice = shared.choose(&order);
        let born = match sys::fork_beside(inside::born_into(&order), brood.has_room()) {
            Ok((sys::Side::Child, _)) => {
                drop(brood);
                take_over(&order, shared.into_share(choice), pipes)
            }
            Ok((sys::Side::Parent(pid), life)) => {
                brood.add(life, &order);
                pid
            }
            Err(error) => -error.raw_os_error().unwrap_or(libc::EAGAIN),
        };
        // Before the stage knows of it: whoever holds the line keeps the program's execution from being seen.
        drop(pipes);
        if rustix::io::write(stdin(), &born.to_ne_bytes()).is_err() {
            break;
        }
    }
    brood.end();
    cleanup.clear_away();
}

/// Where the kernel divides cores among sessions, a process's own priority counts only within its session. Only so many
/// sessions of ordinary users can be changed in a tenth of a second.
fn give_way() {
    let tried = || std::fs::write("/proc/self/autogroup", GIVES_WAY.to_string());
    if tried().is_err_and(|why| why.kind() == io::ErrorKind::WouldBlock) {
        std::thread::sleep(Duration::from_millis(110));
        let _ = tried();
    }
}

/// In the new process: drops everything that belongs to the zygote.
fn take_over(order: &LaunchOrder, share: Share, [from, to, log, status, line]: [OwnedFd; PIPES]) -> ! {
    // In a session of its own, so that it gets no terminal signals, and so that all its threads together get the share
    // of one session where the kernel divides cores among sessions.
    let _ = rustix::process::setsid();
    if order.limits.gives_way {
        give_way();
    }
    let moved = dup2_stdin(&from).and_then(|()| dup2_stdout(&to)).and_then(|()| dup2_stderr(&log));
    drop((from, to, log));
    if moved.is_err() {
        std::process::exit(1);
    }
    become_program(order, share, status, &line)
}

fn hear(socket: BorrowedFd<'_>) -> io::Result<(LaunchOrder, [OwnedFd; PIPES])> {
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut rights = RecvAncillaryBuffer::new(&mut room);
    let mut size = [0; 4];
    let got = recvmsg(socket, &mut [IoSliceMut::new(&mut size)], &mut rights, RecvFlags::CMSG_CLOEXEC)?;
    let pipes: Vec<OwnedFd> = rights
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        })
        .flatten()
        .collect();
    let pipes = <[OwnedFd; PIPES]>::try_from(pipes).map_err(|_| io::ErrorKind::InvalidData)?;
    if got.bytes != size.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut text = vec![0; u32::from_ne_bytes(size) as usize];
    let mut filled = 0;
    while filled < text.len() {
        match read(socket, &mut text[filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok((serde_json::from_slice(&text)?, pipes))
}
