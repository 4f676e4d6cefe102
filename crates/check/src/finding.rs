//! One thing looked at, and what was found.

use leitai_core::{Seat, Words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How well it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// As it should be.
    Good,
    /// It works, and could be better.
    Remark,
    /// A fault: as it is it loses games.
    Bad,
}

impl Mark {
    /// The word in front of a finding; in English all are of one width.
    pub const fn words(self) -> Words {
        match self {
            Mark::Good => Words::new("ok  ", "通过"),
            Mark::Remark => Words::new("note", "提示"),
            Mark::Bad => Words::new("FAIL", "不符"),
        }
    }
}

/// One thing looked at, in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// How well it is.
    pub mark: Mark,
    /// For which seat; none: for the program.
    pub seat: Option<Seat>,
    /// Which step of the examination, for programs that read it.
    pub step: Cow<'static, str>,
    /// What was looked at.
    pub what: String,
    /// What was found.
    pub found: String,
    /// Lines that show it: the conversation, the board.
    pub shown: Vec<String>,
    /// What its author should look at.
    pub advice: Option<String>,
}
