//! A program that was made and does not run yet: its first thread is suspended until it may.

use super::event::Event;
use super::system::{AsFd, BorrowedFd};
use super::waited::Waited;
use crate::launched::Launched;
use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::time::Duration;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Threading::ResumeThread;

/// A program that waits for permission to run. If this is dropped before, it never runs: its [cell](crate::Cell) ends it.
#[derive(Debug)]
pub struct Launching {
    thread: OwnedHandle,
    runs: Runs,
}

/// Raised once the program runs.
#[derive(Debug)]
struct Runs(Event);

impl Waited for Runs {
    fn handle(&self) -> HANDLE {
        self.0.handle()
    }
}

impl Launching {
    pub(crate) fn new(thread: OwnedHandle) -> io::Result<Launching> {
        Ok(Launching { thread, runs: Runs(Event::new(false)?) })
    }

    /// Whether everything is set up: always, by the time there is a program.
    pub fn is_set_up(&self) -> bool {
        true
    }

    /// Lets the program run.
    pub fn execute(&self) {
        // SAFETY: an open handle; what is not suspended stays as it is.
        unsafe { ResumeThread(self.thread.as_raw_handle()) };
        self.runs.0.set(true);
    }

    /// Returns true at once.
    pub fn wait_until_set_up(&self, _patience: Duration) -> bool {
        true
    }

    /// The result, if it is known yet. Does not block.
    pub fn poll(&mut self) -> Option<Launched> {
        super::event::wait_for(self.runs.handle(), Some(Duration::ZERO)).then_some(Launched::Running)
    }

    /// Lets the program run.
    pub fn finish(self) -> Launched {
        self.execute();
        Launched::Running
    }
}

impl AsFd for Launching {
    /// Signalled when [`poll`](Launching::poll) has something to report.
    fn as_fd(&self) -> BorrowedFd<'_> {
        BorrowedFd::new(&self.runs)
    }
}
