//! The judge's ladder: one test for each sentence of its rules that affects results.

use std::collections::BTreeMap;

use leitai_tournament::{CountedOutcome, Decision, EntryId, Event, Plan, Role, Seat};
use proptest::prelude::*;

use super::play::{event, game, lower_wins, play, teams};

const E: fn(u32) -> EntryId = EntryId;

fn submit(event: &mut Event, entry: u32, accepted: bool) {
    event
        .decide(Decision::Submit { entry: E(entry), accepted, program: None }, Role::Organiser, "submitted")
        .expect("taken");
}

fn ladder(count: u32, games: u16) -> Event {
    let mut event = event(Plan::judge(games), teams(count));
    (0..count).for_each(|entry| submit(&mut event, entry, true));
    event
}

fn points(event: &Event) -> Vec<String> {
    let mut places = event.state().places(0, 0);
    places.sort_by_key(|place| place.entry);
    places.iter().map(|place| place.points.expect("points").to_string()).collect()
}

/// 每一场比赛都进行偶数局，其中一半的局执黑、一半的局执白: A, B, C, D have 12 games.
#[test]
fn everyone_meets_everyone_half_with_each_side() {
    let mut event = ladder(4, 2);
    assert_eq!(play(&mut event, lower_wins), 12);
    let mut firsts: BTreeMap<_, i32> = BTreeMap::new();
    for game in event.games() {
        *firsts.entry((game.first, game.second)).or_default() += 1;
    }
    assert!(firsts.len() == 12 && firsts.values().all(|&times| times == 1));
    assert!(Plan::judge(3).check().expect_err("odd").to_string().contains("even number"));
}

/// 胜一场比赛获得 3 积分；平一场比赛获得 1 积分；负一场比赛不获得积分; equal totals share a rank.
#[test]
fn a_match_won_is_three_points_and_equal_totals_share_a_rank() {
    let mut event = ladder(4, 2);
    play(&mut event, |due| match (due.first.0, due.second.0) {
        (0, _) | (1 | 2, 3) => CountedOutcome::Win(Seat::First),
        (_, 0) => CountedOutcome::Win(Seat::Second),
        _ => CountedOutcome::Draw,
    });
    // Entry 3 loses to 0 with either seat, and once each to 1 and 2, drawing the other game.
    assert_eq!(points(&event), ["9", "4", "4", "0"]);
    let ranks: Vec<_> = event.state().places(0, 0).iter().map(|place| place.place).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(2), Some(4)]);
}

/// A 同学第一次递交的大脑程序 A1 已经不在排行榜的计算范围之内了: A2 meets B1, C1, D1; their own matches stand.
#[test]
fn a_new_submission_voids_the_old_ones_matches_alone() {
    let mut event = ladder(4, 2);
    play(&mut event, lower_wins);
    assert_eq!(points(&event), ["9", "6", "3", "0"]);
    submit(&mut event, 0, true);
    assert_eq!(points(&event), ["0", "6", "3", "0"], "the total is reset");
    let due: Vec<_> = event.state().due().map(|due| due.id.to_string()).collect();
    assert_eq!(due.len(), 6);
    assert!(due.iter().all(|id| id.starts_with("0.0.e0s1-")), "{due:?}");
    assert_eq!(
        play(&mut event, |due| match lower_wins(due) {
            CountedOutcome::Win(seat) => CountedOutcome::Win(seat.other()),
            other => other,
        }),
        6
    );
    assert_eq!(points(&event), ["0", "9", "6", "3"]);
    assert_eq!(event.games().len(), 18, "what was played is kept");
    let replaced: Vec<_> = event.state().replaced().iter().map(ToString::to_string).collect();
    assert_eq!(replaced.len(), 6);
    assert!(replaced.iter().all(|id| id.starts_with("0.0.e0-")), "{replaced:?}");
}

/// A program that does not compile or fails its validation games is listed, but does not replace the one in force.
#[test]
fn a_program_that_does_not_compile_replaces_nothing() {
    let mut event = event(Plan::judge(2), teams(3));
    assert_eq!(event.state().due().count(), 0);
    submit(&mut event, 0, true);
    submit(&mut event, 1, false);
    assert_eq!(event.state().due().count(), 0, "nobody else to meet");
    submit(&mut event, 1, true);
    assert_eq!(play(&mut event, lower_wins), 2);
    submit(&mut event, 0, false);
    assert_eq!((event.state().due().count(), event.rulings().len()), (0, 4));
}

/// The ranking is final once submissions are closed and the last due match is played.
#[test]
fn the_rank_counts_when_closed_and_played() {
    let mut event = ladder(3, 2);
    play(&mut event, lower_wins);
    assert!(!event.state().is_over(), "somebody may submit");
    submit(&mut event, 2, true);
    event.decide(Decision::Close, Role::Organiser, "截止").expect("taken");
    assert!(!event.state().is_over(), "matches are due");
    play(&mut event, lower_wins);
    assert!(event.state().is_over());
    let late = Decision::Submit { entry: E(0), accepted: true, program: None };
    assert!(event.decide(late, Role::Organiser, "late").is_err(), "submissions are closed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(64)))]
    /// Whatever was submitted and played in between, standings and due games equal those of an event in which only
    /// the programs in force ever played.
    #[test]
    fn replacing_is_the_same_as_starting_anew(
        steps in proptest::collection::vec((0u32..6, any::<bool>(), 0usize..12), 1..12), salt in 0u32..1000
    ) {
        let outcome = |id: String| match id.bytes().fold(salt, |hash, byte| hash.wrapping_mul(31) + u32::from(byte)) % 3 {
            0 => CountedOutcome::Draw,
            1 => CountedOutcome::Win(Seat::First),
            _ => CountedOutcome::Win(Seat::Second),
        };
        let mut live = event(Plan::judge(2), teams(6));
        for &(entry, accepted, games) in &steps {
            submit(&mut live, entry, accepted);
            let due: Vec<_> = live.state().due().take(games).collect();
            for due in due {
                live.record(game(due, outcome(due.id.to_string()))).expect("taken");
            }
        }
        let mut anew = event(Plan::judge(2), teams(6));
        for &(entry, accepted, _) in &steps {
            submit(&mut anew, entry, accepted);
        }
        // Only games that the programs in force can have played are due; these are given the same results.
        for due in anew.state().due().collect::<Vec<_>>() {
            if let Some(known) = live.game(due.id) {
                anew.record(*known).expect("taken");
            }
        }
        prop_assert_eq!(live.state().places(0, 0), anew.state().places(0, 0));
        prop_assert_eq!(live.state().due().collect::<Vec<_>>(), anew.state().due().collect::<Vec<_>>());
    }
}
