//! An event's file as written, before it is checked.

use crate::prizes::RawPrizes;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Raw {
    pub(super) name: String,
    pub(super) game: String,
    pub(super) preset: Option<String>,
    pub(super) seed: Option<String>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, Value>,
    pub(super) clock: Option<String>,
    pub(super) dialect: Option<String>,
    /// `judge`: games of a match.
    pub(super) games: Option<u16>,
    /// `course`: how many play the second stage.
    pub(super) second_stage: Option<u16>,
    /// The share of games played twice, on two machines.
    pub(super) twice: Option<Value>,
    /// Whether its games are played at tables of a hall.
    #[serde(default)]
    pub(super) at_tables: bool,
    pub(super) date: Option<String>,
    pub(super) place: Option<String>,
    #[serde(default)]
    pub(super) team: RawTeam,
    pub(super) awards: Option<RawPrizes>,
    #[serde(default)]
    pub(super) sandbox: RawSandbox,
    #[serde(default)]
    pub(super) show: RawShow,
    #[serde(default)]
    pub(super) watch: RawWatch,
    pub(super) submit: Option<RawSubmit>,
    #[serde(default)]
    pub(super) board: RawBoard,
    #[serde(default)]
    pub(super) plan: Value,
    pub(super) entries: Vec<RawEntry>,
}

/// An entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawEntry {
    pub(super) name: String,
    /// Omitted if the entry plays with what it submits.
    pub(super) program: Option<String>,
    pub(super) seed_score: Option<Value>,
    pub(super) class: Option<String>,
    pub(super) school: Option<String>,
    /// Its group of the first stage: a number from 1, or a letter.
    pub(super) group: Option<Value>,
    pub(super) dialect: Option<String>,
    #[serde(default)]
    pub(super) members: Vec<String>,
    #[serde(default)]
    pub(super) teachers: Vec<String>,
}

/// The most people of a team.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawTeam {
    pub(super) members: Option<u16>,
    pub(super) teachers: Option<u16>,
}

/// The section about the sandbox.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawSandbox {
    pub(super) level: Option<String>,
    pub(super) at_least: Option<String>,
    pub(super) memory: Option<String>,
    pub(super) scratch: Option<String>,
    pub(super) processes: Option<u32>,
    pub(super) output_line: Option<String>,
    pub(super) output_turn: Option<String>,
    pub(super) log: Option<String>,
    pub(super) ponder: Option<bool>,
    pub(super) tell: Option<String>,
}

/// How games are shown.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawShow {
    pub(super) pace: Option<String>,
}

/// What spectators see.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawWatch {
    pub(super) hidden: Option<String>,
}

/// Rules for submissions.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawSubmit {
    pub(super) interval: Option<String>,
    pub(super) day_time: Option<String>,
    pub(super) size: Option<String>,
    pub(super) opens: Option<Value>,
    pub(super) closes: Option<Value>,
}

/// When standings are published.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawBoard {
    pub(super) publish: Option<String>,
}
