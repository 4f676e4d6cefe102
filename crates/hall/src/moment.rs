//! Moments as written in an event's file: date, time and zone.

use crate::utc_offset::{digits, offset_of};
use crate::zone::Zone;
use jiff::Zoned;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use leitai_core::{Lang, Sentence, Tell, errors, sentence};
use std::str::FromStr;

const DAY_MS: i64 = 86_400_000;

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

    /// As [`Moment::read`], but it must name its zone: event files are read on many machines, and mean the same on all.
    fn from_str(text: &str) -> Result<Moment, NoMoment> {
        Moment::read(text, None)
    }
}

impl Moment {
    /// Reads a date and time in any of the usual forms. Where it names no zone, it is in this one.
    pub fn read(text: &str, zone: Option<&Zone>) -> Result<Moment, NoMoment> {
        let unreadable = || NoMoment::Unreadable(text.to_owned());
        let plain = plain(text);
        let (date, rest) = plain.split_once([' ', 'T', 't']).ok_or_else(unreadable)?;
        let date = date_of(date).ok_or_else(unreadable)?;
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
        let (time, named) = rest.split_at(end);
        let (time, ends_day) = time_of(time).ok_or_else(unreadable)?;
        let time = date.to_datetime(time);
        let offset = match (named.trim(), zone) {
            ("", None) => return Err(NoMoment::Zone(plain)),
            ("", Some(zone)) => time.to_zoned(zone.time_zone().clone()).map_err(|_| unreadable())?.offset(),
            (named, _) => offset_of(named).ok_or_else(unreadable)?,
        };
        let written = time.to_zoned(TimeZone::fixed(offset)).map_err(|_| unreadable())?;
        let ms = written.timestamp().as_millisecond() + if ends_day { DAY_MS } else { 0 };
        Ok(Moment { ms, written, ends_day })
    }

    /// As event files have it: `2026-10-22 24:00 +08:00`.
    pub fn text(&self) -> String {
        let [date, zone] = ["%Y-%m-%d", "%:z"].map(|form| self.written.strftime(form).to_string());
        format!("{date} {} {zone}", self.clock())
    }

    /// The date and time in its zone, with the zone.
    pub fn said(&self) -> Sentence {
        let zone = self.written.strftime("UTC%:z").to_string();
        let said = self.without_zone();
        sentence!("{said} {zone}", "{said}（{zone}）"; said, zone)
    }

    /// The date and time in this zone, which the reader knows.
    pub fn said_in(&self, zone: &Zone) -> Sentence {
        let at = zone.time_zone().to_offset(self.written.timestamp());
        if at == self.written.offset() { self.without_zone() } else { zone.at(self.ms).said() }
    }

    fn without_zone(&self) -> Sentence {
        let [en, zh] = ["%Y-%m-%d", "%Y年%-m月%-d日"].map(|form| self.written.strftime(form).to_string());
        let clock = self.clock();
        sentence!("{en} {clock}", "{zh} {clock}")
    }

    fn clock(&self) -> String {
        match self.written.second() {
            _ if self.ends_day => "24:00".to_owned(),
            0 => self.written.strftime("%H:%M").to_string(),
            _ => self.written.strftime("%H:%M:%S").to_string(),
        }
    }
}

impl Tell for Moment {
    fn told(&self, lang: Lang) -> String {
        self.said().to(lang).to_owned()
    }
}

/// The text without what input methods and Chinese words make of it: `2026年12月22日 23：59` is `2026-12-22 23:59`.
fn plain(text: &str) -> String {
    let text = text.replace("北京时间", "+08:00");
    let mut plain = String::new();
    let mut rest = text.trim().chars().peekable();
    while let Some(c) = rest.next() {
        let is_before_digit = rest.peek().is_some_and(|c| c.is_numeric());
        match c {
            '\u{ff01}'..='\u{ff5e}' if !matches!(c, '，' | '（' | '）') => {
                plain.extend(char::from_u32(u32::from(c) - 0xfee0));
            }
            '年' | '月' | '−' | '–' | '—' => plain.push('-'),
            '日' | '号' | '，' | ',' | '（' | '(' | '\u{3000}' => plain.push(' '),
            '点' | '时' | '分' if is_before_digit => plain.push(':'),
            '点' | '时' => plain.push_str(":00"),
            '）' | ')' | '分' | '秒' => {}
            c => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

fn date_of(text: &str) -> Option<Date> {
    let [year, month, day] = text.split(['-', '/', '.']).collect::<Vec<_>>().try_into().ok()?;
    let year = digits(year, 4..=4).filter(|year| (1970..=2999).contains(year))?;
    Date::new(year, digits(month, 1..=2)? as i8, digits(day, 1..=2)? as i8).ok()
}

/// A time of day; 24:00 is 0:00, and ends its day.
fn time_of(text: &str) -> Option<(Time, bool)> {
    let mut parts = text.split(':');
    let (hour, minute) = (digits(parts.next()?, 1..=2)?, digits(parts.next()?, 2..=2)?);
    let second = parts.next().map_or(Some(0), |second| digits(second, 2..=2))?;
    let ends_day = (hour, minute, second) == (24, 0, 0);
    let hour = if ends_day { 0 } else { hour };
    let time = Time::new(hour as i8, minute as i8, second as i8, 0).ok()?;
    parts.next().is_none().then_some((time, ends_day))
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
            "2026-10-22 24:00 UTC+8",
            "2026年10月22日 24:00（UTC+08:00）",
            "2026年10月22日24点（北京时间）",
            "２０２６－１０－２３　０：００　＋０８００",
            "2026/10/22 24:00:00 GMT+8",
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
            "2026-10-22 10:00:00.5 +08:00",
            "2026-10-22 25:00Z",
            "2026-10-22 10:60Z",
            "2026-10-22 10Z",
            "2026-10-22 10:00 Asia/Shanghai",
            "2026-10-22 10:00 +08:60",
            "2026-10-22 10:00 8",
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
    fn a_form_of_the_site_takes_any_usual_form_and_its_own_zone() {
        let shanghai: Zone = "Asia/Shanghai".parse().expect("a zone");
        // `date -d '2026-12-22 23:59 +0800' +%s`
        for text in [
            "2026-12-22 23:59",
            "2026-12-22T23:59",
            "2026-12-22 23:59:00",
            "2026年12月22日 23:59",
            "2026年12月22日23时59分",
            "2026年12月22日，23点59分00秒",
            "2026-12-22 ２３：５９",
            "２０２６年１２月２２日　２３：５９",
            "2026/12/22 23:59",
            "2026.12.22 23:59",
            "2026-12-22 15:59Z",
        ] {
            let moment = Moment::read(text, Some(&shanghai));
            let read = moment.map(|moment| (moment.ms, moment.text().ends_with("59 +08:00")));
            assert_eq!(read, Ok((1_797_955_140_000, !text.ends_with('Z'))), "{text}");
        }
        let closes = Moment::read("2026-12-22 24:00", Some(&shanghai)).expect("a moment");
        assert_eq!(closes.text(), "2026-12-22 24:00 +08:00");
        assert_eq!(closes.text().parse(), Ok(closes.clone()));
        assert_eq!(closes.said_in(&shanghai).to(Lang::Zh), "2026年12月22日 24:00");
        let berlin: Zone = "Europe/Berlin".parse().expect("a zone");
        assert_eq!(closes.said_in(&berlin).to(Lang::En), "2026-12-22 17:00");
        // In summer its clocks stand elsewhere.
        let summer = Moment::read("2026-7-1 8:05", Some(&berlin)).expect("a moment");
        assert_eq!(summer.text(), "2026-07-01 08:05 +02:00");
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
