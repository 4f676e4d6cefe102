//! A plan that is kept in step with the hall.

use super::contest::{MINUTE, at, check, clock, hall, named, open, pair};
use leitai_tournament::HallHours;
use leitai_tournament::Lang;
use leitai_tournament::table_plan::{
    Bend, Fixture, Hall, MoveReason, Pairing, Phase, Reality, Sitting, TablePlan, TeamId,
};

const FROZEN: u64 = 600_000;

fn bend(plan: &TablePlan, fixtures: &[Fixture], hall: &Hall, now: i64) -> Bend {
    let bent = plan.bend(&Reality { fixtures, hall, now, frozen_ms: FROZEN, forward: false });
    check(&bent.plan, fixtures, hall).expect("the rules are kept");
    bent
}

/// `T0–T1 14:00 1 → 15:05 2`, tables from 1.
fn moves(bent: &Bend) -> Vec<String> {
    let place = |it: Sitting| format!("{} {}", clock(it.from), it.table + 1);
    let shown = |it: &leitai_tournament::table_plan::Movement| {
        let teams: Vec<String> = it.fixture.sides.teams().iter().map(|team| format!("T{}", team.0)).collect();
        format!("{} {} → {}", teams.join("–"), place(it.from), it.to.map_or("–".to_owned(), place))
    };
    bent.moves.iter().map(shown).collect()
}

fn begin(fixtures: &mut [Fixture], plan: &TablePlan, which: usize, late: i64) {
    let place = plan.booking(fixtures[which].id).expect("planned").sitting;
    fixtures[which].phase = Phase::Running(Sitting { until: place.until + late * MINUTE, ..place });
}

/// Two tables, two matches each. Table 1 is twenty minutes late: its second match could go nowhere else, and waits.
#[test]
fn a_late_table_puts_off_what_comes_next() {
    let mut all: Vec<Fixture> = [[0, 1], [2, 3], [4, 5], [6, 7]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let hall = hall(2, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    let first = (0..4).find(|which| plan.next_at(0).is_some_and(|it| it.fixture.id == all[*which].id));
    let first = first.expect("table 1 has a match");
    let other = (0..4).find(|which| plan.next_at(1).is_some_and(|it| it.fixture.id == all[*which].id));
    begin(&mut all, &plan, first, 20);
    begin(&mut all, &plan, other.expect("table 2 has one"), 0);
    let bent = bend(&plan, &all, &hall, at(14, 30));
    assert_eq!(bent.moves.len(), 1);
    let moved = &bent.moves[0];
    assert_eq!((moved.from.from, moved.to.map(|to| to.from)), (at(15, 0), Some(at(15, 20))));
    let by = Some(all[first].id);
    assert_eq!(moved.why, MoveReason::Table { table: 0, until: at(15, 20), by });
}

/// With a third table that is free, it goes there, and begins in time.
#[test]
fn a_free_table_takes_what_waits() {
    let mut all: Vec<Fixture> = [[0, 1], [2, 3]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let plan = TablePlan::new(&all, &hall(1, 1), at(14, 0));
    begin(&mut all, &plan, 0, 20);
    let bent = bend(&plan, &all, &hall(2, 1), at(14, 30));
    assert_eq!(moves(&bent), ["T2–T3 15:00 1 → 15:00 2"]);
    let said = named(|naming| bent.moves[0].words(naming, |id| all.iter().find(|it| it.id == id)));
    assert_eq!(
        said.to(Lang::En),
        "game 0, T2 – T3: 15:00, table 1 → 15:00, table 2, as game 0, T0 – T1 may need table 1 until 15:20"
    );
    assert_eq!(
        said.to(Lang::Zh),
        "项目0 T2 – T3：15:00 1 号桌 → 15:00 2 号桌，因为项目0 T0 – T1 至迟 15:20 才用完 1 号桌"
    );
}

/// For less than five minutes a match waits for its own table.
#[test]
fn nobody_changes_tables_for_a_moment() {
    let mut all: Vec<Fixture> = [[0, 1], [2, 3]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let plan = TablePlan::new(&all, &hall(1, 1), at(14, 0));
    begin(&mut all, &plan, 0, 4);
    assert_eq!(moves(&bend(&plan, &all, &hall(2, 1), at(14, 30))), ["T2–T3 15:00 1 → 15:04 1"]);
}

/// A late match holds up its teams' next ones, in another game too, with the pause.
#[test]
fn a_late_match_holds_up_its_teams() {
    let mut all = vec![pair(0, 0, [0, 1], 60, 10), pair(1, 0, [1, 2], 60, 10)];
    let hall = hall(2, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    let first = usize::from(plan.bookings[0].fixture.id != all[0].id);
    begin(&mut all, &plan, first, 15);
    let bent = bend(&plan, &all, &hall, at(14, 40));
    let moved = &bent.moves[0];
    assert_eq!((moved.from.from, moved.to.map(|to| to.from)), (at(15, 10), Some(at(15, 25))));
    let why = MoveReason::Team { team: TeamId(1), until: at(15, 15), pause_ms: 600_000 };
    if moved.from.table == plan.bookings[0].sitting.table {
        assert_eq!(moved.why, why);
    }
}

/// A match that was not begun begins now, and what follows it waits.
#[test]
fn a_match_that_was_not_begun_begins_now() {
    let all: Vec<Fixture> = [[0, 1], [2, 3]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let hall = hall(1, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    let bent = bend(&plan, &all, &hall, at(14, 7));
    assert_eq!(moves(&bent), ["T0–T1 14:00 1 → 14:07 1", "T2–T3 15:00 1 → 15:07 1"]);
    assert_eq!(bent.moves[0].why, MoveReason::NotBegun);
}

/// Closing time: the late table leaves a match over, which only a new plan places.
#[test]
fn what_no_longer_fits_is_planned_anew_or_given_up() {
    let mut all: Vec<Fixture> = [[0, 1], [2, 3], [4, 5]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let plan = TablePlan::new(&all, &hall(1, 1), at(14, 0));
    begin(&mut all, &plan, 0, 40);
    let bent = bend(&plan, &all, &hall(1, 1), at(15, 0));
    assert_eq!(moves(&bent), ["T2–T3 15:00 1 → 15:40 1", "T4–T5 16:00 1 → –"]);
    assert_eq!((&bent.moves[1].why, bent.plan.without_place.len()), (&MoveReason::NoPlace, 1));
}

/// Once a stage is drawn, its matches take the places that were kept for it.
#[test]
fn a_drawn_stage_takes_the_places_kept_for_it() {
    let mut all =
        vec![pair(0, 0, [0, 1], 60, 10), pair(0, 0, [2, 3], 60, 10), open(0, 0, 0, &[0, 1, 2, 3], 60, 10)];
    let hall = hall(2, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    let kept = plan.booking(all[2].id).expect("a place is kept").sitting;
    assert_eq!(kept.from, at(15, 10));
    for it in all.iter_mut().take(2) {
        let place = plan.booking(it.id).expect("planned").sitting;
        it.phase = Phase::Over(Some(place));
    }
    let mut last = pair(0, 0, [0, 2], 60, 10);
    if let Pairing::Drawn(id) = &mut last.id.pairing {
        id.stage = 1;
    }
    all[2] = last;
    let bent = bend(&plan, &all, &hall, at(15, 1));
    assert_eq!(bent.moves, []);
    assert_eq!(bent.plan.booking(all[2].id).expect("planned").sitting, kept);
}

/// Games end before their longest time: matches may move forward, but not what is about to begin.
#[test]
fn a_plan_may_move_forward() {
    let mut all: Vec<Fixture> = [[0, 1], [2, 3]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let hall = hall(1, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    all[0].phase = Phase::Over(Some(Sitting { table: 0, from: at(14, 0), until: at(14, 20) }));
    let reality = |now, forward| Reality { fixtures: &all, hall: &hall, now, frozen_ms: FROZEN, forward };
    assert_eq!(plan.bend(&reality(at(14, 20), false)).moves, []);
    let bent = plan.bend(&reality(at(14, 20), true));
    assert_eq!(moves(&bent), ["T2–T3 15:00 1 → 14:30 1"]);
    assert_eq!(bent.moves[0].why, MoveReason::Earlier);
    assert_eq!(plan.bend(&reality(at(14, 51), true)).moves, [], "nine minutes before it begins");
}

/// A table that breaks: its matches go to the others.
#[test]
fn a_closed_table_is_left() {
    let all: Vec<Fixture> = [[0, 1], [2, 3]].map(|two| pair(0, 0, two, 60, 10)).to_vec();
    let mut hall = hall(2, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    hall.tables[0].closed.push(HallHours { from: at(13, 0), until: at(18, 0) });
    let bent = bend(&plan, &all, &hall, at(13, 50));
    assert_eq!(bent.moves.len(), 1);
    assert_eq!(bent.moves[0].to.map(|to| (to.table, to.from)), Some((1, at(15, 0))));
}
