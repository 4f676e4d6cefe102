//! The `[board]` table of an event's file: how often standings are published.

use super::raw::RawBoard;
use super::wrong::{FieldError, wrong};
use leitai_core::{Sentence, read_time};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The permitted time between two publications.
const APART: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_hours(24);

/// The time between two publications; `None` if every result is shown at once.
pub(super) fn every_of(raw: &RawBoard) -> Result<Option<Duration>, FieldError> {
    let Some(text) = raw.publish.as_deref().filter(|text| *text != "at-once") else { return Ok(None) };
    match read_time(text).filter(|every| APART.contains(every)) {
        Some(every) => Ok(Some(every)),
        None => wrong(
            "board.publish",
            Sentence::new(
                "`publish` is `at-once`, or a time from 10s to 1440m, such as 10m",
                "`publish` 应为 `at-once`，或 10s 到 1440m 的时间，例如 10m",
            ),
        ),
    }
}
