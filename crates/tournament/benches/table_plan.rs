//! The plan of a contest day: ten games, sixty teams, three hundred games.

use divan::Bencher;
use leitai_tournament::HallHours;
use leitai_tournament::table_plan::{
    Fit, Fixture, Hall, Phase, Reality, Sitting, TablePlan, TeamId, event_fixtures,
};
use leitai_tournament::{Entry, Event, Plan, Seed};

const MINUTE: i64 = 60_000;

fn main() {
    divan::main();
}

/// Ten round robins of six teams, of sixty; every team plays one game, every third another one too.
fn contest() -> Vec<Fixture> {
    let events = (0..10u16).map(|number| {
        let plan = Plan::school(6, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
        let entries = (0..6).map(|at| Entry::new(at, format!("team {at}"))).collect();
        let event = Event::new(plan, entries, Seed::new("2025-11-12")).expect("the plan fits");
        let team = |entry: leitai_tournament::EntryId| {
            let own = u32::from(number) * 6 + entry.0;
            TeamId(if entry.0.is_multiple_of(3) { (own + 7) % 60 } else { own })
        };
        event_fixtures(number, &event, team).expect("an end")
    });
    events.flatten().collect()
}

fn hall(tables: u16) -> Hall {
    let day = |day: i64| HallHours { from: day * 1440 * MINUTE, until: (day * 1440 + 210) * MINUTE };
    Hall::new(tables, (0..4).map(day).collect())
}

#[divan::bench(args = [8, 16, 30])]
fn plan(bencher: Bencher<'_, '_>, tables: u16) {
    let (fixtures, hall) = (contest(), hall(tables));
    assert_eq!(fixtures.len(), 150);
    bencher.bench(|| TablePlan::new(&fixtures, &hall, 0));
}

#[divan::bench(args = [8, 16, 30])]
fn bend(bencher: Bencher<'_, '_>, tables: u16) {
    let (mut fixtures, hall) = (contest(), hall(tables));
    let plan = TablePlan::new(&fixtures, &hall, 0);
    let now = 65 * MINUTE;
    for it in &mut fixtures {
        let Some(place) = plan.booking(it.id).map(|it| it.sitting) else { continue };
        if place.until <= now {
            it.phase = Phase::Over(Some(place));
        } else if place.from <= now {
            it.phase = Phase::Running(Sitting { until: place.until + 15 * MINUTE, ..place });
        }
    }
    bencher.bench(|| {
        plan.bend(&Reality { fixtures: &fixtures, hall: &hall, now, frozen_ms: 600_000, forward: false })
    });
}

#[divan::bench(sample_count = 10, args = [8, 30])]
fn fit(bencher: Bencher<'_, '_>, tables: u16) {
    let fixtures = contest();
    let hall = Hall { days: hall(1).days[..1].to_vec(), ..hall(tables) };
    bencher.bench(|| Fit::new(&fixtures, &hall, 0, &[]));
}
