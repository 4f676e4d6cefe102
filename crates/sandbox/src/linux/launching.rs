//! The connection between launcher and stage. No program ever holds it: executing the program closes it.
//!
//! The launcher reports once that everything is set up, and waits for permission to execute the program. If anything
//! fails before or after that, it sends the reason, of bounded length. The program runs when the connection closes.

use crate::launched::Launched;
use leitai_lang::Sentence;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// Everything is set up; the program is executed next.
const SET_UP: u8 = b'+';
/// The sandbox could not be set up; the reason follows.
const FAILED: u8 = b'-';
/// The system would not execute the program after all; the reason follows.
const REFUSED: u8 = b'x';
/// The message of the stage: permission to execute the program.
const EXECUTE: u8 = b'!';
/// Longest message, in bytes.
const LONGEST: usize = 2 << 10;

/// The stage's end of the connection. If it is dropped before the program is executed, the program never runs.
#[derive(Debug)]
pub struct Launching {
    line: OwnedFd,
    is_set_up: bool,
}

impl Launching {
    /// A connection: the stage's end and the launcher's.
    pub(crate) fn line() -> io::Result<(Launching, OwnedFd)> {
        let (line, inside) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        Ok((Launching { line, is_set_up: false }, inside))
    }

    /// Whether everything is set up, as far as [`poll`](Launching::poll) has seen.
    pub fn is_set_up(&self) -> bool {
        self.is_set_up
    }

    /// Permits the launcher to execute the program once everything is set up.
    pub fn execute(&self) {
        // If the launcher is gone, it has already sent the reason.
        let _ = rustix::net::send(&self.line, &[EXECUTE], rustix::net::SendFlags::NOSIGNAL);
    }

    /// Waits at most `patience` until everything is set up, or that has failed, which [`poll`](Launching::poll) reports.
    /// Returns false if neither happened.
    pub fn wait_until_set_up(&self, patience: Duration) -> bool {
        let mut told = [PollFd::new(&self.line, PollFlags::IN)];
        let timeout = Timespec::try_from(patience).ok();
        retry_on_intr(|| poll(&mut told, timeout.as_ref())).is_ok_and(|count| count > 0)
    }

    /// The result, if it is known yet. Does not block.
    pub fn poll(&mut self) -> Option<Launched> {
        loop {
            let mut message = [0; LONGEST];
            let flags = rustix::net::RecvFlags::DONTWAIT;
            match rustix::net::recv(&self.line, &mut message[..], flags) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return None,
                // Connection reset: the launcher left without reading what it was sent.
                Ok((0, _)) | Err(_) => return Some(self.ended()),
                Ok((length, _)) => {
                    if let Some(launched) = self.receive(&message[..length]) {
                        return Some(launched);
                    }
                }
            }
        }
    }

    /// Permits the program to be executed, and waits for the result.
    pub fn finish(mut self) -> Launched {
        self.execute();
        loop {
            let mut message = [0; LONGEST];
            match retry_on_intr(|| read(&self.line, &mut message)) {
                Ok(0) | Err(_) => return self.ended(),
                Ok(length) => {
                    if let Some(launched) = self.receive(&message[..length]) {
                        return launched;
                    }
                }
            }
        }
    }

    fn receive(&mut self, message: &[u8]) -> Option<Launched> {
        let reason = |words: &[u8]| Sentence::of_line(&String::from_utf8_lossy(words));
        match message.split_first() {
            Some((&FAILED, words)) => Some(Launched::Failed(reason(words))),
            Some((&REFUSED, words)) => Some(Launched::Refused(reason(words))),
            _ => {
                self.is_set_up = true;
                None
            }
        }
    }

    fn ended(&self) -> Launched {
        if self.is_set_up {
            Launched::Running
        } else {
            Launched::Failed(Sentence::new(
                "the launcher ended before the program",
                "启动器在程序启动前已结束",
            ))
        }
    }
}

impl AsFd for Launching {
    /// Readable when [`poll`](Launching::poll) has something to report.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.line.as_fd()
    }
}

/// In the launcher: reports that everything is set up, and waits until it may execute the program; `false` means that
/// nobody wants it to run any more.
pub(crate) fn may_execute(line: BorrowedFd<'_>) -> bool {
    retry_on_intr(|| write(line, &[SET_UP])).is_ok()
        && matches!(retry_on_intr(|| read(line, &mut [0; 1])), Ok(1))
}

/// In the launcher: reports that the sandbox could not be set up.
pub(crate) fn tell_failed(line: BorrowedFd<'_>, why: &Sentence) {
    tell(line, FAILED, why);
}

/// In the launcher: reports that the system would not execute the program.
pub(crate) fn tell_refused(line: BorrowedFd<'_>, why: &Sentence) {
    tell(line, REFUSED, why);
}

fn tell(line: BorrowedFd<'_>, kind: u8, why: &Sentence) {
    let words = why.line();
    let message: Vec<u8> = std::iter::once(kind).chain(words.bytes()).take(LONGEST).collect();
    let _ = retry_on_intr(|| write(line, &message));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_runs_when_the_line_ends_behind_the_first_word() {
        let (mut stage, launcher) = Launching::line().expect("a pair");
        assert_eq!(stage.poll(), None);
        stage.execute();
        assert!(may_execute(launcher.as_fd()));
        assert_eq!(stage.poll(), None, "not executed yet");
        drop(launcher);
        assert_eq!(stage.poll(), Some(Launched::Running));
    }

    #[test]
    fn what_fails_is_told_in_bounded_length() {
        let why = Sentence::new("no".repeat(LONGEST), "否");
        let (stage, launcher) = Launching::line().expect("a pair");
        stage.execute();
        assert!(may_execute(launcher.as_fd()));
        tell_refused(launcher.as_fd(), &why);
        let Launched::Refused(said) = stage.finish() else { panic!("it was refused") };
        assert_eq!(said.to_string().len(), LONGEST - 1);

        let (mut stage, launcher) = Launching::line().expect("a pair");
        tell_failed(launcher.as_fd(), &Sentence::new("the root", "根目录"));
        assert_eq!(stage.poll(), Some(Launched::Failed(Sentence::new("the root", "根目录"))));
    }

    #[test]
    fn a_launcher_that_ends_without_a_word_has_failed() {
        let (mut stage, launcher) = Launching::line().expect("a pair");
        drop(launcher);
        assert!(matches!(stage.poll(), Some(Launched::Failed(_))));
    }

    #[test]
    fn nobody_executes_a_program_that_is_not_wanted() {
        let (stage, launcher) = Launching::line().expect("a pair");
        drop(stage);
        assert!(!may_execute(launcher.as_fd()));
    }
}
