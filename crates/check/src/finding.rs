//! One aspect that was examined, and the result.

use leitai_core::{Seat, Words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The rating of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// As it should be.
    Good,
    /// It works, but could be better.
    Remark,
    /// A fault: as it is, it loses games.
    Bad,
}

impl Mark {
    /// The word printed before a finding; the English ones are all of the same width.
    pub const fn words(self) -> Words {
        match self {
            Mark::Good => Words::new("ok  ", "通过"),
            Mark::Remark => Words::new("note", "提示"),
            Mark::Bad => Words::new("FAIL", "不符"),
        }
    }
}

/// One aspect that was examined, in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The rating.
    pub mark: Mark,
    /// The seat; `None` if it concerns the program as a whole.
    pub seat: Option<Seat>,
    /// The step of the examination, for programs that read the finding.
    pub step: Cow<'static, str>,
    /// What was looked at.
    pub what: String,
    /// What was found.
    pub found: String,
    /// Lines that show it: the conversation, the board.
    pub shown: Vec<String>,
    /// What its author should look at.
    pub advice: Option<String>,
    /// What an option of the command line does about it, for those who type commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}
