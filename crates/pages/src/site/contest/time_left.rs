//! How long something still takes, in words.

use leitai_core::{Sentence, sentence};

/// The time left, to the minute: "3 days 4 hours", "12 minutes", "less than a minute".
pub(super) fn time_left(ms: i64) -> Sentence {
    let minutes = ms.max(0) / 60_000;
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let counted = |count: i64, one: &str, many: &str, zh: &str| {
        let word = if count == 1 { one } else { many };
        Sentence::new(format!("{count} {word}"), format!("{count} {zh}"))
    };
    let both = |a: Sentence, b: Sentence| sentence!("{a} {b}", "{a} {b}"; a, b);
    let day = || counted(days, "day", "days", "天");
    let hour = || counted(hours, "hour", "hours", "小时");
    let minute = || counted(rest, "minute", "minutes", "分钟");
    match (days, hours, rest) {
        (0, 0, 0) => Sentence::new("less than a minute", "不到 1 分钟"),
        (0, 0, _) => minute(),
        (0, _, 0) => hour(),
        (0, _, _) => both(hour(), minute()),
        (_, 0, _) => day(),
        _ => both(day(), hour()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn it_is_said_as_people_say_it() {
        for (minutes, en, zh) in [
            (0, "less than a minute", "不到 1 分钟"),
            (1, "1 minute", "1 分钟"),
            (61, "1 hour 1 minute", "1 小时 1 分钟"),
            (120, "2 hours", "2 小时"),
            (1440 * 3 + 60 * 4 + 5, "3 days 4 hours", "3 天 4 小时"),
            (1440, "1 day", "1 天"),
        ] {
            let left = time_left(minutes * 60_000 + 59_999);
            assert_eq!((left.to(Lang::En), left.to(Lang::Zh)), (en, zh));
        }
        assert_eq!(time_left(-5).to(Lang::En), "less than a minute");
    }
}
