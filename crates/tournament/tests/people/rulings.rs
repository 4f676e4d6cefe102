//! Rulings: 四's verdicts at the board, and 十's objections, orders and committees.

use crate::events::play::{event, game, lower_wins, order, play, teams};
use leitai_tournament::{
    CountedOutcome, Decision, DecisionKind, Due, EntryId, Event, Finding, How, Plan, RecordedGame, Role, Seat,
};

const E: fn(u32) -> EntryId = EntryId;

fn three() -> Event {
    event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3))
}

fn first_due(event: &Event) -> Due {
    event.state().due().next().expect("a game")
}

fn decide(event: &mut Event, decision: Decision, by: Role) {
    event.decide(decision, by, "裁判记录").expect("taken");
}

/// Who won a game as it counts.
fn winner(event: &Event, due: &Due) -> Option<EntryId> {
    let state = event.state();
    let of = state.a_match(due.id.of).expect("begun");
    of.games.iter().find(|it| it.id == due.id).expect("counted").winner()
}

/// 一方出现下列情况之一判负：移子或棋局散乱、超过规定时限、人为辅助计算、主动停止计时.
#[test]
fn s4_2_1_9_6_what_loses_a_game_at_the_board() {
    let mut event = three();
    let all: Vec<Due> = event.state().due().take(4).collect();
    decide(&mut event, Decision::Scattered { game: all[0].id, by: all[0].first }, Role::Referee);
    let late = RecordedGame { how: How::Fault, ..game(all[1], CountedOutcome::Win(Seat::Second)) };
    event.record(late).expect("taken");
    decide(&mut event, Decision::Meddling { game: all[2].id, by: all[2].first }, Role::Referee);
    let stopped = Decision::Result { game: all[3].id, finding: Finding::Won(all[3].second) };
    event.decide(stopped, Role::Referee, "主动停止计时").expect("taken");
    for due in &all {
        assert_eq!(winner(&event, due), Some(due.second), "{}", due.id);
    }
}

/// 判和棋：对局双方同一回合均放弃行棋权、全盘下满且无胜局出现、双方比赛同时超时: also where nothing was recorded, or something else.
#[test]
fn s4_2_1_9_7_a_draw_is_recorded_or_ruled() {
    let mut event = three();
    let all: Vec<Due> = event.state().due().take(3).collect();
    event.record(game(all[0], CountedOutcome::Draw)).expect("taken");
    let both = Decision::Result { game: all[1].id, finding: Finding::Drawn };
    event.decide(both, Role::Referee, "双方同时超时").expect("taken");
    event.record(game(all[2], CountedOutcome::Win(Seat::First))).expect("taken");
    decide(&mut event, Decision::Override { game: all[2].id, finding: Finding::Drawn }, Role::Referee);
    assert!(all.iter().all(|due| winner(&event, due).is_none()));
    let points =
        event.state().places(0, 0).iter().map(|row| row.points.expect("points").in_halves()).sum::<i64>();
    assert_eq!(points, 3 * 4, "a point each");
}

/// 所有程序都不能人工干预运行……否则判定该队违规.
#[test]
fn s4_2_6_4_1_who_steers_a_program_breaks_the_rules() {
    let mut event = three();
    let due = first_due(&event);
    let meddling = Decision::Meddling { game: due.id, by: due.second };
    event.decide(meddling, Role::Referee, "人工 pass").expect("taken");
    assert_eq!(winner(&event, &due), Some(due.first));
    assert_eq!(event.rulings()[0].reason, "人工 pass");
}

/// 如果双方都不能恢复局面，则本局重赛.
#[test]
fn s4_2_6_9_3_nobody_restores_the_position_and_it_is_played_again() {
    let mut event = three();
    let due = first_due(&event);
    decide(&mut event, Decision::RefereeSlip { game: due.id, restored_by: vec![] }, Role::Referee);
    assert_eq!(first_due(&event), due, "it is due from its beginning");
    event.record(game(due, CountedOutcome::Win(Seat::Second))).expect("played again");
    assert_eq!(winner(&event, &due), Some(due.second));
}

/// 对于违反赛场纪律、扰乱赛场秩序者，将视情节给予处理，直至终止比赛、取消比赛资格.
#[test]
fn s10_1_6_2_disorder_costs_a_game_or_the_contest() {
    let mut event = three();
    let due = first_due(&event);
    let forfeit = Decision::Forfeit { game: due.id, by: vec![due.first] };
    event.decide(forfeit, Role::Referee, "扰乱赛场秩序").expect("taken");
    assert_eq!(winner(&event, &due), Some(due.second));
    let out = Decision::Disqualify { entries: vec![due.first] };
    event.decide(out, Role::ChiefReferee, "再次扰乱赛场秩序").expect("taken");
    play(&mut event, lower_wins);
    assert_eq!(order(&event).last(), Some(&(None, due.first)));
    let reasons: Vec<&str> = event.rulings().iter().map(|ruling| ruling.reason.as_str()).collect();
    assert_eq!(reasons, ["扰乱赛场秩序", "再次扰乱赛场秩序"]);
}

/// 赛项评委专家组……负责本赛项的竞赛技术工作、评比: what the panel decides, nobody else does for it.
#[test]
fn s10_2_1_3_the_panel_decides_what_is_the_panels() {
    let by = |name: &str| DecisionKind::named(name).expect("a kind").by;
    assert_eq!(by("answer-objection"), [Role::ArbitrationPanel]);
    assert_eq!(by("object"), [Role::Leader]);
    for kind in ["hearing", "result", "referee-slip"] {
        assert!(by(kind).contains(&Role::ArbitrationPanel), "{kind}");
        assert!(![Role::Leader, Role::Captain].iter().any(|role| by(kind).contains(role)), "{kind}");
    }
}

/// 以上未尽事宜，解释权归大赛组委会所有: the organiser rules, with a reason that is kept, on what no sentence foresees.
#[test]
fn s11_what_no_sentence_foresees_is_the_committees() {
    let mut event = three();
    let due = first_due(&event);
    event.record(game(due, CountedOutcome::Win(Seat::First))).expect("taken");
    let decision = Decision::Override { game: due.id, finding: Finding::Won(due.second) };
    assert!(event.ruled(decision.clone(), Role::Organiser, "").is_err(), "never without a reason");
    event.decide(decision, Role::Organiser, "规程未载，组委会解释").expect("taken");
    assert_eq!(winner(&event, &due), Some(due.second));
    assert_eq!((event.rulings()[0].by, event.games().len()), (Role::Organiser, 1));
    let out = Decision::Disqualify { entries: vec![E(2)] };
    event.decide(out, Role::Organiser, "组委会决定").expect("taken");
    assert!(event.state().left(E(2)).is_some());
}
