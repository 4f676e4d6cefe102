//! The conditions that an event requires of every machine that plays its games.

use crate::error::HallError;
use crate::event_file::EventFile;
use leitai_arena::{Calibration, Conditions, Disclosure, Ponder, at_once, available};
use leitai_sandbox::{Limits, Sandbox, SandboxLevel, broken_devices};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// The conditions that an event requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WantedConditions {
    /// The sandbox level; `None` means the strongest available.
    pub level: Option<SandboxLevel>,
    /// The minimum sandbox level: a weaker machine plays no game.
    pub at_least: SandboxLevel,
    /// Resource limits of the programs.
    pub limits: Limits,
    /// Whether programs may compute in the opponent's time, if each can have a core.
    pub ponder: bool,
    /// Whether programs are given only the information that no game can do without.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tells_least: bool,
    /// Minimum time between two plies for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Duration>,
}

impl WantedConditions {
    /// The conditions in an event's file.
    pub fn of(file: &EventFile) -> WantedConditions {
        WantedConditions {
            level: file.sandbox,
            at_least: file.at_least,
            limits: file.limits,
            ponder: file.ponder,
            tells_least: file.disclosure == Disclosure::Least,
            pace: file.shown_every,
        }
    }

    /// Applies them to this machine. Errors with [`HallError::TooWeak`] if its sandbox is below the minimum level.
    /// `launcher` is the stage's own binary.
    pub fn conditions(&self, launcher: &Path) -> Result<Conditions, HallError> {
        let sandbox = match self.level {
            Some(level) => Sandbox::at(level, launcher)?,
            None => Sandbox::strongest(launcher),
        };
        if sandbox.level() < self.at_least {
            if !broken_devices().is_empty() {
                // Its own error says which, and what to do.
                Sandbox::at(self.at_least, launcher)?;
            }
            return Err(HallError::TooWeak(sandbox.level(), self.at_least));
        }
        let ponder =
            if self.ponder && at_once(&available(), Ponder::On) > 0 { Ponder::On } else { Ponder::Off };
        let calibration = Some(Calibration::once());
        Ok(Conditions {
            limits: self.limits,
            ponder,
            disclosure: if self.tells_least { Disclosure::Least } else { Disclosure::All },
            calibration,
            pace: self.pace,
            ..Conditions::of(sandbox)
        })
    }
}

/// The conditions of an event's file, applied to this machine as by [`WantedConditions::conditions`].
pub fn conditions(file: &EventFile, launcher: &Path) -> Result<Conditions, HallError> {
    WantedConditions::of(file).conditions(launcher)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_sandbox::{Output, Size};

    #[test]
    fn a_machine_that_confines_less_than_is_asked_for_plays_nothing() {
        let wanted = |level, at_least| WantedConditions {
            level,
            at_least,
            limits: Limits::default(),
            ponder: false,
            tells_least: false,
            pace: None,
        };
        let launcher = Path::new("/proc/self/exe");
        let weak = wanted(Some(SandboxLevel::Off), SandboxLevel::Confined).conditions(launcher);
        assert!(
            matches!(weak, Err(HallError::TooWeak(SandboxLevel::Off, SandboxLevel::Confined))),
            "{weak:?}"
        );
        let enough = wanted(Some(SandboxLevel::Off), SandboxLevel::Off)
            .conditions(launcher)
            .expect("nothing is set up");
        assert_eq!((enough.sandbox.level(), enough.ponder), (SandboxLevel::Off, Ponder::Off));
        assert_eq!(enough.disclosure, Disclosure::All);
        let wanted =
            WantedConditions { tells_least: true, ..wanted(Some(SandboxLevel::Off), SandboxLevel::Off) };
        let least = wanted.conditions(launcher).expect("nothing is set up");
        assert_eq!(least.disclosure, Disclosure::Least);
    }

    #[test]
    fn limits_travel_whole() {
        let output = Output { line: Size(8 << 10), turn: Size::MB(2), log: Size(0) };
        let limits = Limits { memory: Size::MB(64), output, ..Limits::default() };
        let pace = Some(Duration::from_millis(700));
        let wanted = WantedConditions {
            level: None,
            at_least: SandboxLevel::Confined,
            limits,
            ponder: true,
            tells_least: true,
            pace,
        };
        let sent = serde_json::to_value(wanted).expect("JSON");
        assert_eq!(serde_json::from_value::<WantedConditions>(sent).expect("the same"), wanted);
    }

    #[test]
    fn an_event_file_says_what_may_be_printed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("cup.toml");
        let text = "name = 'Cup'\ngame = 'tictactoe'\n\
                    entries = [{ name = 'a', program = 'easy' }, { name = 'b', program = 'random' }]\n\
                    [sandbox]\noutput-line = '8KB'\noutput-turn = '64KB'\nlog = '1MB'\ntell = 'least'\n\
                    [show]\npace = '700ms'\n";
        std::fs::write(&file, text).expect("a file");
        let read = EventFile::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let output = Output { line: Size(8 << 10), turn: Size(64 << 10), log: Size::MB(1) };
        let wanted = WantedConditions::of(&read);
        assert_eq!((wanted.limits.output, wanted.pace), (output, Some(Duration::from_millis(700))));
        assert!(wanted.tells_least);
    }
}
