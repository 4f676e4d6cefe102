//! The conditions under which programs run: sandbox, limits, thinking on the opponent's time.

use crate::calibration::Calibration;
use leitai_core::{Adjudication, TELL_LEAST};
use leitai_sandbox::{Limits, Sandbox};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// For how long the stage itself may be unable to act before a game that is lost on time meanwhile counts as disturbed.
const TOLERANCE: Duration = Duration::from_millis(100);

/// The conditions that apply to both programs of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The sandbox that programs are started in.
    pub sandbox: Sandbox,
    /// Memory, processes, threads and output allowed to each program.
    pub limits: Limits,
    /// Whether a program may compute while it is the opponent's turn.
    pub ponder: Ponder,
    /// How much programs are told.
    pub disclosure: Disclosure,
    /// Limit of processor time per turn, in addition to the clock; enforced to within some milliseconds.
    pub cpu_turn: Option<Duration>,
    /// Limit of processor time per game, in addition to the clock.
    pub cpu_game: Option<Duration>,
    /// A game counts as disturbed if a program lost on time while the stage itself could not act for longer than this, or
    /// than half of the limit.
    pub tolerance: Duration,
    /// How long after a limit of its turn or of the game an answer still counts; programs are not told.
    pub margin: Duration,
    /// When the referee ends a game before the rules do.
    pub adjudication: Adjudication,
    /// Minimum time between a ply and the next request, for spectators; no clock runs in it. Applies only between
    /// programs.
    pub pace: Option<Duration>,
    /// Speed and timer latency of this machine, if measured.
    pub calibration: Option<Calibration>,
}

/// Thinking on the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ponder {
    /// Programs may compute at any time; each should have a core of its own.
    On,
    /// A program caught computing on the opponent's time is suspended until its own turn, and charged for the time it
    /// used.
    #[default]
    Off,
}

/// How much programs are told. What they are not told applies all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Disclosure {
    /// Everything that their dialect can express.
    #[default]
    All,
    /// Only what no game can do without: no limits, no remaining time, no request for a name.
    Least,
}

impl Disclosure {
    /// The keyword for it.
    pub fn name(self) -> &'static str {
        match self {
            Disclosure::All => "all",
            Disclosure::Least => TELL_LEAST,
        }
    }
}

impl FromStr for Disclosure {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let named = [Disclosure::All, Disclosure::Least].into_iter().find(|one| one.name() == text);
        named.ok_or_else(|| "it is all or least".to_owned())
    }
}

impl Conditions {
    /// This sandbox with the default limits.
    pub fn of(sandbox: Sandbox) -> Conditions {
        Conditions {
            sandbox,
            limits: Limits::default(),
            ponder: Ponder::default(),
            disclosure: Disclosure::default(),
            cpu_turn: None,
            cpu_game: None,
            tolerance: TOLERANCE,
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            pace: None,
            calibration: None,
        }
    }

    /// Whether the machine was measured to wake programs later than the tolerance allows. False if nothing was
    /// measured.
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
