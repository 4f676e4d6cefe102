//! What `leitai match --json` says of a match, line by line.

use super::SIDES;
use super::machine::timing;
use crate::sprt::Summary as TestSummary;
use leitai_arena::{Conditions, SeriesGame};
use leitai_core::{Lang, VerdictName};
use serde::Serialize;
use std::path::PathBuf;

/// A game.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    pub(super) r#type: &'static str,
    pub(super) index: u32,
    pub(super) first: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<&'a str>,
    pub(super) winner: Option<&'static str>,
    pub(super) verdict: VerdictName,
    pub(super) reason: &'a str,
    pub(super) reason_zh: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crash: Option<String>,
    pub(super) plies: u32,
    pub(super) record: Option<&'a PathBuf>,
    pub(super) seconds: f64,
    pub(super) replays: u32,
    pub(super) disturbed: bool,
    pub(super) disturbed_ms: Option<u64>,
    pub(super) timing: &'static str,
}

/// What all of them add up to.
#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) r#type: &'static str,
    pub(super) games: u64,
    pub(super) a_wins: u64,
    pub(super) b_wins: u64,
    pub(super) draws: u64,
    pub(super) a_faults: u64,
    pub(super) b_faults: u64,
    pub(super) a_cpu_seconds: f64,
    pub(super) b_cpu_seconds: f64,
    pub(super) a_slowest_seconds: f64,
    pub(super) b_slowest_seconds: f64,
    pub(super) repeats: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<usize>,
    pub(super) seed: u64,
    pub(super) seconds: f64,
    pub(super) replays: u64,
    pub(super) disturbed: u64,
    pub(super) in_question: Vec<u32>,
    pub(super) speed: f64,
    pub(super) jitter_ms: f64,
    pub(super) timing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<TestSummary>,
}

/// The line of a game that was begun by `opening`.
pub(super) fn line_of<'a>(
    game: &'a SeriesGame,
    opening: Option<&'a str>,
    conditions: &Conditions,
) -> GameLine<'a> {
    let ended = &game.ended;
    GameLine {
        r#type: "game",
        index: game.index,
        first: SIDES[usize::from(!game.a_first)],
        opening,
        winner: game.winner().map(|player| SIDES[player]),
        verdict: ended.outcome.why.verdict(),
        reason: ended.reason.to(Lang::En),
        reason_zh: ended.reason.to(Lang::Zh),
        crash: super::losses::crash(game).map(|crash| crash.to(Lang::En).to_owned()),
        plies: ended.plies,
        record: game.record.as_ref(),
        seconds: ended.played.as_secs_f64(),
        replays: game.replays,
        disturbed: ended.disturbed.is_some(),
        disturbed_ms: ended.disturbed.map(|delay| delay.as_millis() as u64),
        timing: timing(conditions, ended.disturbed.is_some()),
    }
}
