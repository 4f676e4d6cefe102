//! The `[submit]` table of an event's file: which submissions are accepted, how often, and until when.

use super::raw::RawSubmit;
use super::wrong::{FieldError, wrong};
use crate::moment::Moment;
use leitai_core::{Sentence, read_time, sentence};
use leitai_sandbox::Size;
use leitai_store::SubmissionLimits;
use serde_json::Value;
use std::time::Duration;

/// Most bytes of a submitted source.
const LARGEST: u64 = 1 << 20;
/// How many submissions of an entry may be unsettled: they are compiled one after the other with those of all others.
const UNSETTLED: i64 = 5;

/// An event's rules for submissions. They may change while the event runs; what was already accepted stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmitRules {
    /// Whether the event's file has this table. A ladder accepts programs even without it.
    pub is_stated: bool,
    /// Minimum time between two submissions of an entry; zero for none.
    pub interval: Duration,
    /// Most time that the programs of an entry may have used in its games of the last 24 hours for it to submit
    /// another.
    pub day_time: Option<Duration>,
    /// Most bytes of a source.
    pub size: u64,
    /// Nothing is accepted before this moment.
    pub opens: Option<Moment>,
    /// Nothing is accepted from this moment on.
    pub closes: Option<Moment>,
}

impl Default for SubmitRules {
    fn default() -> SubmitRules {
        SubmitRules {
            is_stated: false,
            interval: Duration::ZERO,
            day_time: None,
            size: LARGEST,
            opens: None,
            closes: None,
        }
    }
}

impl SubmitRules {
    /// The limits that the store enforces when a submission arrives.
    pub fn limits(&self) -> SubmissionLimits {
        SubmissionLimits {
            least_ms: self.interval.as_millis() as i64,
            opens_ms: self.opens.as_ref().map(|opens| opens.ms),
            closes_ms: self.closes.as_ref().map(|closes| closes.ms),
            most_unsettled: Some(UNSETTLED),
        }
    }
}

/// Reads the table. `must_close` if no game is played before submissions are closed.
pub(super) fn rules_of(raw: &RawSubmit, must_close: bool) -> Result<SubmitRules, FieldError> {
    let usual = SubmitRules::default();
    if must_close && raw.closes.is_none() {
        return wrong(
            "submit",
            Sentence::new(
                "its games begin once submissions are closed: say when, such as `closes = \"2026-10-22 24:00 +08:00\"`",
                "截止提交后才开始对局：须写明截止时间，例如 `closes = \"2026-10-22 24:00 +08:00\"`",
            ),
        );
    }
    let rules = SubmitRules {
        is_stated: true,
        interval: time(raw.interval.as_deref(), "interval")?.unwrap_or(usual.interval),
        day_time: time(raw.day_time.as_deref(), "day-time")?,
        size: raw.size.as_deref().map_or(Ok(usual.size), size)?,
        opens: moment(raw.opens.as_ref(), "opens")?,
        closes: moment(raw.closes.as_ref(), "closes")?,
    };
    match (&rules.opens, &rules.closes) {
        (Some(opens), Some(closes)) if opens.ms >= closes.ms => wrong(
            "submit.closes",
            sentence!("it closes before it opens ({opens})", "截止时间不晚于开放时间（{opens}）"; opens),
        ),
        _ => Ok(rules),
    }
}

/// Reads a duration as elsewhere in the file, but hours are allowed too.
fn time(text: Option<&str>, field: &str) -> Result<Option<Duration>, FieldError> {
    let Some(text) = text else { return Ok(None) };
    let hours = text.strip_suffix('h').and_then(|hours| read_time(&format!("{hours}m")));
    match hours.and_then(|minutes| minutes.checked_mul(60)).or_else(|| read_time(text)) {
        Some(time) => Ok(Some(time)),
        None => wrong(
            format!("submit.{field}"),
            sentence!(
                "`{text}` is not a length of time; write e.g. 90s, 10m or 2h",
                "“{text}”不是时长；请写作例如 90s、10m 或 2h"
            ),
        ),
    }
}

fn size(text: &str) -> Result<u64, FieldError> {
    let size = text.parse::<Size>().or_else(|error| wrong("submit.size", Sentence::of(&error)))?;
    if (1..=LARGEST).contains(&size.0) {
        return Ok(size.0);
    }
    wrong("submit.size", Sentence::new("`size` must be between 1 byte and 1MB", "`size` 应为 1 字节到 1MB"))
}

/// Reads a date and time. TOML has a notation for these, but not for 24:00.
fn moment(value: Option<&Value>, field: &str) -> Result<Option<Moment>, FieldError> {
    let Some(value) = value else { return Ok(None) };
    let own = value.as_object().and_then(|table| table.values().next());
    let text = value.as_str().or_else(|| own.and_then(Value::as_str)).unwrap_or_default();
    match text.parse() {
        Ok(moment) => Ok(Some(moment)),
        Err(error) => wrong(format!("submit.{field}"), Sentence::of(&error)),
    }
}

#[cfg(test)]
mod tests {
    use crate::event_file::{EventFile, SubmitRules};
    use leitai_core::{Lang, Tell};
    use std::path::Path;
    use std::time::Duration;

    fn read(preset: &str, table: &str) -> Result<SubmitRules, String> {
        let text = format!(
            "name = \"cup\"\ngame = \"hex\"\npreset = \"{preset}\"\nentries = [{{ name = 'a', program = 'random' }}, \
             {{ name = 'b', program = 'random' }}]\n[submit]\n{table}\n"
        );
        let read = EventFile::parse(&text, "cup.toml", Path::new("/"));
        read.map(|file| file.submit).map_err(|error| error.told(Lang::En))
    }

    #[test]
    fn limits_are_read_as_they_are_written() {
        let rules = read(
            "judge",
            "interval = \"10m\"\nday-time = \"1.5h\"\nsize = \"64KB\"\nopens = 2026-10-01T08:00:00+08:00\n\
             closes = \"2026-10-22 24:00 +08:00\"",
        )
        .expect("a table");
        assert_eq!((rules.interval, rules.size), (Duration::from_mins(10), 64 << 10));
        assert_eq!(rules.day_time, Some(Duration::from_mins(90)));
        // 23 October, 0:00 in China.
        assert_eq!(rules.limits().closes_ms, Some(1_792_684_800_000));
        assert_eq!(rules.limits().opens_ms, Some(1_790_812_800_000));
        assert_eq!(read("judge", ""), Ok(SubmitRules { is_stated: true, ..SubmitRules::default() }));
    }

    #[test]
    fn what_is_wrong_is_said_where_it_stands() {
        for (table, line, why) in [
            ("interval = \"soon\"", 6, "not a length of time"),
            ("day-time = \"200000h\"", 6, "not a length of time"),
            ("size = \"2MB\"", 6, "1 byte and 1MB"),
            ("size = \"0KB\"", 6, "1 byte and 1MB"),
            ("closes = \"2026-10-22 24:00\"", 6, "zone"),
            ("closes = \"tomorrow\"", 6, "2026-10-22 24:00 +08:00"),
            ("opens = \"2026-10-22 24:00 Z\"\ncloses = \"2026-10-23 00:00 Z\"", 7, "before it opens"),
            ("limit = 3", 6, "unknown field"),
        ] {
            let told = read("judge", table).expect_err(table);
            assert!(told.starts_with(&format!("cup.toml:{line}:")) && told.contains(why), "{table}: {told}");
        }
        let told = read("school", "interval = \"10m\"").expect_err("no ladder");
        assert!(told.contains("cup.toml:5:") && told.contains("ladder"), "{told}");
    }
}
