//! The lines that `leitai match --json` prints.

use super::machine::timing;
use leitai_arena::{Calibration, Conditions, SeriesGame};
use leitai_bout::{CrossRow, Match, Pairing, SequentialTest, Setting, Tally, crash};
use leitai_core::{Lang, VerdictName};
use leitai_tournament::rating::{Elo, Hypothesis};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// The names of the two players in a line.
const SIDES: [&str; 2] = ["a", "b"];

/// A game.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    r#type: &'static str,
    index: u32,
    first: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'a str>,
    winner: Option<&'static str>,
    verdict: VerdictName,
    reason: &'a str,
    reason_zh: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    crash: Option<String>,
    plies: u32,
    record: Option<&'a PathBuf>,
    seconds: f64,
    replays: u32,
    disturbed: bool,
    disturbed_ms: Option<u64>,
    /// What the machine took from the turns of First and Second and was given back to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    given_back_ms: Option<[u64; 2]>,
    timing: &'static str,
}

/// The summary of all games.
#[derive(Serialize)]
pub(crate) struct Summary {
    r#type: &'static str,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    a_faults: u64,
    b_faults: u64,
    a_cpu_seconds: f64,
    b_cpu_seconds: f64,
    a_slowest_seconds: f64,
    b_slowest_seconds: f64,
    #[serde(flatten)]
    elo: EloLine,
    /// Pairs worth 0, ½, 1, 1½ and 2 points to A.
    pairs: [u64; 5],
    repeats: u64,
    /// Games that the referee ended by agreed rules.
    #[serde(skip_serializing_if = "is_none")]
    adjudicated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<usize>,
    /// The settings sent to each player's own program, name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    a_settings: Vec<Setting>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    b_settings: Vec<Setting>,
    seed: u64,
    seconds: f64,
    replays: u64,
    disturbed: usize,
    in_question: Vec<u32>,
    speed: f64,
    jitter_ms: f64,
    timing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine>,
}

/// The test of a match, with the log-likelihood ratio and its bounds to four decimals.
#[derive(Serialize)]
pub(crate) struct TestLine {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// Pairs worth 0, ½, 1, 1½ and 2 points to A.
    pairs: [u64; 5],
    decision: Option<&'static str>,
}

impl TestLine {
    pub(crate) fn of(test: &SequentialTest) -> TestLine {
        let short = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
        let ([elo0, elo1], [alpha, beta]) = (test.sprt.elo(), test.sprt.rates());
        TestLine {
            elo0,
            elo1,
            alpha,
            beta,
            llr: short(test.llr()),
            lower: short(test.sprt.lower()),
            upper: short(test.sprt.upper()),
            pairs: test.pairs.counts,
            decision: test.decision.map(|decision| match decision {
                Hypothesis::H0 => "h0",
                Hypothesis::H1 => "h1",
            }),
        }
    }
}

/// A player's row of a cross table.
#[derive(Serialize)]
pub(crate) struct RatingLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    row: CrossRow<'a>,
}

impl<'a> RatingLine<'a> {
    pub(crate) fn of(row: CrossRow<'a>) -> RatingLine<'a> {
        RatingLine { r#type: "rating", row }
    }
}

impl Summary {
    /// The totals of the games of two players of a match.
    pub(super) fn of(of: &Match, pairing: &Pairing<'_>, tally: &Tally, took: Duration) -> Summary {
        let conditions = &of.conditions;
        let [a_settings, b_settings] = pairing.allowances().map(|own| own.settings);
        let machine = conditions.calibration.unwrap_or_else(Calibration::once);
        let faults = |player: usize| tally.faults[player].values().sum();
        Summary {
            r#type: "summary",
            games: tally.score.games(),
            a_wins: tally.score.wins,
            b_wins: tally.score.losses,
            draws: tally.score.draws,
            a_faults: faults(0),
            b_faults: faults(1),
            a_cpu_seconds: tally.cpu[0].as_secs_f64(),
            b_cpu_seconds: tally.cpu[1].as_secs_f64(),
            a_slowest_seconds: tally.longest[0].as_secs_f64(),
            b_slowest_seconds: tally.longest[1].as_secs_f64(),
            elo: EloLine::of(tally.elo()),
            pairs: tally.pairs.counted.counts,
            repeats: tally.repeats.count(),
            adjudicated: tally.adjudicated,
            openings: of.openings.count(),
            a_settings,
            b_settings,
            seed: pairing.seed(),
            seconds: took.as_secs_f64(),
            replays: tally.replays,
            disturbed: tally.in_question.len(),
            in_question: tally.in_question.iter().map(|(index, _)| *index).collect(),
            speed: machine.speed as f64 / 1e6,
            jitter_ms: machine.jitter.as_secs_f64() * 1e3,
            timing: timing(conditions, !tally.in_question.is_empty()),
            sprt: tally.test.as_ref().map(TestLine::of),
        }
    }
}

/// Whether a count is zero, so that its field is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands it on so")]
pub(crate) fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A line that names A and B: the summary of two players, and each game of a match of more than two.
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
        crash: crash(game).map(|crash| crash.to(Lang::En).to_owned()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::machine::disturbance;
    use leitai_arena::Ended;
    use leitai_core::{Fault, Outcome, Seat, Sentence};
    use leitai_sandbox::Sandbox;
    use serde_json::json;

    #[test]
    fn a_game_in_question_is_marked_in_its_line_and_its_json() {
        let conditions = Conditions::of(Sandbox::off());
        for (ms, json) in [(Some(412), json!(412)), (Some(0), json!(0)), (None, json!(null))] {
            let ended = Ended {
                outcome: Outcome::fault(Seat::Second, Fault::TimeLimit),
                reason: Sentence::new("out of time", "超时"),
                plies: 3,
                used: [(Duration::ZERO, Duration::ZERO); 2],
                cpu: [Duration::ZERO; 2],
                digest: String::new(),
                played: Duration::ZERO,
                late: None,
                given_back: [Duration::ZERO; 2],
                disturbed: ms.map(Duration::from_millis),
            };
            let (record, text) = (None, None);
            let game = SeriesGame {
                index: 0,
                a_first: true,
                opening: None,
                ended,
                announced: [None, None],
                record,
                replays: 0,
                text,
            };
            let line = serde_json::to_value(line_of(&game, None, &conditions)).expect("JSON");
            assert_eq!((&line["disturbed"], &line["disturbed_ms"]), (&ms.is_some().into(), &json));
            let said = [Lang::En, Lang::Zh].map(|lang| disturbance(&game, lang));
            let marked = [said[0].contains("in question"), said[1].contains("存疑")];
            assert_eq!(marked, [ms.is_some(); 2], "{said:?}");
        }
    }
}
