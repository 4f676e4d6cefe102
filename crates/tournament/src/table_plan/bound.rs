//! A time before which no plan can end.

use std::collections::BTreeMap;

use super::fixture::{Fixture, Sides};
use super::job::Jobs;
use super::precedence::Precedence;
use crate::HallHours;

/// The time at which the hall has been open for `work` milliseconds from `from` on; the end of time if it never is.
fn after(openings: &[HallHours], from: i64, work: i64) -> i64 {
    let mut left = work;
    for hours in openings.iter().filter(|hours| hours.until > from) {
        let begin = hours.from.max(from);
        if hours.until - begin >= left {
            return begin + left;
        }
        left -= hours.until - begin;
    }
    i64::MAX
}

/// The time before which matches of one team, or matches that follow one another, cannot be over. Pauses count only
/// while no closing hour could take their place.
fn after_row(openings: &[HallHours], from: i64, work: i64, pauses: i64) -> i64 {
    let first = openings.iter().find(|hours| hours.until > from).map_or(i64::MIN, |hours| hours.until);
    let with_pauses = after(openings, from, work.saturating_add(pauses));
    if with_pauses <= first { with_pauses } else { after(openings, from, work).max(first) }
}

/// The latest of these times: what the tables need for all matches, what each team needs for its own, what the longest
/// row of rounds needs. `None` if nothing waits, or if the hall is not open for so long.
pub(super) fn bound(
    fixtures: &[Fixture],
    jobs: &Jobs,
    precedence: &Precedence,
    (openings, tables): (&[HallHours], usize),
    now: i64,
) -> Option<i64> {
    let waiting = || (0..fixtures.len()).filter(|at| fixtures[*at].is_waiting());
    waiting().next()?;
    let work: i64 = waiting().map(|at| jobs.list[at].length).sum();
    let share = work.checked_div(tables as i64).unwrap_or(i64::MAX);
    let mut latest = after(openings, now, share);
    // Of each team: matches, time, least pause.
    let mut teams: BTreeMap<u32, (i64, i64, i64)> = BTreeMap::new();
    for at in waiting().filter(|at| matches!(fixtures[*at].sides, Sides::Known(_))) {
        let job = &jobs.list[at];
        for team in &job.teams {
            let (count, work, pause) = teams.entry(*team).or_insert((0, 0, i64::MAX));
            (*count, *work, *pause) = (*count + 1, *work + job.length, (*pause).min(job.pause));
        }
    }
    for (count, work, pause) in teams.into_values() {
        latest = latest.max(after_row(openings, now, work, (count - 1).saturating_mul(pause)));
    }
    for at in waiting() {
        // The part of a row that is play is at least that of the longest match in it; the whole row, pauses
        // included, counts within one opening.
        latest = latest.max(after_row(
            openings,
            now,
            jobs.list[at].length,
            precedence.chain[at] - jobs.list[at].length,
        ));
    }
    Some(latest).filter(|latest| *latest < i64::MAX)
}
