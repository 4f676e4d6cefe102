//! The time zone in which people read and write times.

use crate::utc_offset::offset_of;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned};
use leitai_core::{Lang, Sentence, Tell, errors, sentence};
use serde::Deserialize;
use std::str::FromStr;

/// The one that people in China name by their clocks.
const CHINA: &str = "Asia/Shanghai";

/// A time zone: people read local times in it, machines get its offsets.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Zone(TimeZone);

errors! {
    /// A text that names no time zone known on this machine.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct NoZone(text: String) =>
        "`{text}` is not a time zone; write e.g. `Asia/Shanghai` or +08:00",
        "“{text}”不是时区；请写作例如 `Asia/Shanghai` 或 +08:00";
}

impl FromStr for Zone {
    type Err = NoZone;

    fn from_str(text: &str) -> Result<Zone, NoZone> {
        let text = text.trim();
        if let Some(offset) = offset_of(text) {
            return Ok(Zone(if offset.is_zero() { TimeZone::UTC } else { TimeZone::fixed(offset) }));
        }
        TimeZone::get(text).map(Zone).map_err(|_| NoZone(text.to_owned()))
    }
}

impl TryFrom<String> for Zone {
    type Error = NoZone;

    fn try_from(text: String) -> Result<Zone, NoZone> {
        text.parse()
    }
}

impl Zone {
    /// Universal time.
    pub const UTC: Zone = Zone(TimeZone::UTC);

    /// That of this machine; UTC if it has none.
    pub fn of_machine() -> Zone {
        let zone = TimeZone::system();
        Zone(if zone.is_unknown() { TimeZone::UTC } else { zone })
    }

    /// A time in this zone, in milliseconds since 1970-01-01 UTC.
    pub fn at(&self, ms: i64) -> LocalTime {
        LocalTime(Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(self.0.clone()))
    }

    /// Its name, with its distance from UTC if that is the same all year round.
    pub fn said(&self) -> Sentence {
        let now = Timestamp::now();
        let is_constant = self.0.following(now).next().is_none();
        let offset = now.to_zoned(self.0.clone()).strftime("%:z").to_string();
        match self.0.iana_name() {
            Some(CHINA) => sentence!("Beijing time (UTC+08:00)", "北京时间（UTC+08:00）"),
            _ if self.0 == TimeZone::UTC => sentence!("UTC", "UTC"),
            Some(name) if is_constant => sentence!("{name} (UTC{offset})", "{name}（UTC{offset}）"),
            Some(name) => Sentence::quoted(name),
            None => Sentence::quoted(format!("UTC{offset}")),
        }
    }

    /// The end of a day such as `2026-12-31`, in milliseconds since 1970-01-01 UTC; `None` if it is no date.
    pub fn end_of(&self, day: &str) -> Option<i64> {
        let next = day.parse::<Date>().ok()?.tomorrow().ok()?;
        Some(next.to_zoned(self.0.clone()).ok()?.timestamp().as_millisecond())
    }

    /// The day so many days after the one that this time is in, such as `2026-12-31`.
    pub fn day_after(&self, ms: i64, days: i64) -> String {
        let day = self.at(ms).0.date();
        day.checked_add(Span::new().days(days)).unwrap_or(day).to_string()
    }

    pub(crate) const fn time_zone(&self) -> &TimeZone {
        &self.0
    }
}

/// A time in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalTime(Zoned);

impl LocalTime {
    /// The date and time as people read them, to the minute and without the zone: pages name it once.
    pub fn said(&self) -> Sentence {
        let [en, zh] =
            ["%Y-%m-%d %H:%M", "%Y年%-m月%-d日 %H:%M"].map(|form| self.0.strftime(form).to_string());
        Sentence::new(en, zh)
    }

    /// The date alone, as people read it.
    pub fn day(&self) -> Sentence {
        let [en, zh] = ["%Y-%m-%d", "%Y年%-m月%-d日"].map(|form| self.0.strftime(form).to_string());
        Sentence::new(en, zh)
    }

    /// The time of day to the minute, as a clock on the wall shows it.
    pub fn clock(&self) -> String {
        self.0.strftime("%H:%M").to_string()
    }

    /// For machines, to the second, with the distance from UTC (RFC 3339): `2026-12-22T23:59:00+08:00`.
    pub fn stamp(&self) -> String {
        self.0.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }
}

impl Tell for LocalTime {
    fn told(&self, lang: Lang) -> String {
        self.said().to(lang).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(text: &str) -> Zone {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_zone_is_named_by_its_place_or_by_its_distance() {
        for (text, said, stamp) in [
            ("Asia/Shanghai", "Beijing time (UTC+08:00)", "2026-10-23T00:00:00+08:00"),
            ("+08:00", "UTC+08:00", "2026-10-23T00:00:00+08:00"),
            ("UTC+8", "UTC+08:00", "2026-10-23T00:00:00+08:00"),
            ("utc", "UTC", "2026-10-22T16:00:00+00:00"),
            ("Z", "UTC", "2026-10-22T16:00:00+00:00"),
            ("Asia/Kolkata", "Asia/Kolkata (UTC+05:30)", "2026-10-22T21:30:00+05:30"),
            // Three days before its clocks change.
            ("Europe/Berlin", "Europe/Berlin", "2026-10-22T18:00:00+02:00"),
        ] {
            let zone = zone(text);
            assert_eq!(zone.said().to(Lang::En), said);
            // `date -d '2026-10-23 00:00 +0800' +%s`
            assert_eq!(zone.at(1_792_684_800_000).stamp(), stamp, "{text}");
        }
        assert_eq!(zone("Asia/Shanghai").said().to(Lang::Zh), "北京时间（UTC+08:00）");
        for text in ["", "Beijing", "+25:00", "8", "Asia/", "../etc/passwd"] {
            assert_eq!(text.parse::<Zone>(), Err(NoZone(text.to_owned())));
        }
    }

    #[test]
    fn people_read_the_time_of_their_clocks() {
        let at = zone("Asia/Shanghai").at(1_792_684_799_999);
        assert_eq!(at.told(Lang::En), "2026-10-22 23:59");
        assert_eq!(at.told(Lang::Zh), "2026年10月22日 23:59");
    }

    #[test]
    fn a_day_ends_where_the_site_is() {
        let shanghai = zone("Asia/Shanghai");
        assert_eq!(shanghai.end_of("2026-10-22"), Some(1_792_684_800_000));
        assert_eq!(zone("UTC").end_of("2026-10-22"), Some(1_792_684_800_000 + 8 * 3_600_000));
        assert_eq!(shanghai.end_of("2026-02-30"), None);
        assert_eq!(shanghai.day_after(1_792_684_800_000, 14), "2026-11-06");
        assert_eq!(zone("UTC").day_after(1_792_684_800_000, 14), "2026-11-05");
    }
}
