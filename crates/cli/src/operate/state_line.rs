//! A desk as programs read it: a line of JSON for every change of it, and whenever `code` is typed.

use crate::out;
use leitai_arena::SeatClock;
use leitai_core::{Actor, Lang, Seat, Sentence};
use leitai_hall::{DeskShown, DeskState};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How a desk stands.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    /// Counted from 1.
    game: u32,
    /// Our program's.
    seat: Seat,
    state: &'static str,
    /// Why it stands, or failed, where something was said of that.
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'a str,
    version: u64,
    plies: u32,
    code: &'a str,
    /// Who is to act by the operator's hand.
    hand: Option<Actor>,
    clocks: [ClockLine; 2],
    /// Of First and Second.
    corrections: [u32; 2],
    correcting: Option<CorrectingLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a str>,
}

/// A clock, at the moment of the line.
#[derive(Serialize)]
struct ClockLine {
    runs: bool,
    /// Microseconds left of the whole game; null without such a limit.
    left_us: Option<u64>,
}

/// A correction that is being made.
#[derive(Serialize)]
struct CorrectingLine {
    /// Whose slip it was; null: nobody's.
    whose: Option<Seat>,
    to: u32,
    left_us: u64,
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn clock(clock: SeatClock, now: Instant) -> ClockLine {
    let ran = clock.asked.map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked));
    ClockLine {
        runs: clock.asked.is_some(),
        left_us: clock.left.map(|left| micros(left.saturating_sub(ran))),
    }
}

/// Prints how the desk stands now.
pub(super) fn state_line(shown: &DeskShown) {
    let (state, why) = match &shown.state {
        DeskState::Waits => ("waits", ""),
        DeskState::Starts => ("starts", ""),
        DeskState::Runs => ("runs", ""),
        DeskState::Stopped(why) => ("stopped", why.as_str()),
        DeskState::Failed(why, _) => ("failed", why.to(Lang::En)),
        DeskState::Broken(why) => ("broken", why.to(Lang::En)),
        DeskState::Over => ("over", ""),
    };
    let now = Instant::now();
    out::json(&Line {
        r#type: "desk",
        game: shown.game + 1,
        seat: shown.seat,
        state,
        why,
        version: shown.version,
        plies: shown.plies,
        code: &shown.code,
        hand: shown.hand,
        clocks: shown.clocks.map(|one| clock(one, now)),
        corrections: shown.corrections,
        correcting: shown.correcting.map(|it| CorrectingLine {
            whose: it.whose,
            to: it.to,
            left_us: micros(it.left()),
        }),
        refused: shown.refused.as_ref().map(|why| why.to(Lang::En)),
    });
}

/// What was not even taken to the desk.
#[derive(Serialize)]
struct Refused<'a> {
    r#type: &'static str,
    why: &'a str,
}

/// Prints why a typed line did nothing.
pub(super) fn refused_line(why: &Sentence, lang: Lang) {
    out::json(&Refused { r#type: "refused", why: why.to(lang) });
}
