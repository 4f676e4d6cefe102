//! Plans of few matches beside the best ones, which are found by trying every order.

use super::contest::{MINUTE, at, check, pair};
use leitai_tournament::HallHours;
use leitai_tournament::table_plan::{Fixture, Hall, TablePlan};
use proptest::prelude::*;

/// When the best plan at so many tables is over: every order, each match at its earliest time. Written without any part
/// of the planner.
fn best(fixtures: &[Fixture], tables: usize, from: i64) -> i64 {
    fn go(fixtures: &[Fixture], tables: usize, from: i64, placed: &mut Vec<(usize, i64)>, best: &mut i64) {
        if placed.len() == fixtures.len() {
            let ends = placed.iter().map(|(at, begin)| begin + fixtures[*at].longest_ms as i64).max();
            *best = (*best).min(ends.unwrap_or(from));
            return;
        }
        for at in 0..fixtures.len() {
            let waits = |other: usize| {
                fixtures[at].follows(&fixtures[other]) && placed.iter().all(|(placed, _)| *placed != other)
            };
            if placed.iter().any(|(placed, _)| *placed == at) || (0..fixtures.len()).any(waits) {
                continue;
            }
            let ends = placed.iter().flat_map(|(other, begin)| {
                let end = begin + fixtures[*other].longest_ms as i64;
                [end, end + fixtures[at].pause_to(&fixtures[*other]) as i64]
            });
            let mut times: Vec<i64> = ends.chain([from]).collect();
            times.sort_unstable();
            let begin = times.into_iter().find(|begin| fits(fixtures, tables, placed, at, *begin));
            placed.push((at, begin.expect("after all others")));
            go(fixtures, tables, from, placed, best);
            placed.pop();
        }
    }
    let mut found = i64::MAX;
    go(fixtures, tables, from, &mut Vec::new(), &mut found);
    found
}

fn fits(fixtures: &[Fixture], tables: usize, placed: &[(usize, i64)], at: usize, begin: i64) -> bool {
    let end = begin + fixtures[at].longest_ms as i64;
    let until = |(other, begin): (usize, i64)| begin + fixtures[other].longest_ms as i64;
    let has_pause = placed.iter().all(|it| {
        let pause = fixtures[at].pause_to(&fixtures[it.0]) as i64;
        let apart = begin >= until(*it) + pause || it.1 >= end + pause;
        let after = !fixtures[at].follows(&fixtures[it.0]) || begin >= until(*it) + pause;
        (apart || !fixtures[at].may_share_a_team(&fixtures[it.0])) && after
    });
    // As many matches at once as there are tables, at the beginning of each.
    let at_once = |time: i64| placed.iter().filter(|it| it.1 <= time && time < until(**it)).count();
    let begins = placed.iter().map(|it| it.1).filter(|time| (begin..end).contains(time));
    has_pause && begins.chain([begin]).all(|time| at_once(time) < tables)
}

fn few() -> impl Strategy<Value = Vec<Fixture>> {
    let minutes = prop::sample::select(vec![10u64, 20, 30, 56, 60, 120]);
    let one = (0..2u16, 0..3u16, 0..5u32, 1..5u32, minutes, prop::sample::select(vec![0u64, 10]));
    prop::collection::vec(one, 1..6).prop_map(|all| {
        let mut fixtures: Vec<Fixture> = Vec::new();
        for (event, round, a, b, minutes, pause) in all {
            let b = (a + b) % 5;
            let it = pair(event, round, [a.min(b), a.max(b)], minutes, pause);
            if fixtures.iter().all(|other| other.id != it.id) {
                fixtures.push(it);
            }
        }
        fixtures
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// Never better than the best, since rules are kept, and never worse than by a third.
    #[test]
    fn few_matches_are_planned_well(fixtures in few(), tables in 1..4u16) {
        let from = at(8, 0);
        let hall = Hall::new(tables, vec![HallHours { from, until: at(48, 0) }]);
        let plan = TablePlan::new(&fixtures, &hall, from);
        prop_assert_eq!(check(&plan, &fixtures, &hall), Ok(()));
        prop_assert_eq!(&plan.without_place, &vec![]);
        let minutes = |ms: i64| (ms - from) / MINUTE;
        let planned = minutes(plan.ends().expect("planned"));
        let best = minutes(best(&fixtures, tables.into(), from));
        prop_assert!(minutes(plan.bound.expect("something waits")) <= best);
        prop_assert!(best <= planned && 3 * planned <= 4 * best, "{} and {}", planned, best);
    }
}
