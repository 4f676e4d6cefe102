//! Waiting for the first of several things.

use super::errno::Errno;
use crate::windows::event::{milliseconds, wait_for};
use crate::windows::waited::{AsFd, BorrowedFd};
use std::time::Duration;
use windows_sys::Win32::Foundation::{HANDLE, WAIT_FAILED};
use windows_sys::Win32::System::Threading::{INFINITE, WaitForMultipleObjects};

/// What is waited for, of one thing. On Windows each has one kind of event, and this is only what it is called by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PollFlags(u8);

impl PollFlags {
    /// Something to read.
    pub const IN: PollFlags = PollFlags(1);
    /// Room to write.
    pub const OUT: PollFlags = PollFlags(2);

    /// Whether it is nothing.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A span of time; errors if it is longer than can be said, which never happens.
pub type Timespec = Duration;

/// One of the things that are waited for together.
#[derive(Debug)]
pub struct PollFd<'a> {
    waited: BorrowedFd<'a>,
    asked: PollFlags,
    found: PollFlags,
}

impl<'a> PollFd<'a> {
    /// To wait for this.
    pub fn new(waited: &'a impl AsFd, asked: PollFlags) -> PollFd<'a> {
        PollFd::from_borrowed_fd(waited.as_fd(), asked)
    }

    /// To wait for this.
    pub fn from_borrowed_fd(waited: BorrowedFd<'a>, asked: PollFlags) -> PollFd<'a> {
        PollFd { waited, asked, found: PollFlags(0) }
    }

    /// What was found the last time.
    pub fn revents(&self) -> PollFlags {
        self.found
    }
}

/// Waits at most so long, or for ever, until there is something to do with one of these; returns with how many. Errors if
/// there are more than the system can wait for.
pub fn poll(watched: &mut [PollFd<'_>], longest: Option<&Timespec>) -> Result<usize, Errno> {
    let handles: Vec<HANDLE> = watched
        .iter()
        .map(|one| {
            one.waited.get().arm();
            one.waited.get().handle()
        })
        .collect();
    let span = longest.map_or(INFINITE, |longest| milliseconds(*longest));
    if handles.is_empty() {
        std::thread::sleep(longest.copied().unwrap_or(Duration::MAX));
        return Ok(0);
    }
    // SAFETY: open handles, and how many they are.
    let woken = unsafe { WaitForMultipleObjects(handles.len() as u32, handles.as_ptr(), 0, span) };
    if woken == WAIT_FAILED {
        return Err(Errno::BADF);
    }
    let mut count = 0;
    for (one, handle) in watched.iter_mut().zip(handles) {
        let is_ready = wait_for(handle, Some(Duration::ZERO));
        one.found = if is_ready { one.asked } else { PollFlags(0) };
        count += usize::from(is_ready);
    }
    Ok(count)
}
