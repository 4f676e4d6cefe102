//! The hall: its tables, its days and its breaks.

use crate::HallHours;
use serde::{Deserialize, Serialize};

/// A minute, in milliseconds: matches begin at whole minutes, since people read the plan from a clock.
const MINUTE: i64 = 60_000;

/// A table of the hall.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HallTable {
    /// The events that may use it, by their places in the contest's list; all of them if the list is empty.
    pub only: Vec<u16>,
    /// When nobody can play at it.
    pub closed: Vec<HallHours>,
}

/// Where and when a contest is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    /// The tables.
    pub tables: Vec<HallTable>,
    /// The hours of each day: 竞赛时间 14：00—17：30.
    pub days: Vec<HallHours>,
    /// Breaks that everyone keeps, such as lunch: no match is played during them.
    #[serde(default)]
    pub breaks: Vec<HallHours>,
}

impl HallTable {
    /// Whether an event may use it.
    pub fn is_for(&self, event: u16) -> bool {
        self.only.is_empty() || self.only.contains(&event)
    }
}

impl Hall {
    /// A hall with this many tables, all of them for all events.
    pub fn new(tables: u16, days: Vec<HallHours>) -> Self {
        Hall { tables: vec![HallTable::default(); tables.into()], days, breaks: Vec::new() }
    }

    /// When matches may be played: the days' hours without the breaks, in order. A match lies within one of them.
    pub fn openings(&self) -> Vec<HallHours> {
        let mut days: Vec<HallHours> = self.days.iter().map(|day| day.kept()).collect();
        days.retain(|day| day.length() > 0);
        days.sort_unstable();
        let mut open: Vec<HallHours> = Vec::with_capacity(days.len());
        for day in days {
            match open.last_mut() {
                Some(last) if day.from <= last.until => last.until = last.until.max(day.until),
                _ => open.push(day),
            }
        }
        for pause in self.breaks.iter().filter(|pause| pause.length() > 0) {
            let parts = open.into_iter().flat_map(|hours| {
                let before = HallHours { until: hours.until.min(pause.from), ..hours };
                let after = HallHours { from: hours.from.max(pause.until), ..hours };
                [before, after]
            });
            open = parts.filter(|part| part.length() > 0).collect();
        }
        open
    }

    /// The tables at which an event may be played, from 0.
    pub(crate) fn tables_for(&self, event: u16) -> Vec<u16> {
        (0..u16::MAX).zip(&self.tables).filter(|(_, table)| table.is_for(event)).map(|(at, _)| at).collect()
    }

    /// The hall with tables for all events added, so that it has `count`.
    pub(crate) fn with_tables(&self, count: usize) -> Hall {
        let mut hall = self.clone();
        hall.tables.resize(count.max(self.tables.len()), HallTable::default());
        hall
    }

    /// The hall with further days: each has the hours and the breaks of the last one, a day later than it.
    pub(crate) fn with_days(&self, more: u16) -> Hall {
        const DAY: i64 = 24 * 60 * MINUTE;
        let mut hall = self.clone();
        let Some(last) = self.days.iter().max().copied() else { return hall };
        let of_last = |pause: &&HallHours| pause.from < last.until && pause.until > last.from;
        for day in 1..=i64::from(more) {
            hall.days.push(last.later(day * DAY));
            hall.breaks.extend(self.breaks.iter().filter(of_last).map(|pause| pause.later(day * DAY)));
        }
        hall
    }

    /// The hall whose last day closes at `until`, or later.
    pub(crate) fn closing(&self, until: i64) -> Hall {
        let mut hall = self.clone();
        if let Some(last) = hall.days.iter_mut().max() {
            last.until = last.until.max(until);
        }
        hall
    }
}

/// The first whole minute that is not before `at`.
pub(crate) fn whole_minute(at: i64) -> i64 {
    at.saturating_add(MINUTE - 1).div_euclid(MINUTE).saturating_mul(MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_divide_a_day() {
        let hours = |from, until| HallHours { from, until };
        let mut hall = Hall::new(1, vec![hours(100, 200), hours(10, 50), hours(40, 60), hours(9, 5)]);
        assert_eq!(hall.openings(), [hours(10, 60), hours(100, 200)]);
        hall.breaks = vec![hours(20, 30), hours(0, 12), hours(150, 300), hours(70, 80)];
        assert_eq!(hall.openings(), [hours(12, 20), hours(30, 60), hours(100, 150)]);
    }

    #[test]
    fn matches_begin_at_whole_minutes() {
        assert_eq!([-1, 0, 1, 60_000, 60_001].map(whole_minute), [0, 0, 60_000, 60_000, 120_000]);
    }
}
