//! Whether a contest fits into its hall, what does not, and what would help.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, Remedy};
use super::fixture::{Fixture, FixtureId, Sides, TeamId};
use super::hall::Hall;
use super::misfit::Misfit;
use super::naming::Naming;
use super::planner::Problem;
use super::sheet::TablePlan;
use crate::Sentence;

/// The most further days that are tried.
const DAYS: u16 = 14;
/// How much later the hall may close on its last day to be proposed, in milliseconds.
const LATER: i64 = 6 * 60 * 60_000;
/// So late that everything is over.
const NEVER: i64 = 20 * 365 * 24 * 60 * 60_000;

/// The matches that an event would have with smaller groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The event, by its place in the contest's list.
    pub event: u16,
    /// The most entries of a group.
    pub of: u16,
    /// Its matches.
    pub fixtures: Vec<Fixture>,
}

/// What became of the attempt to plan a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The plan, as far as it fits.
    pub plan: TablePlan,
    /// What does not fit; nothing if all does.
    pub misfits: Vec<Misfit>,
    /// What would help: each one was planned anew, and everything fits.
    pub remedies: Vec<Remedy>,
}

/// A contest to be planned: what is varied while a remedy is looked for.
#[derive(Clone, Copy)]
struct Case<'a> {
    fixtures: &'a [Fixture],
    hall: &'a Hall,
    now: i64,
}

impl Fit {
    /// Plans what waits, from `now` on, and looks for remedies where it does not fit: more tables, further days, a later
    /// hour of closing, smaller groups, shorter matches, and tables together with days or groups.
    pub fn new(fixtures: &[Fixture], hall: &Hall, now: i64, alternatives: &[Alternative]) -> Fit {
        let plan = TablePlan::new(fixtures, hall, now);
        if plan.without_place.is_empty() {
            return Fit { plan, misfits: Vec::new(), remedies: Vec::new() };
        }
        let case = Case { fixtures, hall, now };
        let overtime = case.overtime();
        let misfits = case.misfits(&plan, overtime);
        let remedies = case.remedies(&plan, overtime, alternatives);
        Fit { plan, misfits, remedies }
    }

    /// What does not fit of a plan that was made already. Remedies are not looked for: each takes a plan of its own.
    pub fn of_plan(plan: TablePlan, fixtures: &[Fixture], hall: &Hall, now: i64) -> Fit {
        let case = Case { fixtures, hall, now };
        let fits = plan.without_place.is_empty();
        let misfits = if fits { Vec::new() } else { case.misfits(&plan, case.overtime()) };
        Fit { plan, misfits, remedies: Vec::new() }
    }

    /// Whether everything fits.
    pub fn fits(&self) -> bool {
        self.misfits.is_empty()
    }

    /// When everything is over at the latest, or else what does not fit and then what would help. `fixtures` are those
    /// that were planned.
    pub fn words(&self, fixtures: &[Fixture], naming: &Naming<'_>) -> Vec<Sentence> {
        let find = |id: FixtureId| fixtures.iter().find(|it| it.id == id);
        if self.fits() {
            let ends = self.plan.ends().map(|ends| {
                let ends = (naming.moment)(ends);
                leitai_core::sentence!(
                    "everything fits: the last match is over at {ends} at the latest",
                    "全部排得下：最后一场至迟 {ends} 结束"; ends
                )
            });
            return ends.into_iter().collect();
        }
        let misfits = self.misfits.iter().map(|misfit| misfit.words(naming, find));
        misfits.chain(self.remedies.iter().map(|remedy| remedy.words(naming))).collect()
    }
}

impl Case<'_> {
    /// When everything is over, if all of it fits.
    fn ends(self) -> Option<i64> {
        let problem = Problem::new(self.fixtures, self.hall, self.now);
        let placed = problem.best(&problem.begun(), |left, _| left == 0);
        let plan = TablePlan::of(self.fixtures, &placed, None);
        plan.ends().filter(|_| plan.without_place.is_empty())
    }

    /// When everything would be over if the hall stayed open on its last day.
    fn overtime(self) -> Option<i64> {
        let closes = self.hall.days.iter().map(|day| day.until).max()?;
        let hall = self.hall.closing(closes.saturating_add(NEVER));
        Case { hall: &hall, ..self }.ends()
    }

    /// How long the hall is still open, in milliseconds.
    fn open_ms(self) -> u64 {
        let left = self
            .hall
            .openings()
            .into_iter()
            .map(|hours| hours.until.saturating_sub(hours.from.max(self.now)));
        left.filter_map(|ms| u64::try_from(ms).ok()).fold(0, u64::saturating_add)
    }

    fn misfits(self, plan: &TablePlan, overtime: Option<i64>) -> Vec<Misfit> {
        let open = self.hall.openings().into_iter().filter(|hours| hours.until > self.now);
        let Some((closes, at_once)) =
            open.map(|hours| (hours.until, hours.length())).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
        else {
            return vec![Misfit::NoHours];
        };
        let mut misfits = Vec::new();
        let waiting = || self.fixtures.iter().filter(|it| it.is_waiting());
        let events: BTreeSet<u16> = waiting().map(|it| it.id.event).collect();
        for event in events {
            if self.hall.tables_for(event).is_empty() {
                misfits.push(Misfit::NoTable { event });
            }
            let longest = waiting().filter(|it| it.id.event == event).max_by_key(|it| it.longest_ms);
            if let Some(it) = longest.filter(|it| it.longest_ms > at_once) {
                misfits.push(Misfit::Match { of: it.id, longest_ms: it.longest_ms, open_ms: at_once });
            }
        }
        misfits.extend(self.too_long());
        if let Some(ends) = overtime {
            let (matches, tables) = (plan.without_place.len(), self.hall.tables.len());
            misfits.push(Misfit::Overtime { matches, tables, ends, closes });
        }
        misfits
    }

    /// The team with the most to play, if it cannot play all of that; each event whose rounds take too long.
    fn too_long(self) -> Vec<Misfit> {
        let open_ms = self.open_ms();
        // A pause may fall into a closing hour, so nothing is said of it where the hall closes in between.
        let is_one = self.hall.openings().iter().filter(|hours| hours.until > self.now).count() == 1;
        let mut teams: BTreeMap<TeamId, (usize, u64, u64)> = BTreeMap::new();
        for it in self.fixtures.iter().filter(|it| it.is_waiting()) {
            let Sides::Known(both) = it.sides else { continue };
            for team in both {
                let (count, work, pause) = teams.entry(team).or_insert((0, 0, u64::MAX));
                (*count, *work, *pause) =
                    (*count + 1, work.saturating_add(it.longest_ms), (*pause).min(it.pause_ms));
            }
        }
        let needs = |(count, work, pause): (usize, u64, u64)| {
            let pauses = pause.saturating_mul(count.saturating_sub(1) as u64);
            work.saturating_add(if is_one { pauses } else { 0 })
        };
        let busiest = teams.into_iter().max_by_key(|(team, it)| (needs(*it), std::cmp::Reverse(*team)));
        let team = busiest.filter(|(_, it)| needs(*it) > open_ms).map(|(team, it)| Misfit::Team {
            team,
            matches: it.0,
            needs_ms: needs(it),
            open_ms,
        });
        let problem = Problem::new(self.fixtures, self.hall, self.now);
        let mut rounds: BTreeMap<u16, i64> = BTreeMap::new();
        for (it, chain) in
            self.fixtures.iter().zip(&problem.precedence.chain).filter(|(it, _)| it.is_waiting())
        {
            let longest = rounds.entry(it.id.event).or_default();
            *longest = (*longest).max(*chain);
        }
        let rounds = rounds.into_iter().map(|(event, needs)| (event, needs.max(0) as u64));
        let rounds = rounds.filter(|(_, needs_ms)| is_one && *needs_ms > open_ms);
        team.into_iter()
            .chain(rounds.map(|(event, needs_ms)| Misfit::Rounds { event, needs_ms, open_ms }))
            .collect()
    }

    fn remedies(self, plan: &TablePlan, overtime: Option<i64>, alternatives: &[Alternative]) -> Vec<Remedy> {
        let mut remedies = Vec::new();
        if let Some((tables, ends)) = self.more_tables() {
            remedies.push(Remedy { change: Change { tables: Some(tables), ..Change::default() }, ends });
        }
        let closes = self.hall.days.iter().map(|day| day.until).max();
        if let Some(ends) =
            overtime.filter(|ends| closes.is_some_and(|closes| *ends <= closes.saturating_add(LATER)))
        {
            remedies.push(Remedy { change: Change { closes: Some(ends), ..Change::default() }, ends });
        }
        remedies.extend(self.more_days());
        remedies.extend(self.smaller_groups(plan, alternatives));
        remedies.extend(self.shorter());
        remedies
    }

    /// The most matches that can be played at once: a round of every event.
    fn side_by_side(self) -> usize {
        let mut rounds: BTreeMap<(u16, (u16, u16)), usize> = BTreeMap::new();
        for it in self.fixtures.iter().filter(|it| it.is_waiting()) {
            *rounds.entry((it.id.event, it.step())).or_default() += 1;
        }
        let mut events: BTreeMap<u16, usize> = BTreeMap::new();
        for ((event, _), matches) in rounds {
            let most = events.entry(event).or_default();
            *most = (*most).max(matches);
        }
        events.values().sum::<usize>().min(usize::from(u16::MAX))
    }

    /// The fewest tables, more than there are, with which everything fits, and when it is over then.
    fn more_tables(self) -> Option<(usize, i64)> {
        let with = |count: usize| Case { hall: &self.hall.with_tables(count), ..self }.ends();
        let (mut few, mut enough) = (self.hall.tables.len(), self.side_by_side());
        if enough <= few {
            return None;
        }
        let mut ends = with(enough)?;
        while enough - few > 1 {
            let between = few + (enough - few) / 2;
            match with(between) {
                Some(earlier) => (enough, ends) = (between, earlier),
                None => few = between,
            }
        }
        Some((enough, ends))
    }

    /// The fewest further days; and fewer of them, if that takes more tables.
    fn more_days(self) -> Vec<Remedy> {
        let mut remedies = Vec::new();
        for days in 1..=DAYS {
            let hall = self.hall.with_days(days);
            let case = Case { hall: &hall, ..self };
            if let Some(ends) = case.ends() {
                remedies.push(Remedy { change: Change { days: Some(days), ..Change::default() }, ends });
                break;
            }
            if remedies.is_empty()
                && let Some((tables, ends)) = case.more_tables()
            {
                let change = Change { days: Some(days), tables: Some(tables), ..Change::default() };
                remedies.push(Remedy { change, ends });
            }
        }
        remedies
    }

    /// The largest groups that fit: in the events that do not, or else in all; or else with more tables, or with days.
    fn smaller_groups(self, plan: &TablePlan, alternatives: &[Alternative]) -> Option<Remedy> {
        let left: BTreeSet<u16> = plan.without_place.iter().map(|id| id.event).collect();
        let sizes: BTreeSet<u16> = alternatives.iter().map(|it| it.of).collect();
        let mut cases = Vec::new();
        for of in sizes.into_iter().rev() {
            let own = || alternatives.iter().filter(move |it| it.of == of);
            let some: Vec<&Alternative> = own().filter(|it| left.contains(&it.event)).collect();
            let all: Vec<&Alternative> = own().collect();
            let is_both = some.len() == all.len();
            cases.extend(
                [Some(some), Some(all).filter(|_| !is_both)].into_iter().flatten().map(|it| (of, it)),
            );
        }
        cases.retain(|(_, it)| !it.is_empty());
        let with = |chosen: &[&Alternative]| {
            let events: Vec<u16> = chosen.iter().map(|it| it.event).collect();
            let others = self.fixtures.iter().filter(|it| !events.contains(&it.id.event));
            let fixtures: Vec<Fixture> =
                others.chain(chosen.iter().flat_map(|it| &it.fixtures)).cloned().collect();
            (events, fixtures)
        };
        for (of, chosen) in &cases {
            let (events, fixtures) = with(chosen);
            if let Some(ends) = (Case { fixtures: &fixtures, ..self }).ends() {
                return Some(Remedy {
                    change: Change { groups: Some((*of, events)), ..Change::default() },
                    ends,
                });
            }
        }
        for (of, chosen) in &cases {
            let (events, fixtures) = with(chosen);
            if let Some((tables, ends)) = (Case { fixtures: &fixtures, ..self }).more_tables() {
                let groups = Some((*of, events));
                return Some(Remedy {
                    change: Change { groups, tables: Some(tables), ..Change::default() },
                    ends,
                });
            }
        }
        None
    }

    /// The largest share of the longest times with which everything fits.
    fn shorter(self) -> Option<Remedy> {
        let with = |percent: u8| {
            let mut fixtures = self.fixtures.to_vec();
            for it in fixtures.iter_mut().filter(|it| it.is_waiting()) {
                it.longest_ms = it.longest_ms / 100 * u64::from(percent);
            }
            Case { fixtures: &fixtures, ..self }.ends()
        };
        let (mut fits, mut too_much) = (10, 100);
        let mut ends = with(fits)?;
        while too_much - fits > 1 {
            let between = fits + (too_much - fits) / 2;
            match with(between) {
                Some(then) => (fits, ends) = (between, then),
                None => too_much = between,
            }
        }
        Some(Remedy { change: Change { percent: Some(fits), ..Change::default() }, ends })
    }
}
