//! A program that waits for permission to run; there is none: every program runs from when it is started.

use crate::launched::Launched;
use rustix::fd::{AsFd, BorrowedFd};
use std::time::Duration;

/// A program that waits for permission to run; there is none.
#[derive(Debug)]
pub enum Launching {}

impl Launching {
    /// Whether everything is set up.
    pub fn is_set_up(&self) -> bool {
        match *self {}
    }

    /// Lets the program run.
    pub fn execute(&self) {
        match *self {}
    }

    /// Waits until everything is set up.
    pub fn wait_until_set_up(&self, _patience: Duration) -> bool {
        match *self {}
    }

    /// The result, if it is known yet.
    pub fn poll(&mut self) -> Option<Launched> {
        match *self {}
    }

    /// Lets the program run.
    pub fn finish(self) -> Launched {
        match self {}
    }
}

impl AsFd for Launching {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match *self {}
    }
}
