//! Times as pages write them.

use crate::event::limits;
use leitai_core::Lang;
use std::time::Duration;

/// A limit in words: `90 s`, `15 min`, `700 ms`.
pub(crate) fn limit(time: Duration, lang: Lang) -> String {
    limits::limit(time).to(lang).to_owned()
}

/// Seconds with two decimals, from microseconds.
pub(crate) fn seconds(us: u64) -> String {
    match us {
        0 => "0".to_owned(),
        1..10_000 => "<0.01".to_owned(),
        _ => format!("{:.2}", us as f64 / 1e6),
    }
}

/// Milliseconds in the format of a clock: `1:05:09`, `12:34`, below a minute `9.7`.
pub(crate) fn clock(ms: u64) -> String {
    let (hours, minutes, whole) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{whole}.{}", ms / 100 % 10),
        (0, _) => format!("{minutes}:{whole:02}"),
        _ => format!("{hours}:{minutes:02}:{whole:02}"),
    }
}

/// Time used, from microseconds: in the format of a clock, below ten seconds with two decimals.
pub(crate) fn used(us: u64) -> String {
    if us < 10_000_000 { seconds(us) } else { clock(us / 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_as_people_say_them() {
        for (ms, shown) in [
            (90_000, "90 s"),
            (60_000, "60 s"),
            (120_000, "2 min"),
            (900_000, "15 min"),
            (2_500, "2.5 s"),
            (700, "700 ms"),
        ] {
            assert_eq!(limit(Duration::from_millis(ms), Lang::En), shown);
        }
        assert_eq!(limit(Duration::from_mins(15), Lang::Zh), "15 分钟");
    }

    #[test]
    fn times_are_short_and_true() {
        for (us, shown) in [(5_100_000, "5.10"), (9_999, "<0.01"), (72_000_000, "1:12")] {
            assert_eq!(used(us), shown);
        }
        for (ms, shown) in [
            (0, "0.0"),
            (950, "0.9"),
            (59_999, "59.9"),
            (60_000, "1:00"),
            (3_599_999, "59:59"),
            (3_909_000, "1:05:09"),
        ] {
            assert_eq!(clock(ms), shown);
        }
        for (us, shown) in [(0, "0"), (12, "<0.01"), (10_000, "0.01"), (310_000, "0.31"), (2_310_000, "2.31")]
        {
            assert_eq!(seconds(us), shown);
        }
    }
}
