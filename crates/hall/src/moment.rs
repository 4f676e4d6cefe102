//! Moments as written in an event's file: date, time and zone.

use leitai_core::{Lang, Sentence, Tell, errors, sentence};
use std::str::FromStr;

const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;

/// A moment, with its date and time as written in its zone: 24:00 ends the day it is written with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Milliseconds since 1970-01-01 UTC.
    pub ms: i64,
    /// Year, month, day.
    date: (i64, u32, u32),
    /// Hour, minute, second.
    time: (u32, u32, u32),
    /// Minutes east of Greenwich.
    zone: i64,
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
        let (date, rest) = trimmed.split_at_checked(10).ok_or_else(unreadable)?;
        let rest = rest.strip_prefix(['T', 't', ' ']).ok_or_else(unreadable)?;
        let clock = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').len();
        let (time, zone) = rest.split_at(clock);
        let date = date_of(date).ok_or_else(unreadable)?;
        let time = time_of(time).ok_or_else(unreadable)?;
        let zone = match zone.trim() {
            "" => return Err(NoMoment::Zone(trimmed.to_owned())),
            zone => zone_of(zone).ok_or_else(unreadable)?,
        };
        let seconds = i64::from(time.0 * 3600 + time.1 * 60 + time.2);
        let ms = days(date) * DAY_MS + seconds * 1000 - zone * MINUTE_MS;
        Ok(Moment { ms, date, time, zone })
    }
}

fn numbers<const N: usize>(text: &str, mark: char, lengths: [usize; N]) -> Option<[u32; N]> {
    let mut parts = text.split(mark);
    let mut read = [0; N];
    for (slot, length) in read.iter_mut().zip(lengths) {
        let part = parts.next()?;
        let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        *slot = is_number.then(|| part.parse().ok())??;
    }
    parts.next().is_none().then_some(read)
}

fn date_of(text: &str) -> Option<(i64, u32, u32)> {
    let [year, month, day] = numbers(text, '-', [4, 2, 2])?;
    let date = (i64::from(year), month, day);
    let next = if month == 12 { (date.0 + 1, 1, 1) } else { (date.0, month + 1, 1) };
    let is_there = (1970..=2999).contains(&year) && (1..=12).contains(&month) && day >= 1;
    (is_there && i64::from(day) <= days(next) - days((date.0, month, 1))).then_some(date)
}

fn time_of(text: &str) -> Option<(u32, u32, u32)> {
    let [hour, minute, second] = match numbers(text, ':', [2, 2]) {
        Some([hour, minute]) => [hour, minute, 0],
        None => numbers(text, ':', [2, 2, 2])?,
    };
    let is_there = hour < 24 && minute < 60 && second < 60 || (hour, minute, second) == (24, 0, 0);
    is_there.then_some((hour, minute, second))
}

fn zone_of(text: &str) -> Option<i64> {
    let text = text.strip_prefix("UTC").filter(|rest| !rest.is_empty()).unwrap_or(text);
    if matches!(text, "Z" | "z" | "UTC") {
        return Some(0);
    }
    let (sign, rest) = if let Some(rest) = text.strip_prefix('+') {
        (1, rest)
    } else {
        (-1, text.strip_prefix(['-', '−'])?)
    };
    let rest =
        if rest.len() == 4 { format!("{}:{}", rest.get(..2)?, rest.get(2..)?) } else { rest.to_owned() };
    let [hours, minutes] = numbers(&rest, ':', [2, 2])?;
    (hours <= 14 && minutes < 60).then(|| sign * i64::from(hours * 60 + minutes))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar. The year is taken to begin in March, so that leap days end
/// it.
fn days((year, month, day): (i64, u32, u32)) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * i64::from((month + 9) % 12) + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

impl Moment {
    /// The date and time in its zone, with the zone.
    pub fn said(&self) -> Sentence {
        let ((year, month, day), (hour, minute, second)) = (self.date, self.time);
        let clock = if second == 0 {
            format!("{hour:02}:{minute:02}")
        } else {
            format!("{hour:02}:{minute:02}:{second:02}")
        };
        let (sign, zone) = if self.zone < 0 { ('-', -self.zone) } else { ('+', self.zone) };
        let zone = format!("UTC{sign}{:02}:{:02}", zone / 60, zone % 60);
        sentence!("{year}-{month:02}-{day:02} {clock} {zone}", "{year}年{month}月{day}日 {clock}（{zone}）")
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
    }
}
