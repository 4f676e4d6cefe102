//! The lines that `leitai match --json` prints.

use super::machine::timing;
use super::settings::Setting;
use crate::sprt::Summary as TestSummary;
use leitai_arena::{Conditions, SeriesGame};
use leitai_core::{Lang, VerdictName};
use leitai_tournament::rating::Elo;
use serde::Serialize;
use std::path::PathBuf;

/// The names of the two players in a line.
const SIDES: [&str; 2] = ["a", "b"];

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
    /// What the machine took from the turns of First and Second and was given back to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) given_back_ms: Option<[u64; 2]>,
    pub(super) timing: &'static str,
}

/// The summary of all games.
#[derive(Serialize)]
pub(crate) struct Summary {
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
    #[serde(flatten)]
    pub(super) elo: EloLine,
    /// Pairs worth 0, ½, 1, 1½ and 2 points to A.
    pub(super) pairs: [u64; 5],
    pub(super) repeats: u64,
    /// Games that the referee ended by agreed rules.
    #[serde(skip_serializing_if = "is_none")]
    pub(super) adjudicated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<usize>,
    /// The settings sent to each player's own program, name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) a_settings: Vec<Setting>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) b_settings: Vec<Setting>,
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

/// Whether a count is zero, so that its field is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands it on so")]
pub(crate) fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A line of a match of more than two players, which names A and B.
#[derive(Serialize)]
pub(super) struct Sides<'a, T: Serialize> {
    #[serde(flatten)]
    line: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<&'a str>,
}

impl<'a, T: Serialize> Sides<'a, T> {
    pub(super) fn of(names: Option<&'a [String; 2]>, line: T) -> Self {
        let [a, b] = [0, 1].map(|side| names.map(|names| &*names[side]));
        Sides { line, a, b }
    }
}

/// A's strength as estimated from the games, to two decimals; null where it cannot be estimated.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct EloLine {
    elo: Option<f64>,
    elo_error: Option<f64>,
    superiority: Option<f64>,
}

impl EloLine {
    pub(crate) fn of(elo: Option<Elo>) -> EloLine {
        let short = |number: f64, digits: f64| {
            Some((number * digits).round() / digits + 0.0).filter(|number| number.is_finite())
        };
        EloLine {
            elo: elo.and_then(|elo| short(elo.difference, 1e2)),
            elo_error: elo.and_then(|elo| short(elo.error, 1e2)),
            superiority: elo.and_then(|elo| short(elo.superiority, 1e4)),
        }
    }
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
        given_back_ms: Some(ended.given_back.map(|given| given.as_millis() as u64))
            .filter(|given| *given != [0; 2]),
        timing: timing(conditions, ended.disturbed.is_some()),
    }
}
