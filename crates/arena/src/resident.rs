//! A program that stays for several games, between two of them.

use crate::process::Process;
use leitai_core::Lines;
use std::time::Duration;

/// A program that has played a game and stays for another: its process, which is stopped. Dropping it kills the
/// program.
pub struct Resident {
    process: Box<Process>,
    /// The message that dismisses it.
    farewell: Lines,
    /// How long it may then take to exit.
    grace: Duration,
}

impl Resident {
    /// The process must have been [paused](Process::pause).
    pub(crate) fn new(process: Box<Process>, farewell: Lines, grace: Duration) -> Resident {
        Resident { process, farewell, grace }
    }

    /// Whether it can play another game.
    pub(crate) fn is_fit(&mut self) -> bool {
        self.process.is_fit()
    }

    /// How many games it has played.
    pub(crate) fn games(&self) -> u32 {
        self.process.earlier().games + 1
    }

    /// Prepares its process for the next game and returns it.
    pub(crate) fn into_process(mut self) -> Box<Process> {
        self.process.renew();
        self.process
    }

    /// Dismisses it after its last game, letting it exit as its dialect provides.
    pub(crate) fn dismiss(mut self) {
        self.process.stdin.send(self.farewell.bytes());
        self.process.go_on();
        self.process.end(self.grace);
    }
}
