//! What a desk has taken along is played nowhere else until it is back or called off.

use super::tests::{refused, with_teams};
use super::*;
use crate::{EntryId, MatchId, Side, Spot};
use leitai_core::GameName;

const STAFF: OnBehalf<'static> = OnBehalf::Staff;

fn gomoku() -> GameName<'static> {
    GameName::given("gomoku")
}

fn of(a: u32, b: u32) -> MatchId {
    let side = |entry| Side { entry: EntryId(entry), submission: 0 };
    MatchId { stage: 0, section: 0, spot: Spot::Pair(side(a), side(b)) }
}

fn taken(table: u32, a: u32, b: u32) -> TakenMatch {
    TakenMatch { table, game: gomoku(), of: of(a, b), teams: [TeamId(a), TeamId(b)] }
}

fn take(id: &str, matches: Vec<TakenMatch>) -> ContestDeed {
    let (taking, with) = (id.parse().expect("an id"), "laptop 2".to_owned());
    ContestDeed::Take { taking, with, matches, until_ms: None }
}

#[test]
fn what_is_out_is_called_nowhere_until_it_is_back() {
    let mut contest = with_teams();
    contest.take(0, STAFF, &ContestDeed::Close).expect("closed");
    let teams = (0..3).map(TeamId).collect();
    let draw = ContestDeed::Draw { game: gomoku(), event: "e".to_owned(), teams };
    contest.take(1, STAFF, &draw).expect("drawn");
    let call = |table, a, b| ContestDeed::Call {
        table,
        game: gomoku(),
        of: of(a, b),
        teams: [TeamId(a), TeamId(b)],
    };

    assert!(refused(&mut contest, 2, STAFF, &take("a1", vec![])).contains("1 to 500 matches"));
    assert!(refused(&mut contest, 2, STAFF, &take("a1", vec![taken(9, 0, 1)])).contains("no table 9"));
    let twice = vec![taken(1, 0, 1), taken(2, 0, 2)];
    assert!(refused(&mut contest, 2, STAFF, &take("a1", twice)).contains("due at tables 1 and 2"));
    // One that sits at its table already, and another at the same table after it.
    contest.take(2, STAFF, &call(1, 0, 1)).expect("called");
    assert!(refused(&mut contest, 3, STAFF, &take("a1", vec![taken(2, 0, 1)])).contains("sits at table 1"));
    contest.take(3, STAFF, &take("a1", vec![taken(1, 0, 1)])).expect("taken along");
    assert_eq!(contest.free_table(), Some(2));
    assert!(contest.is_out(1) && contest.out_with(&gomoku(), of(0, 1)).is_some());
    for (deed, why) in [
        (take("a1", vec![taken(2, 1, 2)]), "was taken before"),
        (take("a2", vec![taken(2, 1, 2)]), "plays at table 1, which laptop 2 has taken along"),
        (take("a2", vec![taken(2, 0, 1)]), "was taken along by laptop 2"),
        (call(1, 1, 2), "table 1 was taken along by laptop 2"),
        (call(2, 1, 2), "which laptop 2 has taken along"),
    ] {
        let said = refused(&mut contest, 4, STAFF, &deed);
        assert!(said.contains(why), "{why}: {said}");
    }
    let id: TakingId = "a1".parse().expect("an id");
    let back = |a, b| ContestDeed::Back {
        taking: id.clone(),
        matches: vec![(gomoku(), of(a, b))],
        results: 2,
        seal: "s".to_owned(),
    };
    assert!(refused(&mut contest, 5, STAFF, &back(1, 2)).contains("was not taken along"));
    contest.take(5, STAFF, &back(0, 1)).expect("back");
    assert!(!contest.is_out(1) && contest.table(1).is_none(), "the table is free again");
    assert_eq!(contest.taking(&id).and_then(|taking| taking.back.clone()), Some((5, 2, "s".to_owned())));
    let recall =
        |id: &str, why: &str| ContestDeed::Recall { taking: id.parse().expect("an id"), why: why.to_owned() };
    assert!(refused(&mut contest, 6, STAFF, &recall("a1", "late")).contains("is back"));

    contest.take(6, STAFF, &take("a2", vec![taken(2, 1, 2)])).expect("taken along");
    assert!(refused(&mut contest, 7, STAFF, &recall("a2", " ")).contains("say why"));
    contest.take(7, STAFF, &recall("a2", "the laptop fell")).expect("called off");
    let late = ContestDeed::Back {
        taking: "a2".parse().expect("an id"),
        matches: vec![],
        results: 1,
        seal: String::new(),
    };
    assert!(refused(&mut contest, 8, STAFF, &late).contains("was called off"));
    contest.take(8, STAFF, &call(2, 1, 2)).expect("called elsewhere");
    assert!("a b".parse::<TakingId>().is_err());
}

#[test]
fn results_are_expected_until_a_day_after_the_hall_has_closed_and_longer_if_that_is_extended() {
    let mut contest = with_teams();
    contest.take(0, STAFF, &ContestDeed::Close).expect("closed");
    let teams = (0..3).map(TeamId).collect();
    let draw = ContestDeed::Draw { game: gomoku(), event: "e".to_owned(), teams };
    contest.take(1, STAFF, &draw).expect("drawn");
    let last = contest.terms().hours.last().map_or(2, |hours| hours.until);
    let day = 24 * 3_600_000;
    assert_eq!([2, last + 7].map(|now| contest.results_until(now)), [last + day, last + 7 + day]);
    let taking: TakingId = "a1".parse().expect("an id");
    let (with, matches) = ("laptop 2".to_owned(), vec![taken(1, 0, 1)]);
    let take = ContestDeed::Take { taking: taking.clone(), with, matches, until_ms: Some(100) };
    contest.take(2, STAFF, &take).expect("taken along");
    let back = |taking: &TakingId| {
        let matches = vec![(gomoku(), of(0, 1))];
        ContestDeed::Back { taking: taking.clone(), matches, results: 2, seal: "s".to_owned() }
    };
    contest.check(99, STAFF, &back(&taking)).expect("in time");
    assert!(refused(&mut contest, 100, STAFF, &back(&taking)).contains("an organiser extends it"));
    let extend = |until_ms| ContestDeed::Extend { taking: taking.clone(), until_ms };
    for (until, now) in [(90, 50), (150, 150)] {
        assert!(refused(&mut contest, now, STAFF, &extend(until)).contains("at least as long"), "{until}");
    }
    assert!(refused(&mut contest, 150, OnBehalf::Account("s1"), &extend(200)).contains("organisers"));
    contest.take(150, STAFF, &extend(200)).expect("extended");
    contest.take(199, STAFF, &back(&taking)).expect("back");
    assert!(refused(&mut contest, 199, STAFF, &extend(300)).contains("is back"));
    // As it was written before takings had a day.
    let before = r#"{"deed":"take","taking":"a2","with":"x","matches":[]}"#;
    let before = serde_json::from_str::<ContestDeed>(before).expect("read");
    assert!(matches!(before, ContestDeed::Take { until_ms: None, .. }));
}
