//! What `leitai watch --json` says, for whoever reads it: written by the command, read by the workbench.

use leitai_check::{Finding, Mark};
use leitai_core::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A line of `leitai watch --json`, in the language in which the command was started.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum WatchLine {
    /// A round begins: the program is built, and checked.
    Begins {
        /// Its number, from 1.
        round: u32,
        /// When, in milliseconds since 1970 (UTC).
        at_ms: i64,
    },
    /// Its games wait: for a core that other stages of the machine use, say.
    Waits {
        /// For what, and who has it; `None` once they do no more.
        why: Option<String>,
    },
    /// Something that its check found.
    Finding(FindingLine),
    /// One more of its games is over.
    Progress {
        /// How many are.
        games: u32,
        /// Of how many.
        of: u32,
    },
    /// Its games are over.
    Round(RoundLine),
    /// The round is over.
    Ends {
        /// Its number.
        round: u32,
        /// How.
        how: RoundEnds,
        /// Why there was nothing to check, if there was nothing: what the compiler said, say.
        why: Option<String>,
    },
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEnds {
    /// With its games.
    Played,
    /// The check found a fault, so that games would show nothing more.
    Faulty,
    /// There was nothing to check.
    Failed,
    /// It was saved again, or the command was to end.
    BrokenOff,
}

/// A finding, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FindingLine {
    /// Whether it loses no games.
    pub ok: bool,
    /// The step of the examination.
    pub step: String,
    /// The seat; `None` if it concerns the program as a whole.
    pub seat: Option<Seat>,
    /// What was looked at.
    pub what: String,
    /// What was found.
    pub found: String,
    /// Lines that show it.
    pub shown: Vec<String>,
    /// What its author should look at.
    pub advice: Option<String>,
    /// What an option of the command line does about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}

impl From<Finding> for FindingLine {
    fn from(finding: Finding) -> FindingLine {
        let Finding { mark, seat, step, what, found, shown, advice, option } = finding;
        FindingLine {
            ok: mark != Mark::Bad,
            step: step.into_owned(),
            seat,
            what,
            found,
            shown,
            advice,
            option,
        }
    }
}

/// The games of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoundLine {
    /// Its number, from 1.
    pub round: u32,
    /// How many the program won.
    pub won: u64,
    /// Of how many nobody did.
    pub drawn: u64,
    /// How many it lost.
    pub lost: u64,
    /// Games that it lost by faults, by their kind.
    pub faults: BTreeMap<String, u64>,
    /// Its longest move in milliseconds.
    pub longest_ms: u64,
    /// The numbers of the games, from 1, that ended better than in the last round that was played; `None` in the first.
    pub better: Option<Vec<u32>>,
    /// And worse.
    pub worse: Option<Vec<u32>>,
    /// How often chance alone would be as one-sided.
    pub by_chance: Option<f64>,
    /// The folder of its records.
    pub out: Option<PathBuf>,
}
