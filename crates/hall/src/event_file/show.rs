//! How games are shown according to an event's file, and which are played twice.

use super::raw::RawShow;
use super::wrong::{FieldError, wrong};
use leitai_core::{Sentence, read_time};
use serde_json::Value;
use std::time::Duration;

/// The longest permitted pace; nobody looks at one ply for longer.
const MOST: Duration = Duration::from_secs(10);

/// Minimum time between two plies for spectators; `None` if there is no minimum.
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

/// The share of games that is played a second time, from 0 to 1; 0 by default.
pub(super) fn twice_of(raw: Option<&Value>) -> Result<f64, FieldError> {
    let Some(value) = raw else { return Ok(0.0) };
    let share = value.as_str().map_or_else(|| value.as_f64(), |text| text.parse().ok());
    match share.filter(|share| (0.0..=1.0).contains(share)) {
        Some(share) => Ok(share),
        None => wrong(
            "twice",
            Sentence::new(
                "a share of the games is a number from 0 to 1, such as 0.05",
                "比例应为 0 到 1 的数，例如 0.05",
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_share_is_a_number_from_0_to_1() {
        for (said, share) in [(json!(0.05), 0.05), (json!(1), 1.0), (json!("0.5"), 0.5)] {
            assert_eq!(twice_of(Some(&said)).ok(), Some(share), "{said}");
        }
        assert_eq!(twice_of(None).ok(), Some(0.0));
        for bad in [json!(-0.1), json!(1.1), json!("5%"), json!("NaN"), json!(true)] {
            assert!(twice_of(Some(&bad)).is_err(), "{bad}");
        }
    }
}
