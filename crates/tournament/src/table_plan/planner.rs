//! Makes table plans: matches one after the other, each at the earliest time at which it fits, in several orders.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::bound::bound;
use super::fixture::{Fixture, Phase, Sitting};
use super::hall::{Hall, whole_minute};
use super::job::{Jobs, NO_GROUP};
use super::ledger::Ledger;
use super::precedence::Precedence;
use super::sheet::TablePlan;
use crate::hall_hours::kept;

/// The most orders that are tried: with few matches many, and they find the best plan; with many matches few, since
/// each takes its time.
const ORDERS: usize = 128;
/// The most matches that are placed in all orders together.
const PLACED: usize = 3_000;

/// What makes one plan better than another, less is better: matches without a place, the end, changes of table.
type Cost = (usize, i64, usize);

/// The matches of a contest and its hall, prepared for planning.
pub(crate) struct Problem<'a> {
    pub(crate) fixtures: &'a [Fixture],
    pub(crate) hall: &'a Hall,
    pub(crate) now: i64,
    pub(crate) jobs: Jobs,
    pub(crate) precedence: Precedence,
    /// The tables of each event, and those among them beside which its matches lie together.
    tables: BTreeMap<u16, (Vec<u16>, [u16; 2])>,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(fixtures: &'a [Fixture], hall: &'a Hall, now: i64) -> Self {
        let jobs = Jobs::new(fixtures);
        let precedence = Precedence::new(fixtures, &jobs.lengths());
        let mut work: BTreeMap<u16, i64> = BTreeMap::new();
        for job in &jobs.list {
            *work.entry(job.event).or_default() += job.length;
        }
        let whole = work.values().sum::<i64>().max(1);
        let mut begun = 0;
        let mut tables = BTreeMap::new();
        for (event, work) in work {
            let own = hall.tables_for(event);
            // Its share of the tables, side by side.
            let share = |work: i64| i128::from(work) * own.len() as i128 / i128::from(whole);
            let last = own.len().saturating_sub(1);
            let block = [share(begun), share(begun + work)].map(|at| own.get((at as usize).min(last)));
            let block = block.map(|table| table.copied().unwrap_or(0));
            tables.insert(event, (own, block));
            begun += work;
        }
        Problem { fixtures, hall, now: kept(now), jobs, precedence, tables }
    }

    /// The tables at which a match may be played.
    pub(crate) fn tables(&self, at: usize) -> &[u16] {
        self.tables.get(&self.jobs.list[at].event).map_or(&[], |(own, _)| own)
    }

    /// What has begun, at its place; a match that should be over is still being played.
    pub(crate) fn begun(&self) -> Vec<Option<Sitting>> {
        let place = |fixture: &Fixture| match fixture.phase {
            Phase::Waiting => None,
            Phase::Running(it) => Some(Sitting { until: kept(it.until).max(self.now), ..it }),
            Phase::Over(it) => it,
        };
        self.fixtures.iter().map(place).collect()
    }

    /// The calendars with these matches in them.
    pub(crate) fn ledger(&self, placed: &[Option<Sitting>]) -> Ledger {
        let mut ledger = Ledger::new(self.hall, self.jobs.teams.len());
        for (job, sitting) in self.jobs.list.iter().zip(placed) {
            if let Some(it) = sitting {
                ledger.book(job, it.table, it.from, it.until);
            }
        }
        ledger
    }

    /// The earliest time at which a match may begin by those that come before it; `None` if one of them has no place.
    pub(crate) fn earliest(&self, at: usize, placed: &[Option<Sitting>]) -> Option<i64> {
        let mut earliest = self.now;
        for before in self.precedence.before[at].iter().map(|before| *before as usize) {
            match placed[before] {
                Some(it) => {
                    let pause = self.jobs.list[before].pause.max(self.jobs.list[at].pause);
                    earliest = earliest.max(it.until.saturating_add(pause));
                }
                None if self.fixtures[before].is_waiting() => return None,
                None => {}
            }
        }
        Some(earliest)
    }

    /// Of the tables that are free at that time the best one: where one of its teams plays last before; beside the
    /// other matches of its event; for its event alone.
    pub(crate) fn table(&self, ledger: &Ledger, at: usize, from: i64) -> Option<u16> {
        let job = &self.jobs.list[at];
        let (own, [low, high]) = self.tables.get(&job.event)?;
        let known: &[u32] = if job.group == NO_GROUP { &job.teams } else { &[] };
        let last: Vec<u16> = known.iter().filter_map(|team| ledger.table_before(*team, from)).collect();
        let cost = |table: &&u16| {
            let stays = last.iter().filter(|last| last == table).count();
            let outside = low.saturating_sub(**table).max(table.saturating_sub(*high));
            let is_own = !self.hall.tables[usize::from(**table)].only.is_empty();
            (!is_own, Reverse(stays), outside, **table)
        };
        own.iter().filter(|table| ledger.is_free(**table, from, job.length)).min_by_key(cost).copied()
    }

    /// Places every match that waits and has no place yet, in the order of `key`, the least first, but after those
    /// that it follows.
    pub(crate) fn place(&self, placed: &[Option<Sitting>], key: &[i64]) -> Vec<Option<Sitting>> {
        let mut placed = placed.to_vec();
        let mut ledger = self.ledger(&placed);
        let is_to_place: Vec<bool> = placed
            .iter()
            .zip(self.fixtures)
            .map(|(it, fixture)| it.is_none() && fixture.is_waiting())
            .collect();
        let waits_for = |at: usize| {
            self.precedence.before[at].iter().filter(|before| is_to_place[**before as usize]).count()
        };
        let mut waits: Vec<usize> = (0..key.len()).map(waits_for).collect();
        let mut ready: BinaryHeap<_> = (0..key.len())
            .filter(|at| is_to_place[*at] && waits[*at] == 0)
            .map(|at| Reverse((key[at], at)))
            .collect();
        while let Some(Reverse((_, at))) = ready.pop() {
            if let Some(from) = self.earliest(at, &placed)
                && let Some((from, _)) = ledger.earliest(&self.jobs.list[at], from, self.tables(at))
                && let Some(table) = self.table(&ledger, at, from)
            {
                let until = from + self.jobs.list[at].length;
                ledger.book(&self.jobs.list[at], table, from, until);
                placed[at] = Some(Sitting { table, from, until });
            }
            for after in self.precedence.after[at].iter().map(|after| *after as usize) {
                waits[after] = waits[after].saturating_sub(1);
                if waits[after] == 0 && is_to_place[after] {
                    ready.push(Reverse((key[after], after)));
                }
            }
        }
        placed
    }

    pub(crate) fn bound(&self) -> Option<i64> {
        let openings = self.hall.openings();
        bound(self.fixtures, &self.jobs, &self.precedence, (&openings, self.hall.tables.len()), self.now)
    }

    fn cost(&self, placed: &[Option<Sitting>]) -> Cost {
        let plan = TablePlan::of(self.fixtures, placed, None);
        (plan.without_place.len(), plan.ends().unwrap_or(i64::MIN), plan.changes_of_table())
    }

    /// The best of several plans that keep what is placed. Stops at the first that satisfies `enough`.
    pub(crate) fn best(
        &self,
        placed: &[Option<Sitting>],
        enough: impl Fn(usize, i64) -> bool,
    ) -> Vec<Option<Sitting>> {
        let mut best: Option<(Cost, Vec<Option<Sitting>>)> = None;
        for order in 0..(PLACED / self.fixtures.len().max(1)).clamp(3, ORDERS) {
            let plan = self.place(placed, &self.keys(order));
            let cost = self.cost(&plan);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, plan));
            }
            if best.as_ref().is_some_and(|((left, ends, _), _)| enough(*left, *ends)) {
                break;
            }
        }
        best.map(|(_, plan)| plan).unwrap_or_default()
    }

    /// The order of the matches in one of the plans: by what follows a match, by what its teams have to play, by
    /// rounds; then these with some chance, which is the same each time.
    fn keys(&self, order: usize) -> Vec<i64> {
        let mut load = vec![0i64; self.jobs.teams.len()];
        for (job, fixture) in self.jobs.list.iter().zip(self.fixtures) {
            if fixture.is_waiting() && job.group == NO_GROUP {
                job.teams.iter().for_each(|team| load[*team as usize] += job.length + job.pause);
            }
        }
        let mut chance = Chance(order as u64);
        let key = |(at, job): (usize, &super::job::Job)| {
            let chain = self.precedence.chain[at];
            let loads = || job.teams.iter().map(|team| load[*team as usize]);
            let most = if job.group == NO_GROUP { loads().max().unwrap_or(0) } else { 0 };
            let weight = match order % 3 {
                0 => chain.max(most) + loads().sum::<i64>() / 8,
                1 => chain + most,
                _ => chain - (i64::from(self.fixtures[at].round) << 41),
            };
            let percent = if order < 3 { 100 } else { 70 + chance.next() % 60 };
            -(weight / 100).saturating_mul(percent as i64)
        };
        self.jobs.list.iter().enumerate().map(key).collect()
    }
}

/// Numbers without a pattern, the same ones each time (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl TablePlan {
    /// Plans every match that waits, from `now` on, so that the last one ends early and teams seldom change tables.
    ///
    /// It holds however long the matches take; most end earlier, and [`TablePlan::bend`] lets the rest move forward.
    pub fn new(fixtures: &[Fixture], hall: &Hall, now: i64) -> Self {
        let problem = Problem::new(fixtures, hall, now);
        let bound = problem.bound();
        let placed = problem.best(&problem.begun(), |left, ends| {
            left == 0 && bound.is_none_or(|bound| ends <= whole_minute(bound))
        });
        TablePlan::of(fixtures, &placed, bound)
    }
}
