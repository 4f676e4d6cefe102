//! Moments as written in an event's file: date, time and zone.

use jiff::Zoned;
use jiff::civil::Time;
use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use leitai_core::{Lang, Sentence, Tell, errors, sentence};
use std::str::FromStr;

const DAY_MS: i64 = 86_400_000;
/// The longest way from Greenwich, in seconds.
const FARTHEST: i32 = 14 * 3600;

/// A moment, with its date and time as written in its zone: 24:00 ends the day it is written with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Milliseconds since 1970-01-01 UTC.
    pub ms: i64,
    /// As it is written, but 00:00 for 24:00.
    written: Zoned,
    ends_day: bool,
}

errors! {
    /// Why a text is not a moment.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum NoMoment {
        /// It has no zone, so it is ambiguous.
        Zone(text: String) =>
            "`{text}` has no time zone: write e.g. \"{text} +08:00\"",
            "“{text}”没有写明时区：请写作例如 \"{text} +08:00\"";
        /// It is not a date and time.
        Unreadable(text: String) =>
            "`{text}` is not a date and time; write e.g. \"2026-10-22 24:00 +08:00\"",
            "“{text}”不是日期与时间；请写作例如 \"2026-10-22 24:00 +08:00\"";
    }
}

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Moment, NoMoment> {
        let unreadable = || NoMoment::Unreadable(text.to_owned());
        let trimmed = text.trim();
        let (date, rest) = trimmed.split_at_checked(11).ok_or_else(unreadable)?;
        // ISO 8601 has neither blanks nor `UTC` nor, by now, a 24:00.
        let rest = rest.replace(' ', "").replace('−', "-");
        let rest = rest.replace("UTC+", "+").replace("UTC-", "-").replace("UTC", "Z");
        let ends_day = rest.starts_with("24:00");
        let rest = if ends_day { rest.replacen("24", "00", 1) } else { rest };
        let whole = format!("{date}{rest}");
        let pieces = Pieces::parse(&whole).map_err(|_| unreadable())?;
        // An hour alone is no time here.
        let time = pieces.time().filter(|_| rest.get(2..3) == Some(":")).ok_or_else(unreadable)?;
        let zone = pieces.to_numeric_offset().ok_or_else(|| NoMoment::Zone(trimmed.to_owned()))?;
        let is_plain = pieces.time_zone_annotation().is_none() && (!ends_day || time == Time::midnight());
        let is_there = (1970..=2999).contains(&pieces.date().year()) && zone.seconds().abs() <= FARTHEST;
        let written = pieces.date().to_datetime(time).to_zoned(TimeZone::fixed(zone));
        let written = written.ok().filter(|_| is_plain && is_there).ok_or_else(unreadable)?;
        let ms = written.timestamp().as_millisecond() + if ends_day { DAY_MS } else { 0 };
        Ok(Moment { ms, written, ends_day })
    }
}

impl Moment {
    /// The date and time in its zone, with the zone.
    pub fn said(&self) -> Sentence {
        let in_format = |format| self.written.strftime(format).to_string();
        let clock = match self.written.second() {
            _ if self.ends_day => "24:00".to_owned(),
            0 => in_format("%H:%M"),
            _ => in_format("%H:%M:%S"),
        };
        let [en, zh, zone] = ["%Y-%m-%d", "%Y年%-m月%-d日", "UTC%:z"].map(in_format);
        sentence!("{en} {clock} {zone}", "{zh} {clock}（{zone}）")
    }
}

impl Tell for Moment {
    fn told(&self, lang: Lang) -> String {
        self.said().to(lang).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_same_however_it_is_written() {
        // `date -d '2026-10-23 00:00 +0800' +%s`
        let ms = 1_792_684_800_000;
        for text in [
            "2026-10-22 24:00 +08:00",
            "2026-10-22T24:00:00+08:00",
            "2026-10-23 00:00 +0800",
            " 2026-10-23T00:00 UTC+08:00 ",
            "2026-10-22 16:00Z",
            "2026-10-22 16:00:00 UTC",
            "2026-10-22 10:30 -05:30",
        ] {
            assert_eq!(text.parse::<Moment>().map(|moment| moment.ms), Ok(ms), "{text}");
        }
        // `date -d '2000-02-29 12:34:56Z' +%s`, `date -d '2100-03-01Z' +%s`
        assert_eq!("2000-02-29 12:34:56Z".parse::<Moment>().expect("a moment").ms, 951_827_696_000);
        assert_eq!("2100-03-01 00:00Z".parse::<Moment>().expect("a moment").ms, 4_107_542_400_000);
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in [
            "",
            "now",
            "2026-10-22",
            "2026-13-01 10:00Z",
            "2026-02-29 10:00Z",
            "2100-02-29 10:00Z",
            "2026-10-00 10:00Z",
            "2026-10-22 24:01Z",
            "2026-10-22 24:00:30Z",
            "2026-10-22 10:00Z[Asia/Shanghai]",
            "20261022T100000Z",
            "2026-10-22 25:00Z",
            "2026-10-22 10:60Z",
            "2026-10-22 10Z",
            "2026-10-22 10:00 Asia/Shanghai",
            "2026-10-22 10:00 +8",
            "2026-10-22 10:00 +25:00",
            "26-10-22 10:00 Z",
            "十月二十二日 10:00Z",
            "2026-10-22 10:00 ++8:00",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(NoMoment::Unreadable(text.to_owned())), "{text}");
        }
        let zoneless = "2026-10-22 24:00".parse::<Moment>();
        assert_eq!(zoneless, Err(NoMoment::Zone("2026-10-22 24:00".to_owned())));
    }

    #[test]
    fn the_last_moment_of_a_day_is_said_as_it_is_written() {
        let moment: Moment = "2026-10-22 24:00 +08:00".parse().expect("a moment");
        assert_eq!(moment.told(Lang::En), "2026-10-22 24:00 UTC+08:00");
        assert_eq!(moment.told(Lang::Zh), "2026年10月22日 24:00（UTC+08:00）");
        let moment: Moment = "2026-01-02T03:04:05 −05:30".parse().expect("a moment");
        assert_eq!(moment.told(Lang::En), "2026-01-02 03:04:05 UTC-05:30");
        assert_eq!(moment.told(Lang::Zh), "2026年1月2日 03:04:05（UTC-05:30）");
    }
}
