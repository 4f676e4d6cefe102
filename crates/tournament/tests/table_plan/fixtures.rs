//! The matches of an event as it goes on.

use super::contest::{MOST, fixtures, school};
use crate::events::play::{event, lower_wins, play, seeded, teams};
use leitai_tournament::table_plan::{
    Fixture, NoTablePlan, Phase, Sides, TeamId, event_fixtures, in_groups, plan_fixtures,
};
use leitai_tournament::{Decision, EntryId, Format, Pace, Plan, Role};

fn count(all: &[Fixture], stage: u16, is_known: bool) -> usize {
    let known = |it: &&Fixture| matches!(it.sides, Sides::Known(_)) == is_known;
    all.iter().filter(|it| it.id.stage() == stage).filter(known).count()
}

#[test]
fn later_stages_are_known_once_they_are_drawn() {
    let own: Vec<u32> = (0..8).collect();
    let mut event = school(MOST, &own);
    let before = plan_fixtures(0, event.plan(), event.entries(), |entry| TeamId(entry.0)).expect("an end");
    assert_eq!((count(&before, 0, false), count(&before, 1, false)), (12, 6), "before any draw");
    let drawn = fixtures(0, &event, &own);
    assert_eq!((count(&drawn, 0, true), count(&drawn, 1, false)), (12, 6));
    // The groups are over once all their games are played.
    while event.state().stages().len() == 1 {
        let due = event.state().due().next().expect("a game of a group");
        event.record(crate::events::play::game(due, lower_wins(due))).expect("it was due");
    }
    let last = fixtures(0, &event, &own);
    assert_eq!((count(&last, 0, true), count(&last, 1, true)), (12, 6));
    assert!(last.iter().all(|it| (it.id.stage() == 0) == (it.phase == Phase::Over(None))));
}

/// A team that has left forfeits: its matches are over, and nobody waits for a table with it.
#[test]
fn forfeited_matches_need_no_table() {
    let mut event = school(MOST, &[0, 1, 2, 3]);
    let withdraw = Decision::Withdraw { entry: EntryId(1), leave: true };
    event.decide(withdraw, Role::ChiefReferee, "ill").expect("with leave");
    let waiting = fixtures(0, &event, &[0, 1, 2, 3]).into_iter().filter(Fixture::is_waiting).count();
    assert_eq!(waiting, 3, "of six");
}

/// Six in a bracket of eight: two byes, so two matches in the first round, then two and one.
#[test]
fn a_bracket_keeps_places_for_the_winners() {
    let plan = || {
        let mut plan = Plan::course(2);
        plan.stages.truncate(1);
        plan.stages[0].sections = leitai_tournament::Sections::One;
        plan
    };
    let mut open = event(plan(), seeded(6));
    let rounds = |all: &[Fixture]| [0, 1, 2].map(|round| all.iter().filter(|it| it.round == round).count());
    let of = |event: &_| event_fixtures(0, event, |entry| TeamId(entry.0)).expect("an end");
    let all = of(&open);
    assert_eq!((rounds(&all), count(&all, 0, true)), ([2, 2, 1], 2));
    play(&mut open, lower_wins);
    let all = of(&open);
    assert_eq!((rounds(&all), count(&all, 0, true)), ([2, 2, 1], 5), "no place is left over");
}

#[test]
fn every_round_of_a_swiss_system_has_its_matches() {
    let mut plan = Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    plan.stages[0].format = Format::Swiss { rounds: Some(3) };
    plan.stages[0].tie_breaks.clear();
    let mut open = event(plan, seeded(8));
    let of = |event: &_| event_fixtures(0, event, |entry| TeamId(entry.0)).expect("an end");
    assert_eq!((count(&of(&open), 0, true), count(&of(&open), 0, false)), (4, 8));
    play(&mut open, lower_wins);
    assert_eq!((count(&of(&open), 0, true), count(&of(&open), 0, false)), (12, 0));
}

#[test]
fn games_without_an_end_cannot_be_planned() {
    let mut plan = Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    plan.pace = Some(Pace { plies: 9, increment_ms: 0, turn_ms: None, limits_game: false, shown_ms: 0 });
    let endless = event_fixtures(0, &event(plan, teams(4)), |entry| TeamId(entry.0));
    assert_eq!(endless.map(|all| all.len()), Err(NoTablePlan::Endless));
}

#[test]
fn a_round_robin_is_drawn_into_groups() {
    let plan = Plan::school(6, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    let groups = in_groups(&plan, 6, 3).expect("six are more than three");
    assert_eq!((groups.stages.len(), groups.check()), (2, Ok(())));
    let all = plan_fixtures(0, &groups, &teams(6), |entry| TeamId(entry.0)).expect("an end");
    assert_eq!(all.len(), 6 + 6, "two groups of three, a final of four");
    assert_eq!(in_groups(&plan, 6, 6), None);
    assert_eq!(in_groups(&groups, 6, 2).map(|plan| plan.stages.len()), Some(2));
    assert_eq!(in_groups(&Plan::course(32), 9, 3), None, "it is no round robin");
}
