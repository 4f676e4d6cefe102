//! What is said at a referee's table beside a game, kept in a file beside its record: proposals with their answers, and who has
//! confirmed the result.

use super::agreed_end::AgreedEnd;
use leitai_arena::now_ms;
use leitai_core::Seat;
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// What was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
pub(super) enum Said {
    /// A side, or the referee, proposed to end the game so.
    Proposed {
        /// `null`: the referee.
        by: Option<Seat>,
        end: AgreedEnd,
    },
    Accepted {
        by: Seat,
    },
    Declined {
        by: Seat,
    },
    /// A side, or the referee, confirmed the result.
    Confirmed {
        /// `null`: the referee.
        by: Option<Seat>,
    },
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// Milliseconds since 1970-01-01 UTC.
    at: i64,
    #[serde(flatten)]
    said: Said,
}

/// Who has confirmed the result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confirmed {
    /// The sides.
    pub sides: [bool; 2],
    /// The referee, for both.
    pub referee: bool,
}

impl Confirmed {
    /// Whether both sides have, or the referee (the school's text: a result stands once both sides confirm it; the referee
    /// decides where they do not agree).
    pub fn is_whole(self) -> bool {
        self.referee || self.sides == [true; 2]
    }

    /// Whose confirmations a file holds; nobody's where there is none.
    pub(super) fn read(path: &Path) -> Confirmed {
        let mut confirmed = Confirmed::default();
        // A last line may be torn: it was not answered yet.
        let text = fs::read_to_string(path).unwrap_or_default();
        for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
            if let Said::Confirmed { by } = line.said {
                confirmed.with(by);
            }
        }
        confirmed
    }

    /// The same with another confirmation.
    pub(super) fn with(&mut self, by: Option<Seat>) {
        match by {
            Some(seat) => self.sides[seat] = true,
            None => self.referee = true,
        }
    }
}

/// Writes down, at the end of a file, what was said now, so that it outlives the machine.
pub(super) fn say(path: &Path, said: Said) -> io::Result<()> {
    // A torn line of an earlier life of the desk must not swallow this one.
    let is_torn = fs::read(path).is_ok_and(|text| text.last().is_some_and(|last| *last != b'\n'));
    let mut line = if is_torn { vec![b'\n'] } else { Vec::new() };
    serde_json::to_writer(&mut line, &Line { at: now_ms(), said })?;
    line.push(b'\n');
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(&line)?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmations_are_found_again_and_a_torn_line_swallows_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game-1.said.jsonl");
        assert_eq!(Confirmed::read(&path), Confirmed::default());
        say(&path, Said::Proposed { by: None, end: AgreedEnd::Stop }).expect("written");
        say(&path, Said::Confirmed { by: Some(Seat::Second) }).expect("written");
        let whole = fs::read_to_string(&path).expect("text");
        assert!(whole.lines().all(|line| line.starts_with("{\"at\":")), "{whole}");
        fs::write(&path, format!("{whole}{{\"at\":1,\"sa")).expect("written");
        assert!(!Confirmed::read(&path).is_whole());
        say(&path, Said::Confirmed { by: Some(Seat::First) }).expect("written");
        assert_eq!(Confirmed::read(&path), Confirmed { sides: [true; 2], referee: false });
        assert!(Confirmed::read(&path).is_whole());
    }
}
