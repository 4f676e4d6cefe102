//! What is booked so far, for each table and each team, and the earliest time at which a match fits.

use super::hall::{Hall, whole_minute};
use super::job::{Job, NO_GROUP};
use crate::HallHours;
use crate::hall_hours::kept;

/// A time that is taken.
#[derive(Clone, Copy, Debug)]
struct Taken {
    from: i64,
    until: i64,
    pause: i64,
    group: u32,
    table: u16,
}

/// What put a match off last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    /// Nothing: it begins as early as asked.
    Not,
    /// The hall is shut before that.
    Hall(i64),
    /// A team, by its number, plays until then.
    Team(u32, i64),
    /// The table is taken until then.
    Table(i64),
}

/// The calendars of the hall, its tables and its teams.
#[derive(Clone)]
pub(crate) struct Ledger {
    openings: Vec<HallHours>,
    tables: Vec<Vec<HallHours>>,
    teams: Vec<Vec<Taken>>,
}

impl Ledger {
    pub(crate) fn new(hall: &Hall, teams: usize) -> Self {
        let tables = hall.tables.iter().map(|table| {
            let closed = table.closed.iter().map(|hours| hours.kept());
            closed.filter(|hours| hours.length() > 0).collect()
        });
        Ledger { openings: hall.openings(), tables: tables.collect(), teams: vec![Vec::new(); teams] }
    }

    /// Books a match at a table, which need not exist: what has been played is a fact.
    pub(crate) fn book(&mut self, job: &Job, table: u16, from: i64, until: i64) {
        let (from, until) = (kept(from), kept(until));
        let hours = HallHours { from, until };
        if let Some(taken) = self.tables.get_mut(usize::from(table)).filter(|_| hours.length() > 0) {
            taken.push(hours);
        }
        let taken = Taken { from, until, pause: job.pause, group: job.group, table };
        for team in &job.teams {
            self.teams[*team as usize].push(taken);
        }
    }

    /// The earliest time from `from` on at which a match fits at one of `tables`, and what put it off; `None` if it
    /// fits nowhere.
    pub(crate) fn earliest(&self, job: &Job, from: i64, tables: &[u16]) -> Option<(i64, Held)> {
        let (mut at, mut held) = (whole_minute(kept(from)), Held::Not);
        loop {
            let asked = at;
            let opens = self.opening(at, job.length)?;
            if opens > at {
                (at, held) = (opens, Held::Hall(opens));
            }
            for team in &job.teams {
                if let Some((free, until)) = self.team_free(*team, at, job) {
                    (at, held) = (whole_minute(free), Held::Team(*team, until));
                }
            }
            if at != asked {
                continue;
            }
            let mut soonest = i64::MAX;
            for table in tables {
                soonest = soonest.min(self.table_free(*table, at, job.length));
                if soonest == at {
                    return Some((at, held));
                }
            }
            if soonest == i64::MAX {
                return None;
            }
            (at, held) = (whole_minute(soonest), Held::Table(soonest));
        }
    }

    /// Whether a table is free for that time.
    pub(crate) fn is_free(&self, table: u16, from: i64, length: i64) -> bool {
        self.table_free(table, from, length) == from
    }

    /// The table at which a team, by its number, plays last before that time.
    pub(crate) fn table_before(&self, team: u32, at: i64) -> Option<u16> {
        let earlier = self.teams[team as usize].iter().filter(|it| it.group == NO_GROUP && it.from < at);
        earlier.max_by_key(|it| it.from).map(|it| it.table)
    }

    /// The first time from `at` on at which the hall is open for that long without a break.
    fn opening(&self, at: i64, length: i64) -> Option<i64> {
        let begin = |hours: &HallHours| at.max(hours.from);
        let fits = |hours: &&HallHours| begin(hours) < hours.until && begin(hours) + length <= hours.until;
        // Rounded up again, since the hall may open at no whole minute.
        let found = self.openings.iter().find(fits)?;
        let begin = whole_minute(begin(found));
        if begin + length <= found.until { Some(begin) } else { self.opening(found.until, length) }
    }

    /// When a team is free for a match that was to begin at `at`, and until when it plays; `None` if it is free then.
    fn team_free(&self, team: u32, at: i64, job: &Job) -> Option<(i64, i64)> {
        let clash = |it: &&Taken| {
            let pause = it.pause.max(job.pause);
            let is_side_by_side = it.group == job.group && job.group != NO_GROUP;
            !is_side_by_side && at < it.until.saturating_add(pause) && at + job.length + pause > it.from
        };
        let taken = self.teams[team as usize].iter().find(clash)?;
        Some((taken.until.saturating_add(taken.pause.max(job.pause)), taken.until))
    }

    /// The first time from `at` on at which a table is free for that long; the end of time if there is no such table.
    fn table_free(&self, table: u16, mut at: i64, length: i64) -> i64 {
        let Some(taken) = self.tables.get(usize::from(table)) else { return i64::MAX };
        loop {
            let clash = taken.iter().find(|it| at < it.until && at.saturating_add(length.max(1)) > it.from);
            match clash {
                Some(clash) => at = clash.until,
                None => return at,
            }
        }
    }
}
