//! Under which conditions programs run: sandbox, limits, thinking in the other's time.

use crate::calibration::Calibration;
use leitai_sandbox::{Limits, Sandbox};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much later than its limit a program's answer may be because the machine did not let it run, before the
/// game counts as disturbed.
const TOLERANCE: Duration = Duration::from_millis(100);

/// What holds for every program of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The level of the sandbox.
    pub sandbox: Sandbox,
    /// What a program may use.
    pub limits: Limits,
    /// May a program go on while it is not asked?
    pub ponder: Ponder,
    /// Processor time for each turn, beside the clock; found out to some milliseconds.
    pub cpu_turn: Option<Duration>,
    /// Processor time for the whole game, beside the clock.
    pub cpu_game: Option<Duration>,
    /// Longer than this runnable and not run: the game is disturbed if that cost it.
    pub tolerance: Duration,
    /// What times measured on this machine are worth, if that was found out.
    pub calibration: Option<Calibration>,
}

/// Thinking in the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ponder {
    /// Programs go on; each should have a core of its own.
    On,
    /// A program that works while it is not asked is stopped until it is, and charged with what it used.
    #[default]
    Off,
}

impl Conditions {
    /// In this sandbox, with the usual limits.
    pub fn of(sandbox: Sandbox) -> Conditions {
        Conditions {
            sandbox,
            limits: Limits::default(),
            ponder: Ponder::default(),
            cpu_turn: None,
            cpu_game: None,
            tolerance: TOLERANCE,
            calibration: None,
        }
    }

    /// Was the machine found to wake programs later than is tolerated?
    pub fn is_unreliable(&self) -> bool {
        self.calibration.is_some_and(|machine| !machine.is_reliable(self.tolerance))
    }
}

impl FromStr for Ponder {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => Ok(Ponder::On),
            "off" => Ok(Ponder::Off),
            _ => Err("it is on or off".to_owned()),
        }
    }
}

impl fmt::Display for Ponder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Ponder::On { "on" } else { "off" })
    }
}
