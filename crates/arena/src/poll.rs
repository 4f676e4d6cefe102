//! Waits for the next event on either side of a game.

use leitai_sandbox::system::{BorrowedFd, PollFd, PollFlags, Timespec, poll};
use std::time::Duration;

/// An event that may wake the stage, from one chair.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A launcher has become the program, or could not.
    Launched,
    /// Output has arrived, or no more will.
    Said,
    /// A program logged something.
    Logged,
    /// There is room again for the input that waits to be sent to a program.
    Room,
    /// A program has exited; a child may still hold its output open.
    Gone,
}

/// The causes that woke the stage, of one chair.
#[derive(Clone, Copy, Default)]
pub(crate) struct Woken([bool; 5]);

impl Woken {
    pub(crate) fn only(cause: Cause) -> Woken {
        let mut woken = Woken::default();
        woken.0[cause as usize] = true;
        woken
    }

    pub(crate) fn by(self, cause: Cause) -> bool {
        self.0[cause as usize]
    }
}

/// Waits at most `patience` until one of these causes occurs, in one or two chairs.
pub(crate) fn wait<'a, const N: usize>(
    chairs: [impl Iterator<Item = (Cause, BorrowedFd<'a>)>; N],
    patience: Duration,
) -> [Woken; N] {
    const { assert!(N <= 2) };
    let mut fds = Vec::with_capacity(10);
    let mut causes = [(0, Cause::Said); 10];
    for (chair, watched) in chairs.into_iter().enumerate() {
        for (cause, fd) in watched {
            let flags = if cause == Cause::Room { PollFlags::OUT } else { PollFlags::IN };
            causes[fds.len()] = (chair, cause);
            fds.push(PollFd::from_borrowed_fd(fd, flags));
        }
    }
    let mut woken = [Woken::default(); N];
    let timeout = Timespec::try_from(patience).ok();
    // If interrupted, nothing woke; the caller checks the clocks and comes back.
    if poll(&mut fds, timeout.as_ref()).is_ok() {
        for (fd, (chair, cause)) in fds.iter().zip(causes) {
            woken[chair].0[cause as usize] |= !fd.revents().is_empty();
        }
    }
    woken
}
