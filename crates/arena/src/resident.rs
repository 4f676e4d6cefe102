//! A program that stays for several games, between two of them.

use crate::process::Process;
use leitai_core::Lines;
use std::time::Duration;

/// A program that has played a game and stays for another: its process, which is stopped. Dropping it kills the program.
pub struct Resident {
    process: Box<Process>,
    /// What sends it away.
    farewell: Lines,
    /// How long it may then take to leave.
    grace: Duration,
}

impl Resident {
    /// Requires that the process was [paused](Process::pause).
    pub(crate) fn new(process: Box<Process>, farewell: Lines, grace: Duration) -> Resident {
        Resident { process, farewell, grace }
    }

    /// Can it play another game?
    pub(crate) fn is_fit(&mut self) -> bool {
        self.process.is_fit()
    }

    /// How many games it has played.
    pub(crate) fn games(&self) -> u32 {
        self.process.earlier().games + 1
    }

    /// Its process for the next game.
    pub(crate) fn into_process(mut self) -> Box<Process> {
        self.process.renew();
        self.process
    }

    /// It has played its last game, and may leave as its dialect lets it.
    pub(crate) fn dismiss(mut self) {
        self.process.stdin.send(self.farewell.bytes());
        self.process.go_on();
        self.process.end(self.grace);
    }
}
