//! Keeps a plan in step with the hall: what runs and what is about to begin stays, the rest moves as little as it can.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::fixture::{Fixture, FixtureId, Sitting};
use super::hall::{Hall, whole_minute};
use super::ledger::{Held, Ledger};
use super::movement::{MoveReason, Movement};
use super::planner::Problem;
use super::sheet::TablePlan;

/// A match is sent to another table if it begins there so much earlier, in milliseconds; for less it waits for its own.
const WORTH: i64 = 5 * 60_000;

/// What is the case in the hall.
#[derive(Clone, Copy, Debug)]
pub struct Reality<'a> {
    /// The matches, with those that run and those that are over. Matches that the plan does not know are added, and
    /// take the places that were kept for their round; those that are missing are dropped.
    pub fixtures: &'a [Fixture],
    /// The hall, with the tables that are closed for a while.
    pub hall: &'a Hall,
    /// Now.
    pub now: i64,
    /// What is to begin within this time, in milliseconds, is placed before all else, as it was planned unless a rule
    /// forbids it: its teams are on their way.
    pub frozen_ms: u64,
    /// Whether matches begin earlier than planned where they can, but not before the frozen time has passed.
    pub forward: bool,
}

/// A plan that was kept in step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bend {
    /// The plan as it is now.
    pub plan: TablePlan,
    /// The matches that move, in the order in which they were planned.
    pub moves: Vec<Movement>,
}

/// A plan while it is bent.
struct Bending<'a> {
    problem: Problem<'a>,
    reality: Reality<'a>,
    /// Where each match was planned.
    old: Vec<Option<Sitting>>,
    placed: Vec<Option<Sitting>>,
    ledger: Ledger,
    /// The matches that are not placed yet and whose old places are kept for them, unless they have to move.
    kept: BTreeSet<usize>,
    why: Vec<Option<MoveReason>>,
}

impl TablePlan {
    /// The plan as it has to be by now, and what moves for it. A match keeps its table and its time as long as the hard
    /// rules allow; otherwise it is put off, or sent to a table that is free markedly earlier. Only if matches lose their
    /// place by that, everything that is not about to begin is planned anew, where that leaves fewer.
    pub fn bend(&self, reality: &Reality<'_>) -> Bend {
        let problem = Problem::new(reality.fixtures, reality.hall, reality.now);
        let old = self.old_places(reality.fixtures);
        let placed = problem.begun();
        let ledger = problem.ledger(&placed);
        let waits = |at: &usize| reality.fixtures[*at].is_waiting();
        let kept = (0..old.len()).filter(|at| waits(at) && old[*at].is_some()).collect();
        let why = vec![None; old.len()];
        let mut bending = Bending { problem, reality: *reality, old, placed, ledger, kept, why };
        bending.shift();
        bending.plan_anew();
        bending.done()
    }

    /// Where each of these matches was planned. Matches that are new take the places of those of their round that are
    /// gone: the draw has named them.
    fn old_places(&self, fixtures: &[Fixture]) -> Vec<Option<Sitting>> {
        let planned: BTreeMap<FixtureId, Sitting> =
            self.bookings.iter().map(|it| (it.fixture.id, it.sitting)).collect();
        let known: BTreeSet<FixtureId> = fixtures.iter().map(|it| it.id).collect();
        let round = |it: &Fixture| (it.id.event, it.step());
        let mut free: BTreeMap<_, Vec<Sitting>> = BTreeMap::new();
        for it in self.bookings.iter().filter(|it| it.fixture.is_waiting() && !known.contains(&it.fixture.id))
        {
            free.entry(round(&it.fixture)).or_default().push(it.sitting);
        }
        for places in free.values_mut() {
            places.reverse();
        }
        let place = |it: &Fixture| {
            let own = planned.get(&it.id).copied();
            own.or_else(|| free.get_mut(&round(it)).filter(|_| it.is_waiting())?.pop())
        };
        fixtures.iter().map(place).collect()
    }
}

impl Bending<'_> {
    fn is_frozen(&self, at: usize) -> bool {
        let edge = self.reality.now.saturating_add_unsigned(self.reality.frozen_ms);
        self.old[at].is_some_and(|it| it.from < edge)
    }

    /// Places each match that waits, those about to begin first, then in the order of the old plan.
    fn shift(&mut self) {
        let count = self.old.len();
        let is_waiting: Vec<bool> = self.reality.fixtures.iter().map(Fixture::is_waiting).collect();
        let before = |at: usize| {
            self.problem.precedence.before[at].iter().filter(|before| is_waiting[**before as usize]).count()
        };
        let mut waits: Vec<usize> = (0..count).map(before).collect();
        let key = |bending: &Self, at: usize| {
            let place = bending.old[at].map_or((i64::MAX, 0), |it| (it.from, it.table));
            Reverse((!bending.is_frozen(at), place, at))
        };
        let mut ready: BinaryHeap<_> =
            (0..count).filter(|at| is_waiting[*at] && waits[*at] == 0).map(|at| key(self, at)).collect();
        while let Some(Reverse((_, _, at))) = ready.pop() {
            self.kept.remove(&at);
            self.settle(at);
            for after in self.problem.precedence.after[at].clone() {
                let after = after as usize;
                waits[after] = waits[after].saturating_sub(1);
                if waits[after] == 0 && is_waiting[after] {
                    ready.push(key(self, after));
                }
            }
        }
    }

    fn settle(&mut self, at: usize) {
        let now = whole_minute(self.reality.now);
        let Some(rounds) = self.problem.earliest(at, &self.placed) else { return };
        let Some(old) = self.old[at] else {
            if let Some((from, table)) = self.elsewhere(at, rounds, i64::MAX, None) {
                self.book(at, table, from);
            }
            return;
        };
        let asked = if self.reality.forward && !self.is_frozen(at) {
            now.saturating_add_unsigned(self.reality.frozen_ms)
        } else {
            old.from.max(now)
        };
        let begin = asked.max(rounds);
        let own = Some(old.table).filter(|table| self.problem.tables(at).contains(table));
        let here = own.and_then(|own| self.ledger.earliest(&self.problem.jobs.list[at], begin, &[own]));
        let limit = here.map_or(i64::MAX, |(from, _)| from.saturating_sub(WORTH - 1));
        let there = if limit > begin { self.elsewhere(at, begin, limit, Some(old.table)) } else { None };
        let (from, table) = match (here, there) {
            (_, Some((from, table))) => (from, table),
            (Some((from, _)), None) => (from, old.table),
            (None, None) => return,
        };
        let held = here.map_or(Held::Not, |(_, held)| held);
        self.why[at] = Some(self.reason(at, (asked, rounds), from, held));
        self.book(at, table, from);
    }

    fn book(&mut self, at: usize, table: u16, from: i64) {
        let job = &self.problem.jobs.list[at];
        let until = from + job.length;
        self.ledger.book(job, table, from, until);
        self.placed[at] = Some(Sitting { table, from, until });
    }

    /// The earliest place before `limit` at another table that takes no other match's place.
    fn elsewhere(&self, at: usize, begin: i64, limit: i64, own: Option<u16>) -> Option<(i64, u16)> {
        let job = &self.problem.jobs.list[at];
        let others = self.problem.tables(at).iter().copied().filter(|table| Some(*table) != own);
        let place = |table: u16| {
            let mut begin = begin;
            loop {
                let (from, _) = self.ledger.earliest(job, begin, &[table])?;
                if from >= limit {
                    return None;
                }
                let kept = self.kept.iter().filter_map(|other| self.old[*other]);
                let mut taken = kept.filter(|it| {
                    it.table == table && it.from < from.saturating_add(job.length) && from < it.until
                });
                match taken.next() {
                    Some(taken) => begin = taken.until,
                    None => return Some((from, table)),
                }
            }
        };
        others
            .filter_map(place)
            .min_by_key(|(from, table)| (*from, own.map_or(0, |own| own.abs_diff(*table)), *table))
    }

    /// Why a match begins at `from` and not as planned; `held` is what kept it from its own table.
    fn reason(&self, at: usize, (asked, rounds): (i64, i64), from: i64, held: Held) -> MoveReason {
        let old = self.old[at];
        if old.is_some_and(|old| from < old.from) {
            return MoveReason::Earlier;
        }
        match held {
            Held::Table(until) => {
                let table = old.map_or(0, |old| old.table);
                let is_it = |it: &Sitting| it.table == table && it.until == until;
                let by = self.placed.iter().position(|it| it.as_ref().is_some_and(is_it));
                MoveReason::Table { table, until, by: by.map(|by| self.reality.fixtures[by].id) }
            }
            Held::Team(team, until) => {
                let pause_ms = self.reality.fixtures[at].pause_ms;
                MoveReason::Team { team: self.problem.jobs.teams[team as usize], until, pause_ms }
            }
            Held::Hall(opens) => MoveReason::Hall { opens },
            Held::Not if rounds > asked => MoveReason::Rounds { until: rounds },
            Held::Not => MoveReason::NotBegun,
        }
    }

    /// If matches lose their place, plans everything anew but what is about to begin, where that leaves fewer.
    fn plan_anew(&mut self) {
        let left = |placed: &[Option<Sitting>]| {
            let waiting = placed.iter().zip(self.reality.fixtures).filter(|(_, it)| it.is_waiting());
            waiting.filter(|(place, _)| place.is_none()).count()
        };
        let over = left(&self.placed);
        let loses = |at: &usize| {
            self.reality.fixtures[*at].is_waiting() && self.old[*at].is_some() && self.placed[*at].is_none()
        };
        if !(0..self.old.len()).any(|at| loses(&at)) {
            return;
        }
        let stays = |at: usize, place: Option<Sitting>| {
            place.filter(|_| !self.reality.fixtures[at].is_waiting() || self.is_frozen(at))
        };
        let begun: Vec<_> = self.placed.iter().enumerate().map(|(at, place)| stays(at, *place)).collect();
        let anew = self.problem.best(&begun, |left, _| left == 0);
        if left(&anew) < over {
            for (why, (new, old)) in self.why.iter_mut().zip(anew.iter().zip(&self.placed)) {
                if new != old {
                    *why = Some(MoveReason::Anew);
                }
            }
            self.placed = anew;
        }
    }

    fn done(self) -> Bend {
        let plan = TablePlan::of(self.reality.fixtures, &self.placed, self.problem.bound());
        let mut moves = Vec::new();
        for (at, fixture) in self.reality.fixtures.iter().enumerate().filter(|(_, it)| it.is_waiting()) {
            let Some(from) = self.old[at] else { continue };
            let to = self.placed[at];
            if to.is_some_and(|to| (to.table, to.from) == (from.table, from.from)) {
                continue;
            }
            let why = self.why[at].clone().filter(|_| to.is_some()).unwrap_or(MoveReason::NoPlace);
            moves.push(Movement { fixture: fixture.clone(), from, to, why });
        }
        moves.sort_by_key(|it| (it.from.from, it.from.table, it.fixture.id));
        Bend { plan, moves }
    }
}
