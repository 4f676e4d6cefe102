//! The hard rules hold in every plan, and the same contest has the same plan.

use super::contest::{MINUTE, at, check, open, pair};
use leitai_tournament::Circle;
use leitai_tournament::HallHours;
use leitai_tournament::table_plan::{Fixture, Hall, HallTable, Phase, Reality, Sitting, TablePlan};
use proptest::prelude::*;

/// An event: its first team, how many teams, the minutes of a match, the pause, and how many matches its second stage
/// has in each of its rounds.
type Shape = (u32, u32, u64, u64, Vec<u32>);

fn event(number: u16, (first, teams, minutes, pause, later): &Shape) -> Vec<Fixture> {
    let all: Vec<u32> = (0..*teams).map(|team| (first + team) % 9).collect();
    let circle = Circle::new(*teams);
    let team = |place: u32| all[place as usize];
    let rounds = (0..circle.rounds()).flat_map(|round| circle.round(round).map(move |two| (round, two)));
    let mut fixtures: Vec<Fixture> = rounds
        .map(|(round, (a, b))| {
            let (a, b) = (team(a), team(b));
            pair(number, round as u16, [a.min(b), a.max(b)], *minutes, *pause)
        })
        .collect();
    for (round, matches) in (0..).zip(later) {
        fixtures.extend((0..*matches).map(|at| open(number, round, at, &all, *minutes, *pause)));
    }
    fixtures
}

fn contest() -> impl Strategy<Value = Vec<Fixture>> {
    let minutes = prop::sample::select(vec![10u64, 25, 56, 60, 120]);
    let pause = prop::sample::select(vec![0u64, 10]);
    let later = prop::collection::vec(1..3u32, 0..3);
    let shape = (0..9u32, 2..6u32, minutes, pause, later);
    prop::collection::vec(shape, 1..4)
        .prop_map(|shapes| (0..).zip(&shapes).flat_map(|(number, shape)| event(number, shape)).collect())
}

/// A table, with the events it is for and perhaps a time in which it is closed, from a minute of the day for some long.
fn table() -> impl Strategy<Value = HallTable> {
    let only = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(0..3u16, 1..3)];
    let closed = prop::option::of((840..1050i64, 0..90i64));
    (only, closed).prop_map(|(only, closed)| {
        let hours = |(from, long)| HallHours { from: at(0, from), until: at(0, from + long) };
        HallTable { only, closed: closed.map(hours).into_iter().collect() }
    })
}

fn hall() -> impl Strategy<Value = Hall> {
    let pause = prop::option::of((840..1050i64, 5..60i64));
    (prop::collection::vec(table(), 0..5), 1..4i64, pause).prop_map(|(tables, days, pause)| {
        let hours = |(from, long)| HallHours { from: at(0, from), until: at(0, from + long) };
        Hall {
            tables,
            days: super::contest::afternoons(days),
            breaks: pause.map(hours).into_iter().collect(),
        }
    })
}

/// The hall at `now`, if all goes as planned but for this: what has begun in the last nine minutes was not begun after
/// all, if `tardy`, and what runs ends so many minutes late.
fn later(plan: &TablePlan, fixtures: &[Fixture], now: i64, tardy: bool, late: i64) -> Vec<Fixture> {
    let phase = |it: &Fixture| {
        let Some(booking) = plan.booking(it.id) else { return Phase::Waiting };
        let place = booking.sitting;
        match () {
            () if place.until <= now => Phase::Over(Some(place)),
            () if place.from > now || (tardy && place.from > now - 9 * MINUTE) => Phase::Waiting,
            () => Phase::Running(Sitting { until: place.until + late * MINUTE, ..place }),
        }
    };
    fixtures.iter().map(|it| Fixture { phase: phase(it), ..it.clone() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_plan_breaks_a_rule(fixtures in contest(), hall in hall(), minute in 800..1000i64) {
        let now = at(0, minute) + 17;
        let plan = TablePlan::new(&fixtures, &hall, now);
        prop_assert_eq!(check(&plan, &fixtures, &hall), Ok(()));
        prop_assert!(plan.bookings.iter().all(|it| it.sitting.from >= now));
        prop_assert_eq!(TablePlan::new(&fixtures, &hall, now), plan.clone());
        if plan.without_place.is_empty() {
            prop_assert!(plan.bound <= plan.ends(), "{:?} {:?}", plan.bound, plan.ends());
        }
    }

    /// Whatever happens, the new plan keeps the rules, what runs stays, and every difference is named.
    #[test]
    fn no_bent_plan_breaks_a_rule(
        (fixtures, hall) in (contest(), hall()),
        minute in 840..1100i64,
        (tardy, late) in (any::<bool>(), 0..70i64),
        closed in prop::option::of((0..4usize, 0..90i64)),
        forward in any::<bool>(),
    ) {
        let plan = TablePlan::new(&fixtures, &hall, at(14, 0));
        let now = at(0, minute);
        let fixtures = later(&plan, &fixtures, now, tardy, late);
        let mut hall = hall;
        if let Some((table, long)) = closed
            && let Some(table) = hall.tables.get_mut(table)
        {
            table.closed.push(HallHours { from: now, until: now + long * MINUTE });
        }
        let reality = Reality { fixtures: &fixtures, hall: &hall, now, frozen_ms: 600_000, forward };
        let bent = plan.bend(&reality);
        prop_assert_eq!(check(&bent.plan, &fixtures, &hall), Ok(()));
        prop_assert_eq!(&plan.bend(&reality), &bent);
        for it in &fixtures {
            let place = |plan: &TablePlan| plan.booking(it.id).map(|it| (it.sitting.table, it.sitting.from));
            let (was, is) = (place(&plan), place(&bent.plan));
            let moved = bent.moves.iter().find(|moved| moved.fixture.id == it.id);
            if it.is_waiting() {
                prop_assert_eq!(moved.is_some(), was.is_some() && was != is);
                prop_assert_eq!(moved.and_then(|moved| moved.to).map(|to| (to.table, to.from)), is.filter(|_| moved.is_some()));
                prop_assert!(is.is_none_or(|(_, from)| from >= now));
            } else {
                prop_assert_eq!(was, is);
            }
        }
    }

    /// Where everything goes as planned, nothing moves.
    #[test]
    fn nothing_moves_without_a_reason(fixtures in contest(), hall in hall(), minute in 840..1100i64) {
        let plan = TablePlan::new(&fixtures, &hall, at(14, 0));
        let now = at(0, minute);
        let fixtures = later(&plan, &fixtures, now, false, 0);
        let reality = Reality { fixtures: &fixtures, hall: &hall, now, frozen_ms: 600_000, forward: false };
        let bent = plan.bend(&reality);
        prop_assert_eq!(bent.moves, vec![]);
    }
}

/// Times at the ends of all numbers, halls without tables, breaks that never end: nothing panics, nothing is promised.
#[test]
fn nonsense_is_planned_without_a_panic() {
    let hours = |from, until| HallHours { from, until };
    let all = vec![
        Fixture { longest_ms: u64::MAX, pause_ms: u64::MAX, ..pair(0, 0, [0, 1], 1, 1) },
        Fixture { longest_ms: 0, ..pair(0, u16::MAX, [0, 2], 1, 0) },
        pair(1, 0, [3, 3], 5, 0),
        pair(1, 0, [3, 3], 5, 0),
        open(u16::MAX, 3, u32::MAX, &[], 5, 0),
        Fixture {
            phase: Phase::Running(Sitting { table: u16::MAX, from: i64::MAX, until: i64::MIN }),
            ..pair(2, 0, [4, 5], 5, 0)
        },
        Fixture {
            phase: Phase::Running(Sitting { table: 0, from: i64::MIN, until: i64::MAX }),
            ..pair(2, 1, [6, 7], 5, 0)
        },
    ];
    let halls = [
        Hall::new(0, vec![hours(0, 9)]),
        Hall::new(2, vec![]),
        Hall::new(2, vec![hours(i64::MIN, i64::MAX), hours(5, 4), hours(i64::MAX, i64::MIN)]),
        Hall { breaks: vec![hours(i64::MIN, i64::MAX)], ..Hall::new(2, vec![hours(0, i64::MAX)]) },
    ];
    for hall in &halls {
        for now in [i64::MIN, 0, i64::MAX] {
            let plan = TablePlan::new(&all, hall, now);
            let _ = plan.breaches(hall);
            let reality = Reality { fixtures: &all, hall, now, frozen_ms: u64::MAX, forward: true };
            let _ = plan.bend(&reality);
            let _ = leitai_tournament::table_plan::Fit::new(&all, hall, now, &[]);
        }
    }
}
