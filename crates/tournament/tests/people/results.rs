//! 二（八）, 七（三） and 九: results, places, prizes.

use crate::events::play::{event, game, lower_wins, order, play, teams};
use crate::table_plan::contest::{LONG, MOST, RACE, school};
use leitai_tournament::awards::{Awards, Placed, Prize, RegistryRow, Shares};
use leitai_tournament::{
    CountedOutcome, Decision, EntryId, Event, How, Lang, Plan, RecordedGame, Role, Seat, Sentence,
};

const E: fn(u32) -> EntryId = EntryId;

fn of(count: u32) -> Event {
    event(Plan::school(count, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(count))
}

/// How many of `teams` teams with places of their own receive a prize.
fn given(teams: u32, prize: Prize) -> usize {
    let places: Vec<Placed> =
        (0..teams).map(|entry| Placed { entry: E(entry), rank: entry + 1, field: teams }).collect();
    let awards = Awards::new(&places, teams, Shares::default());
    awards.list.iter().filter(|award| award.prize == prize).count()
}

/// 一等奖数量不超过参赛团队数比例的10%.
#[test]
fn s2_8_3_first_prizes_are_a_tenth_at_most() {
    assert_eq!([9, 10, 19, 20, 60].map(|teams| given(teams, Prize::First)), [0, 1, 1, 2, 6]);
}

/// 二等奖数量不超过参赛团队数比例的20%.
#[test]
fn s2_8_4_second_prizes_are_a_fifth_at_most() {
    assert_eq!([4, 5, 14, 15, 60].map(|teams| given(teams, Prize::Second)), [0, 1, 2, 3, 12]);
}

/// 三等奖数量不超过参赛团队数比例的30%.
#[test]
fn s2_8_5_third_prizes_are_three_tenths_at_most() {
    assert_eq!([3, 4, 13, 14, 60].map(|teams| given(teams, Prize::Third)), [0, 1, 3, 4, 18]);
}

/// 所有比赛项目均直接在赛场公布比赛成绩: places with their reasons stand after each game, in both languages.
#[test]
fn s7_3_1_places_stand_after_each_game() {
    let mut event = of(4);
    while !event.state().is_over() {
        let Some(due) = event.state().due().next() else { break };
        event.record(game(due, lower_wins(due))).expect("taken");
        let places = event.state().places(0, 0);
        assert_eq!(places.len(), 4);
        let points: i64 = places.iter().map(|row| row.points.expect("points").in_halves()).sum();
        assert_eq!(points, 4 * event.games().len() as i64, "what was just played is in them");
        let explained = |row: &leitai_tournament::RankedEntry| {
            [Lang::En, Lang::Zh].iter().all(|lang| !row.why.to(*lang).is_empty())
        };
        assert!(places.iter().all(explained));
    }
    assert!(event.state().is_over());
}

/// 由获得优异成绩的团队参加安徽省计算机博弈大赛: the registry lists each game's teams, the best first.
#[test]
fn s7_3_3_the_registry_lists_the_best_first() {
    let games = [Sentence::new("Gomoku", "五子棋"), Sentence::new("Hex", "海克斯棋")];
    let row = |game: usize, team: &str, place| RegistryRow {
        team: team.to_owned(),
        school: None,
        college: Some("数据学院".to_owned()),
        game: games[game].clone(),
        place,
        prize: None,
        members: vec!["赵".to_owned()],
        teachers: Vec::new(),
    };
    let mut rows =
        vec![row(1, "丙", Some(1)), row(0, "乙", None), row(0, "甲", Some(2)), row(0, "丁", Some(1))];
    RegistryRow::sort(&mut rows, &games);
    let order: Vec<&str> = rows.iter().map(|row| row.team.as_str()).collect();
    assert_eq!(order, ["丁", "甲", "乙", "丙"]);
    assert_eq!(rows[0].cells(Lang::Zh)[..5], ["丁", "", "数据学院", "五子棋", "1"]);
}

/// 决赛阶段为了分出名次，如双方积分相等，首先按双方胜负关系排定名次.
#[test]
fn s9_1_2_1_level_points_go_by_who_beat_whom() {
    let mut event = of(3);
    // e0 and e1 have six points each: e1 beat e0 once and drew once, and lost a game and a half to e2.
    for due in event.state().due().collect::<Vec<_>>() {
        let sides = [due.first.0.min(due.second.0), due.first.0.max(due.second.0)];
        let win =
            |entry: u32| CountedOutcome::Win(if due.first == E(entry) { Seat::First } else { Seat::Second });
        let outcome = match (sides, due.id.number) {
            ([0, 1] | [1, 2], 0) => win(1),
            ([0, 2], _) => win(0),
            _ => CountedOutcome::Draw,
        };
        event.record(game(due, outcome)).expect("taken");
    }
    let places = event.state().places(0, 0);
    let points: Vec<String> = places.iter().map(|row| row.points.expect("points").to_string()).collect();
    assert_eq!(points[0], "6");
    let level = places.iter().filter(|row| row.points == places[0].points).count();
    assert_eq!(level, 1 + usize::from(points[1] == "6"));
    assert_eq!(places[0].entry, E(1), "{places:?}");
}

/// 若仍然平局，最后抽签或掷骰子确定先后手，只比一局定胜负.
#[test]
fn s9_1_2_3_one_game_decides_whose_seats_are_drawn() {
    let mut event = of(2);
    for _ in ["the pairing", "the two games of ten minutes"] {
        for due in event.state().due().collect::<Vec<_>>() {
            event.record(game(due, CountedOutcome::Draw)).expect("taken");
        }
    }
    let due: Vec<_> = event.state().due().collect();
    assert_eq!(due.len(), 1);
    let why = event.state().why_seats(due[0].id).expect("drawn");
    assert!(why.to(Lang::En).starts_with("lot "), "{why:?}");
    event.record(game(due[0], CountedOutcome::Win(Seat::Second))).expect("taken");
    assert!(event.state().is_over());
    assert_eq!(order(&event)[0].1, due[0].second);
}

/// 包干计时，超时判负: a side has its minutes for the whole game, and who exceeds them loses.
#[test]
fn s9_2_3_2_who_runs_out_of_time_loses() {
    let minutes = |kind| school(kind, &[0, 1]).state().due().next().expect("a game").side_ms / 60_000;
    assert_eq!([MOST, RACE, LONG].map(minutes), [15, 4, 30]);
    let mut event = of(2);
    let due = event.state().due().next().expect("a game");
    let late =
        RecordedGame { how: How::Fault, faults: [0, 1], ..game(due, CountedOutcome::Win(Seat::First)) };
    event.record(late).expect("taken");
    assert_eq!(event.state().a_match(due.id.of).expect("begun").won, [1, 0]);
}

/// Points, nationally: 2, 1, 0, and 0 for a forfeit; ties by the result between them, two games of ten minutes, then one game
/// with seats by lot.
#[test]
fn n10_points_and_ties() {
    let mut event = of(2);
    let due: Vec<_> = event.state().due().collect();
    event.record(game(due[0], CountedOutcome::Draw)).expect("taken");
    let forfeit = Decision::Forfeit { game: due[1].id, by: vec![E(1)] };
    event.decide(forfeit, Role::Referee, "未到").expect("taken");
    let points = |event: &Event| {
        let mut all = [String::new(), String::new()];
        for row in event.state().places(0, 0) {
            all[row.entry.index()] = row.points.expect("points").to_string();
        }
        all
    };
    assert_eq!(points(&event), ["3", "1"]);
    let mut level = of(2);
    let played = play(&mut level, |due| match (due.id.of.spot, due.id.number) {
        (leitai_tournament::Spot::PlayOff(..), 2) => CountedOutcome::Win(Seat::First),
        _ => CountedOutcome::Draw,
    });
    assert_eq!(played, 2 + 2 + 1);
    let last = level.games().iter().find(|game| game.id.number == 2).expect("the last one");
    assert_eq!(order(&level)[0].1, last.first);
}
