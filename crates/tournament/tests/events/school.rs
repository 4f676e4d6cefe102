//! The school's event: one test for each sentence of its rules that affects results.

use std::collections::BTreeMap;

use super::play::{event, game, lower_wins, order, play, teams};
use leitai_tournament::{
    CountedOutcome, Decision, EntryId, Lang, MatchPlan, Plan, Role, ScoredUnit, Seat, Spot, Verdict,
};

const E: fn(u32) -> EntryId = EntryId;

/// 采取双循环赛（分先、后手各赛一场）: each pair plays with both seats.
#[test]
fn s9_2_1_1_every_two_meet_exactly_twice_with_both_seats() {
    for count in 2..=6 {
        let mut event = event(Plan::school(count, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(count));
        assert_eq!(play(&mut event, lower_wins) as u32, count * (count - 1));
        let mut met: BTreeMap<_, u32> = BTreeMap::new();
        event.games().iter().for_each(|game| *met.entry((game.first, game.second)).or_default() += 1);
        assert!(met.values().all(|&times| times == 1) && met.len() as u32 == count * (count - 1));
        assert!(event.state().is_over());
    }
}

/// 每局胜者得2分、负者得0分、平局双方各得１分。
#[test]
fn s9_1_1_1_a_win_is_two_points_a_draw_one() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    play(&mut event, |due| {
        if due.first == E(2) || due.second == E(2) { lower_wins(due) } else { CountedOutcome::Draw }
    });
    let points = |entry| {
        let places = event.state().places(0, 0);
        places
            .iter()
            .find(|place| place.entry == entry)
            .and_then(|place| place.points)
            .expect("points")
            .to_string()
    };
    assert_eq!([0, 1, 2].map(|id| points(E(id))), ["6", "6", "0"]);
}

/// 各个小组晋级队再进行双循环赛，小组成绩不带入复赛阶段，复赛成绩不带入决赛阶段。
#[test]
fn s9_2_1_2_groups_then_second_stage_then_final_and_nothing_is_carried_over() {
    let mut event = event(Plan::school(14, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(14));
    play(&mut event, lower_wins);
    let state = event.state();
    assert!(state.is_over());
    let sizes: Vec<Vec<_>> = state
        .stages()
        .iter()
        .map(|stage| stage.sections.iter().map(|it| it.members.len()).collect())
        .collect();
    assert_eq!(sizes, [vec![4, 4, 3, 3], vec![4; 2], vec![4]]);
    for (number, stage) in (0..).zip(state.stages()) {
        for section in &stage.sections {
            let places = state.places(number, section.number);
            let games: i64 = section.matches().map(|it| it.games.len() as i64).sum();
            let points: i64 = places.iter().map(|place| place.points.expect("points").in_halves() / 2).sum();
            assert_eq!(points, 2 * games, "stage {number}: only its own games count");
        }
    }
    assert_eq!(order(&event)[0], (Some(1), E(0)));
    assert_eq!(order(&event).len(), 14);
}

/// Entries that reached the final are placed above those that did not, whatever their points: the reason begins
/// with the place in the event and the section reached.
#[test]
fn a_place_above_more_points_says_why() {
    let mut event = event(Plan::school(14, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(14));
    play(&mut event, lower_wins);
    let state = event.state();
    let ranking = state.ranking();
    let above_more = ranking.windows(2).filter(|two| two[0].points < two[1].points);
    assert!(above_more.clone().count() > 0, "{ranking:?}");
    for two in above_more.filter(|two| two[0].place != two[1].place) {
        assert_ne!(two[0].reached, two[1].reached);
    }
    for place in &ranking {
        let [stage, section] = place.reached.expect("stages are mixed");
        let reached = state.section_name(stage, section);
        let rank = place.place.expect("ranked");
        let said = format!("place {rank} of the event, having reached {}: ", reached.to(Lang::En));
        assert!(place.why.to(Lang::En).starts_with(&said), "{:?}", place.why);
        assert!(place.why.to(Lang::Zh).starts_with(&format!("总第 {rank} 名")), "{:?}", place.why);
    }
    assert!(state.places(0, 0).iter().all(|place| place.reached.is_none()));
}

/// 根据报名队数的多少采取双循环赛或分组双循环赛: for every number of teams the stages are sensible, and with the
/// source's clocks each fits into the hall's hours.
#[test]
fn s5_1_stages_make_sense_for_every_number_of_teams() {
    let clocks = [(Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), (4 * 60_000, MatchPlan::FirstToFour)];
    for ((side_ms, games), count) in clocks.into_iter().flat_map(|clock| (2..=500).map(move |n| (clock, n))) {
        let plan = Plan::school(count, side_ms, games);
        plan.check().expect("a plan");
        let length = plan.length(&teams(count));
        let fields: Vec<u64> = length.stages.iter().map(|stage| stage.entrants).collect();
        assert_eq!(fields[0], u64::from(count));
        // Each stage has fewer teams than the one before, and there are few stages.
        assert!(fields.windows(2).all(|two| two[1] < two[0]), "{count}: {fields:?}");
        assert!(fields.len() <= 5, "{count}: {fields:?}");
        let finalists = fields[fields.len() - 1];
        if count <= u32::from(Plan::SCHOOL_GROUP) {
            assert_eq!(fields.len(), 1, "{count} meet each other");
            continue;
        }
        assert!((3..=4).contains(&finalists), "{count}: {fields:?}");
        for (stage, next) in length.stages.iter().zip(&fields[1..]) {
            assert!(3 * next <= 2 * stage.entrants, "{count}: a third of {} is out at least", stage.entrants);
        }
        for stage in &length.stages {
            assert!(stage.rounds <= 3, "{count}: {stage:?}");
            assert!(stage.longest_ms <= plan.hall_ms, "{count}: {stage:?}");
            assert_eq!(stage.openings, Some(1), "{count}: {stage:?}");
        }
        let all: u64 = length.stages.iter().map(|stage| stage.games).sum();
        let a_match = u64::from(games.most_games());
        assert!(all <= 4 * a_match * u64::from(count), "{count}: {all} games");
        assert_eq!(length.openings(), Some(length.stages.len() as u64));
    }
}

/// If a round takes most of the hall's hours, the stages take several days, and the text says how many.
#[test]
fn the_figures_say_how_often_the_hall_opens() {
    let length = Plan::school(8, 30 * 60_000, Plan::SCHOOL_MATCH).length(&teams(8));
    // Two games of an hour: one round in three and a half hours.
    assert_eq!(length.stages.iter().map(|stage| stage.openings).collect::<Vec<_>>(), [Some(3); 2]);
    assert!(length.words().to(Lang::En).contains("let it open 6 times"), "{:?}", length.words());
    assert!(length.words().to(Lang::Zh).contains("须开放 6 次"), "{:?}", length.words());
    let words = length.stages[0].words();
    assert_eq!(
        words.to(Lang::En),
        "at most 8 entries, 24 games in 3 rounds, 6:20:00, for which the hall opens 3 times"
    );
    let mut plan = Plan::school(8, 30 * 60_000, Plan::SCHOOL_MATCH);
    plan.tables = 1;
    plan.pause_ms = 0;
    plan.hall_ms = Some(5 * 60 * 60_000);
    // Twelve matches of two hours at one table, two in each opening.
    assert_eq!(plan.length(&teams(8)).stages[0].openings, Some(6));
    plan.hall_ms = Some(60 * 60_000);
    let length = plan.length(&teams(8));
    assert_eq!(length.openings(), None);
    assert!(length.words().to(Lang::En).contains("too short for one match"), "{:?}", length.words());
}

/// 现场抽签分组: the draw follows from the seed, explains itself, and differs for another seed.
#[test]
fn s5_2_groups_are_drawn_by_lot() {
    let plan = Plan::school(14, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    let draw = |seed: &str| {
        let event =
            leitai_tournament::Event::new(plan.clone(), teams(14), leitai_tournament::Seed::new(seed));
        let event = event.expect("an event");
        let state = event.state();
        let groups: Vec<_> = state.stages()[0].sections.iter().map(|it| it.members.clone()).collect();
        let said = state.stages()[0].lots.iter().any(|lot| lot.to(Lang::En).contains("groups of stage 0"));
        (groups, said)
    };
    assert!(draw("a").1 && draw("a") == draw("a"));
    assert_ne!(draw("a").0, draw("b").0);
}

/// 首先按双方胜负关系排定名次；如果双方还是战平，需加赛快棋（两盘）；若仍然平局，抽签确定先后手，只比一局定胜负。
#[test]
fn s9_1_2_2_a_tie_in_the_final_is_played_off() {
    let mut event = event(Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(2));
    for due in event.state().due().collect::<Vec<_>>() {
        event.record(game(due, CountedOutcome::Win(Seat::First))).expect("taken");
    }
    assert!(!event.state().is_over(), "one game each: a play-off");
    let due: Vec<_> = event.state().due().collect();
    assert_eq!(due.len(), 2);
    assert!(due.iter().all(|due| due.id.of.spot == Spot::PlayOff(E(0), E(1)) && due.side_ms == 10 * 60_000));
    assert_eq!((due[0].first, due[0].second), (due[1].second, due[1].first));
    for due in due {
        event.record(game(due, CountedOutcome::Draw)).expect("taken");
    }
    let due: Vec<_> = event.state().due().collect();
    assert_eq!((due.len(), due[0].id.to_string().as_str()), (1, "0.0.p-e0-e1.g2"));
    event.record(game(due[0], CountedOutcome::Win(Seat::Second))).expect("taken");
    assert!(event.state().is_over());
    assert_eq!(order(&event)[0], (Some(1), due[0].second));
}

/// A drawn deciding game is decided by lot.
#[test]
fn a_drawn_deciding_game_is_a_lot() {
    let mut event = event(Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(2));
    assert_eq!(play(&mut event, |_| CountedOutcome::Draw), 5);
    let state = event.state();
    assert!(state.is_over());
    let places: Vec<_> = state.ranking().into_iter().map(|place| place.place).collect();
    assert_eq!(places, [Some(1), Some(2)]);
    assert!(state.section(0, 0).expect("a final").lots.iter().any(|lot| lot.to(Lang::Zh).contains("抽签")));
}

/// A match to four wins counts as one win; the play-off has two ten-minute games, or uses the ordinary clock if
/// that is shorter.
#[test]
fn a_match_to_four_is_one_win_and_is_played_off_by_its_own_clock() {
    let mut event = event(Plan::school(2, 4 * 60_000, MatchPlan::FirstToFour), teams(2));
    assert_eq!(event.plan().stages[0].scoring.per, ScoredUnit::Matches);
    assert_eq!(play(&mut event, lower_wins), 4, "first to four");
    let mut plan = Plan::school(2, 4 * 60_000, MatchPlan::FirstToFour);
    plan.stages[0].games = Plan::SCHOOL_MATCH;
    let mut event = super::play::event(plan, teams(2));
    for due in event.state().due().collect::<Vec<_>>() {
        event.record(game(due, CountedOutcome::Draw)).expect("taken");
    }
    assert!(event.state().due().all(|due| due.side_ms == 4 * 60_000), "the ordinary clock is shorter");
}

/// 弃权记0分，判对方胜。
#[test]
fn s9_1_1_2_who_forfeits_has_nothing_and_the_other_wins() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    let due = event.state().due().next().expect("a game");
    let forfeit = Decision::Forfeit { game: due.id, by: vec![due.first] };
    event.decide(forfeit, Role::Referee, "设备停机超过10分钟").expect("taken");
    let state = event.state();
    assert!(state.due().all(|open| open.id != due.id));
    let it = state.a_match(due.id.of).expect("begun");
    assert_eq!(it.games[0].winner(), Some(due.second));
    let places = state.places(0, 0);
    assert!(places.iter().all(|place| {
        let points = place.points.expect("points").to_string();
        points == if place.entry == due.second { "2" } else { "0" }
    }));
}

/// 如果弃赛，须经裁判长允许，否则，将取消该队下一年度校内参赛资格。
#[test]
fn s5_5_who_withdraws_without_leave_is_barred_next_year() {
    let mut event = event(Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(4));
    let withdraw = |entry, leave| Decision::Withdraw { entry: E(entry), leave };
    let refused = event.decide(withdraw(1, true), Role::Referee, "病").expect_err("not his to allow");
    assert!(refused.why.to(Lang::En).contains("chief referee"));
    event.decide(withdraw(1, true), Role::ChiefReferee, "病").expect("taken");
    event.decide(withdraw(2, false), Role::Referee, "无故离场").expect("taken");
    assert_eq!(event.state().barred().into_iter().collect::<Vec<_>>(), [E(2)]);
    play(&mut event, lower_wins);
    assert_eq!(event.games().len(), 2, "only the other two play");
    assert!(event.state().is_over());
    let places = event.state().places(0, 0);
    assert_eq!(places[0].points.expect("points").to_string(), "12", "a win for the other");
    let both_gone = event.state();
    let of_both = both_gone.section(0, 0).expect("a final");
    let of_both =
        of_both.matches().find(|it| it.sides.contains(&E(1)) && it.sides.contains(&E(2))).expect("held");
    assert_eq!(of_both.verdict, Verdict::Won(E(2)), "who left first had forfeited it already");
}

/// 在裁判规定的时间内（≤10分钟）没有队员参加比赛，该代表队将被取消项目的参赛资格，征得裁判同意的例外。
#[test]
fn s7_2_7_2_who_is_not_there_in_time_is_out_unless_excused() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    event.decide(Decision::Excuse { entry: E(0) }, Role::Referee, "堵车").expect("taken");
    assert_eq!(event.state().due().count(), 6, "nothing is lost");
    event.decide(Decision::Absent { entry: E(1) }, Role::Referee, "十分钟未到").expect("taken");
    assert_eq!(event.state().due().count(), 2);
    let places = event.state().places(0, 0);
    let out = places.iter().find(|it| it.entry == E(1)).expect("listed");
    assert_eq!((out.place, out.why.to(Lang::Zh)), (None, "team 1出局：十分钟未到"), "out of the event");
    event.decide(Decision::Revoke { ruling: 1 }, Role::ChiefReferee, "通知有误").expect("taken");
    assert_eq!(event.state().due().count(), 6, "the referee may excuse it afterwards too");
}

/// 违者第一次判负，再次违者取消比赛。
#[test]
fn s7_2_3_2_meddling_loses_the_game_and_the_second_time_everything() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    let of_two: Vec<_> = event.state().due().filter(|due| due.first == E(2) || due.second == E(2)).collect();
    event
        .decide(Decision::Meddling { game: of_two[0].id, by: E(2) }, Role::Referee, "改程序")
        .expect("taken");
    let state = event.state();
    assert_ne!(state.a_match(of_two[0].id.of).expect("held").games[0].winner(), Some(E(2)));
    assert!(state.due().any(|due| due.first == E(2)));
    event.decide(Decision::Meddling { game: of_two[1].id, by: E(2) }, Role::Referee, "再次").expect("taken");
    assert!(event.state().due().all(|due| due.first != E(2) && due.second != E(2)));
    play(&mut event, lower_wins);
    assert_eq!(order(&event).last(), Some(&(None, E(2))), "not ranked");
}

/// Who was out stays out: to withdraw with leave afterwards gives no place back.
#[test]
fn who_is_out_does_not_come_back_by_withdrawing() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    let out = Decision::Disqualify { entries: vec![E(2)] };
    event.decide(out, Role::Referee, "再次改程序").expect("taken");
    event.decide(Decision::Withdraw { entry: E(2), leave: true }, Role::ChiefReferee, "同意").expect("taken");
    play(&mut event, lower_wins);
    assert_eq!(order(&event).last(), Some(&(None, E(2))), "not ranked");
}

/// A team that leaves forfeits its remaining games: those that others forfeited to it before are not among them.
#[test]
fn leaving_takes_no_result_away_that_an_earlier_leaving_gave() {
    let mut event = event(Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(4));
    let withdraw = |entry| Decision::Withdraw { entry: E(entry), leave: true };
    event.decide(withdraw(0), Role::ChiefReferee, "因病").expect("taken");
    event.decide(withdraw(1), Role::ChiefReferee, "因病").expect("taken");
    let both = Decision::Disqualify { entries: vec![E(2), E(3)] };
    event.decide(both, Role::Referee, "雷同").expect("taken");
    let state = event.state();
    let won =
        |a: u32, b: u32| state.a_match(format!("0.0.e{a}-e{b}").parse().expect("one")).expect("held").won;
    assert_eq!(
        [won(0, 1), won(1, 2), won(2, 3)],
        [[0, 2], [0, 2], [0, 0]],
        "of two that leave at once neither wins"
    );
}

/// The panel's decision and reason are kept with the result.
#[test]
fn an_override_stands_beside_the_original() {
    let mut event = event(Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(2));
    play(&mut event, lower_wins);
    let recorded = event.games()[0];
    let finding = leitai_tournament::Finding::Won(E(1));
    let ruling = Decision::Override { game: recorded.id, finding };
    event.decide(ruling.clone(), Role::ArbitrationPanel, "复盘后改判").expect("taken");
    assert_eq!(event.games()[0], recorded, "the original is kept");
    let state = event.state();
    let it = state.a_match(recorded.id.of).expect("held");
    assert_eq!((it.games[0].winner(), it.won), (Some(E(1)), [1, 1]));
    assert_eq!(
        (event.rulings()[0].by, event.rulings()[0].reason.as_str()),
        (Role::ArbitrationPanel, "复盘后改判")
    );
    assert!(event.decide(ruling, Role::ArbitrationPanel, " ").is_err(), "no reason, no ruling");
}

/// A game is played again only with recorded consent (disturbed games wait for it).
#[test]
fn s10_2_6_2_a_disturbed_game_waits_and_is_played_again_with_consent() {
    let mut event = event(Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(2));
    let due: Vec<_> = event.state().due().collect();
    let recorded = game(due[0], CountedOutcome::Win(Seat::First));
    event.record(recorded).expect("taken");
    event.decide(Decision::Question { game: recorded.id }, Role::Organiser, "对局受干扰").expect("taken");
    assert!(event.state().due().all(|open| open.id == due[1].id), "it waits");
    assert!(!event.state().is_over());
    let replay = |consent: &str| Decision::Replay { game: recorded.id, consent: consent.into() };
    let refused = event.decide(replay(""), Role::Referee, "重赛").expect_err("no consent");
    assert!(refused.to_string().contains("consent"), "{refused}");
    event.decide(replay("双方领队"), Role::ArbitrationPanel, "重赛").expect("taken");
    let again = event.state().due().next().expect("due again");
    assert_eq!(again.id.to_string(), format!("{}r1", recorded.id));
    assert_eq!((again.first, again.second), (recorded.first, recorded.second));
    event.record(game(again, CountedOutcome::Draw)).expect("taken");
    assert_eq!(event.game(recorded.id), Some(&recorded), "the original is kept");
    assert_eq!(event.state().a_match(recorded.id.of).expect("held").games[0].outcome, CountedOutcome::Draw);
}

/// The tool shows the longest time of a plan next to the hall's hours.
#[test]
fn the_longest_time_stands_beside_the_halls_hours() {
    let length = |teams_in: u32, minutes: u64| {
        Plan::school(teams_in, minutes * 60_000, Plan::SCHOOL_MATCH).length(&teams(teams_in))
    };
    // 4 teams: 3 rounds of 2 games of 30 minutes, 2 pauses.
    let four = length(4, 15);
    assert_eq!((four.longest_ms(), four.fits()), (Some((3 * 2 * 30 + 2 * 10) * 60_000), Some(true)));
    assert!(
        four.words().to(Lang::En).contains("at most; the hall is open for 3:30:00"),
        "{:?}",
        four.words()
    );
    let long = length(6, 30);
    assert_eq!(long.fits(), Some(false));
    assert!(long.words().to(Lang::Zh).contains("超过场地开放"));
    let stages = length(14, 15).stages;
    assert_eq!(stages.iter().map(|stage| stage.games).collect::<Vec<_>>(), [2 * (6 + 6 + 3 + 3), 24, 12]);
}
