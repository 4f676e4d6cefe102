//! Matches that a desk without a network has taken along, until their results are back.

use super::team::TeamId;
use crate::{MatchId, Unreadable};
use leitai_core::{GameName, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What one taking is called: letters and digits that are used once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TakingId(String);

impl fmt::Display for TakingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TakingId {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<TakingId, Unreadable> {
        let is_one = (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let words = Words::new("what a desk took, such as q7m2k9x4", "取走编号，例如 q7m2k9x4");
        is_one.then(|| TakingId(text.to_owned())).ok_or_else(|| Unreadable::new(text, words))
    }
}

impl TryFrom<String> for TakingId {
    type Error = Unreadable;

    fn try_from(text: String) -> Result<TakingId, Unreadable> {
        text.parse()
    }
}

impl From<TakingId> for String {
    fn from(taking: TakingId) -> String {
        taking.0
    }
}

/// A match that a desk takes along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TakenMatch {
    /// The table at which it is played, from 1.
    pub table: u32,
    /// The game's id.
    pub game: GameName<'static>,
    /// The match.
    pub of: MatchId,
    /// Who plays it.
    pub teams: [TeamId; 2],
}

/// What a desk has taken along, and how much of it is out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taking {
    /// When, in milliseconds since 1970-01-01 UTC.
    pub taken_ms: i64,
    /// What the desk, or whoever has it, is called.
    pub with: String,
    /// Everything that it took.
    pub all: Vec<TakenMatch>,
    /// What is not back yet.
    pub out: Vec<TakenMatch>,
    /// When results came back last, how many the file had, and its seal.
    pub back: Option<(i64, u32, String)>,
    /// From this moment on its results count no longer, in milliseconds since 1970-01-01 UTC; `None`: until it is called off.
    pub until_ms: Option<i64>,
    /// When it was called off, if it was: results of this taking count no longer.
    pub recalled_ms: Option<i64>,
}

impl Taking {
    pub(super) fn new(taken_ms: i64, with: &str, matches: &[TakenMatch], until_ms: Option<i64>) -> Taking {
        let (all, out) = (matches.to_vec(), matches.to_vec());
        Taking { taken_ms, with: with.to_owned(), all, out, back: None, until_ms, recalled_ms: None }
    }

    /// Whether its results count no longer at that moment because they were expected before.
    pub fn has_expired(&self, now_ms: i64) -> bool {
        self.until_ms.is_some_and(|until| now_ms >= until)
    }

    /// Its tables, in order.
    pub fn tables(&self) -> Vec<u32> {
        let mut tables: Vec<u32> = self.all.iter().map(|taken| taken.table).collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }
}
