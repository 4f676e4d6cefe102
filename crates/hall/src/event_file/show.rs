//! The `[show]` table of an event's file.

use super::raw::RawShow;
use super::wrong::{FieldError, wrong};
use leitai_core::{Sentence, read_time};
use std::time::Duration;

/// Longer nobody looks at one ply.
const MOST: Duration = Duration::from_secs(10);

/// Least time between two plies, for those who watch; none if there is none.
pub(super) fn pace_of(raw: &RawShow) -> Result<Option<Duration>, FieldError> {
    let Some(text) = &raw.pace else { return Ok(None) };
    match read_time(text).filter(|pace| *pace <= MOST) {
        Some(pace) => Ok(Some(pace)),
        None => wrong(
            "show.pace",
            Sentence::new(
                "a pace is a time of at most 10s, such as 700ms",
                "间隔应为至多 10s 的时间，例如 700ms",
            ),
        ),
    }
}
