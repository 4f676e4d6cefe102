//! The course's championship: one test for each sentence of its rules that affects results.

use super::play::{event, game, lower_wins, play, seeded, teams};
use leitai_tournament::{CountedOutcome, Decimal, Entry, EntryId, Lang, MatchId, Plan, Seat, Spot, Verdict};

const E: fn(u32) -> EntryId = EntryId;

fn in_class(entries: Vec<Entry>, class: impl Fn(u32) -> u32) -> Vec<Entry> {
    entries
        .into_iter()
        .map(|entry| Entry { class: Some(format!("class {:02}", class(entry.id.0))), ..entry })
        .collect()
}

fn one_class(count: u32) -> Vec<Entry> {
    in_class(seeded(count), |_| 0)
}

/// 种子排序第1位的队对阵第16位的队，第2位对阵第15位；队数不足2^k，则可能出现某队轮空: 13 teams: 1, 2, 3 rest.
#[test]
fn thirteen_teams() {
    let event = event(Plan::course(32), one_class(13));
    let state = event.state();
    let class = state.section(0, 0).expect("a class");
    let mut rests: Vec<_> = class.byes.iter().map(|bye| bye.entry).collect();
    rests.sort_unstable();
    assert_eq!(rests, [E(0), E(1), E(2)]);
    assert!(class.byes[0].why.to(Lang::En).contains("13 play on 16 places"), "{:?}", class.byes[0].why);
    let mut pairs: Vec<_> =
        state.due().map(|due| (due.first.min(due.second).0 + 1, due.first.max(due.second).0 + 1)).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [(4, 13), (5, 12), (6, 11), (7, 10), (8, 9)]);
    let first = state.due().next().expect("a game").id.of;
    assert!(state.why(first).expect("drawn").to(Lang::En).contains("seed"), "{:?}", state.why(first));
}

/// 1 and 2 can meet only in the final, and ranks are named 冠军, 亚军, 4强, 8强, 16强.
#[test]
fn one_and_two_meet_in_the_final_and_ranks_have_names() {
    let mut event = event(Plan::course(32), one_class(13));
    play(&mut event, lower_wins);
    let state = event.state();
    let last = MatchId { stage: 0, section: 0, spot: Spot::Table { round: 3, table: 0 } };
    let last = state.a_match(last).expect("a final");
    assert_eq!((last.sides, last.verdict), ([E(0), E(1)], Verdict::Won(E(0))));
    let places = state.places(0, 0);
    let titles: Vec<_> =
        places.iter().map(|it| it.title.as_ref().expect("a title").to(Lang::Zh).to_owned()).collect();
    assert_eq!(titles[..5], ["冠军", "亚军", "4强", "4强", "8强"]);
    assert_eq!(titles[8..], ["16强"; 5]);
    let ranks: Vec<_> = places.iter().map(|it| it.place.expect("ranked")).collect();
    assert_eq!(ranks, [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9]);
}

/// 每班决赛采用3局2胜制；两院总决赛采用5局3胜制；其余比赛1局定胜负。
#[test]
fn the_class_final_is_best_of_three_the_grand_final_best_of_five_all_else_one_game() {
    let mut event = event(Plan::course(4), in_class(seeded(16), |id| id % 2));
    play(&mut event, lower_wins);
    let state = event.state();
    assert!(state.is_over());
    let games = |stage: u16, round: u16| -> Vec<_> {
        let sections = &state.stages()[usize::from(stage)].sections;
        let matches = sections.iter().flat_map(leitai_tournament::Section::matches);
        matches
            .filter(|it| matches!(it.id.spot, Spot::Table { round: at, .. } if at == round))
            .map(|it| it.games.len())
            .collect()
    };
    assert_eq!((games(0, 0), games(0, 1), games(0, 2)), (vec![1; 8], vec![1; 4], vec![2; 2]));
    assert_eq!((games(1, 0), games(1, 1)), (vec![1; 2], vec![3; 1]));
}

/// 以随机抽签方式决定先后手.
#[test]
fn seats_are_by_lot() {
    let event = event(Plan::course(32), one_class(64));
    let state = event.state();
    let better_first = state.due().filter(|due| due.first < due.second).count();
    assert!((8..=24).contains(&better_first), "{better_first} of 32");
}

/// 25 class champions + the 7 best runners-up = 32; champion and runner-up of one class in opposite halves.
#[test]
fn champions_and_the_best_seconds_make_thirty_two() {
    let mut event = event(Plan::course(32), in_class(seeded(100), |id| id % 25));
    // In the finals of seven classes the runner-up wins a game.
    let upsets = [3, 4, 5, 6, 10, 11, 12];
    loop {
        let state = event.state();
        if state.stages().len() > 1 {
            break;
        }
        let due: Vec<_> = state.due().collect();
        for due in due {
            let low = due.first.min(due.second);
            let is_final = matches!(due.id.of.spot, Spot::Table { round: 1, .. });
            let upset = is_final && due.id.number == 0 && upsets.contains(&(low.0 % 25));
            let outcome = lower_wins(due);
            let other = |outcome| match outcome {
                CountedOutcome::Win(seat) => CountedOutcome::Win(seat.other()),
                other => other,
            };
            event.record(game(due, if upset { other(outcome) } else { outcome })).expect("taken");
        }
    }
    let state = event.state();
    let gods = state.section(1, 0).expect("drawn");
    assert_eq!(gods.members.len(), 32);
    let champions = (0..25).map(E);
    let seconds = upsets.map(|class| E(25 + class));
    let mut expected: Vec<_> = champions.chain(seconds).collect();
    expected.sort_unstable();
    let mut members = gods.members.clone();
    members.sort_unstable();
    assert_eq!(members, expected, "ranked by games won in the class final");
    let half = |entry: EntryId| {
        let it = gods.matches().find(|it| it.sides.contains(&entry)).expect("it plays");
        matches!(it.id.spot, Spot::Table { table, .. } if table < 8)
    };
    for class in upsets {
        assert_ne!(half(E(class)), half(E(25 + class)), "class {class}");
    }
    let said = state.stages()[1].lots.iter().map(|lot| lot.to(Lang::En)).collect::<Vec<_>>().join("\n");
    assert!(
        said.contains("is no. 8 of the runners-up: 0 games won in the final")
            && said.contains("does not go through"),
        "{said}"
    );
}

/// Runners-up are ranked by games won in the class final, then `seed_score`, then lot.
#[test]
fn seconds_level_in_the_final_go_by_seed_score_then_lot() {
    let score = |scores: [i32; 3]| {
        let entries = teams(6).into_iter().map(|it| {
            let score = Decimal::from(if it.id.0 < 3 { 100 } else { scores[it.id.index() - 3] });
            Entry { seed_score: Some(score), ..it }
        });
        let mut event = event(Plan::course(4), in_class(entries.collect(), |id| id % 3));
        play(&mut event, lower_wins);
        let state = event.state();
        let stage = &state.stages()[1];
        let lots =
            stage.lots.iter().filter(|lot| lot.to(Lang::En).starts_with("lot \"best seconds\"")).count();
        let said = stage.lots.iter().map(|lot| lot.to(Lang::En)).collect::<Vec<_>>().join("\n");
        // Grades are the teacher's: the text says who is ranked by them, but not what they are.
        assert!(scores.iter().chain(&[100]).all(|score| !said.contains(&score.to_string())), "{said}");
        (stage.sections[0].members.iter().copied().find(|it| it.0 >= 3).expect("a second"), lots)
    };
    assert_eq!(score([10, 20, 30]), (E(5), 0));
    assert_eq!(score([20, 30, 10]), (E(4), 0));
    assert_eq!(score([20, 20, 20]).1, 1);
}

/// A drawn game is played again with seats changed, at most twice, then decided by lot.
#[test]
fn drawn_games_end_in_a_lot() {
    let mut event = event(Plan::course(32), one_class(4));
    play(&mut event, |_| CountedOutcome::Draw);
    assert!(event.state().is_over());
    // Two semifinals of three games; a final of two or three games, each of them decided by lot after three draws.
    let played = event.games().iter().filter(|game| game.id.of.stage == 0).count();
    assert!(played == 6 + 6 || played == 6 + 9, "{played}");
    let state = event.state();
    let class = state.section(0, 0).expect("a class");
    assert!(class.matches().all(|it| it.by_lot && it.verdict != Verdict::Open));
    assert!(class.lots.iter().any(|lot| lot.to(Lang::Zh).starts_with("抽签“winner of 0.0.r0t0.g2”")));
}

/// Copying counts against both sides, copier and copied.
#[test]
fn copying_counts_against_both() {
    use leitai_tournament::{Decision, Role};
    let mut event = event(Plan::course(32), one_class(8));
    let both = Decision::Disqualify { entries: vec![E(0), E(7)] };
    event.decide(both, Role::Organiser, "雷同").expect("taken");
    play(&mut event, lower_wins);
    let ranking = event.state().ranking();
    let out: Vec<_> = ranking.iter().filter(|place| place.place.is_none()).map(|place| place.entry).collect();
    assert_eq!(out, [E(0), E(7)]);
    assert_eq!(ranking[0].entry, E(1));
    assert!(event.state().is_over());
}

/// If a result is overturned after the next match was played, that match is played again by the rightful sides.
#[test]
fn an_overturned_result_changes_who_goes_on() {
    use leitai_tournament::{Decision, Finding, Role};
    let mut event = event(Plan::course(32), one_class(4));
    play(&mut event, lower_wins);
    let semi = event.games().iter().find(|it| it.winner() == Some(E(0))).expect("won").id;
    let finding = Finding::Won(E(3));
    event.decide(Decision::Override { game: semi, finding }, Role::ArbitrationPanel, "改判").expect("taken");
    let due: Vec<_> = event.state().due().collect();
    assert_eq!((due.len(), due[0].id.repetition), (1, 1));
    assert!([due[0].first, due[0].second].contains(&E(3)));
    play(&mut event, lower_wins);
    assert_eq!(event.state().places(0, 0)[0].entry, E(1));
}

/// The games that a decision would undo are known beforehand: none before the next round has begun, then every
/// later game of an entry that should not have gone on.
#[test]
fn a_decision_undoes_the_later_games_of_those_who_would_not_meet() {
    use leitai_tournament::{Decision, Finding, Role};
    let mut event = event(Plan::course(32), one_class(8));
    let undone = |event: &leitai_tournament::Event, decision: Decision| {
        let mut after = event.clone();
        after.decide(decision, Role::ArbitrationPanel, "改判").expect("taken");
        event.undone(&after).iter().map(|game| game.id.to_string()).collect::<Vec<_>>()
    };
    let first: Vec<_> = event.state().due().collect();
    for due in &first {
        event.record(game(*due, lower_wins(*due))).expect("taken");
    }
    let quarter = first[0].id;
    let [winner, loser] = if lower_wins(first[0]) == CountedOutcome::Win(Seat::First) {
        [first[0].first, first[0].second]
    } else {
        [first[0].second, first[0].first]
    };
    let won = |entry| Decision::Override { game: quarter, finding: Finding::Won(entry) };
    assert_eq!(undone(&event, won(loser)), [""; 0], "the next round has not begun");
    play(&mut event, lower_wins);
    assert_eq!(undone(&event, won(winner)), [""; 0], "the same goes on");
    let of_winner = |it: &&leitai_tournament::RecordedGame| {
        let is_later = matches!(it.id.of.spot, Spot::Table { round, .. } if round > 0) && it.id.of.stage == 0;
        is_later && it.seat_of(winner).is_some()
    };
    let later: Vec<_> = event.games().iter().filter(of_winner).map(|it| it.id.to_string()).collect();
    assert!(!later.is_empty());
    for decision in [won(loser), Decision::Question { game: quarter }] {
        let undone = undone(&event, decision);
        assert!(later.iter().all(|game| undone.contains(game)), "{undone:?} of {later:?}");
        assert!(!undone.contains(&quarter.to_string()));
    }
    let final_game = event.games().iter().rev().find(|it| it.id.of.stage == 0).expect("a final").id;
    let finding = Finding::Drawn;
    assert_eq!(undone(&event, Decision::Override { game: final_game, finding }), [""; 0], "nothing follows");
    // Once the decision is revoked, the games played count again.
    event.decide(won(loser), Role::ArbitrationPanel, "改判").expect("taken");
    event.decide(Decision::Revoke { ruling: 0 }, Role::ArbitrationPanel, "维持").expect("taken");
    assert!(event.state().is_over());
}

/// 只要能正常完成对弈者，无论输赢都可及格；若无法完成对弈，则记 0 分。
#[test]
fn who_finishes_properly_has_completed_won_or_lost() {
    use leitai_tournament::{How, RecordedGame};
    let mut event = event(Plan::course(32), one_class(4));
    assert_eq!(event.state().completed(E(0)), None);
    for due in event.state().due().collect::<Vec<_>>() {
        let how = if due.first.max(due.second) == E(3) { How::Fault } else { How::Played };
        event.record(RecordedGame { how, ..game(due, lower_wins(due)) }).expect("taken");
    }
    let completed = (0..4).map(|id| event.state().completed(E(id)));
    assert_eq!(completed.collect::<Vec<_>>(), [Some(true), Some(true), Some(true), Some(false)]);
}
