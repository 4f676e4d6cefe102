//! The program with which an entry played a game.

use leitai_core::{ContentHash, Words};
use serde::{Deserialize, Serialize};

/// The program with which an entry played a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedProgram {
    /// The hash of its files.
    pub sha256: ContentHash,
    /// What became of the files since; `None` if nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ProgramChange>,
}

impl PlayedProgram {
    /// Whether neither program is known.
    pub(crate) fn is_unknown(both: &[Option<PlayedProgram>; 2]) -> bool {
        *both == [None; 2]
    }
}

/// How a program differs from another that its entry has or had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramChange {
    /// The entry began its match before with another: a change between matches is taken.
    Taken,
    /// Its files have changed since its match began, or are gone: it played with those from then.
    Kept,
}

impl ProgramChange {
    /// The change, for people.
    pub fn words(self) -> Words {
        match self {
            ProgramChange::Taken => Words::new(
                "its program is not the one of its match before; a change between matches is taken",
                "程序与上一场不同：场间更换，自本场起采用",
            ),
            ProgramChange::Kept => Words::new(
                "the file of its program has changed since the match began; it played with the same program as then",
                "本场开始后程序文件有改动：所用仍是开赛时的同一个程序",
            ),
        }
    }
}
