//! The day in the hall: what people decide at the tables and about them, one test for each sentence of the rules.

use super::play::{event, game, lower_wins, order, play, teams};
use leitai_core::ContentHash;
use leitai_tournament::{
    CountedOutcome, Decision, Due, EntryId, Event, Finding, How, Lang, Plan, Role, Seat,
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

fn refused(event: &Event, decision: Decision, by: Role) -> String {
    event.ruled(decision, by, "裁判记录").expect_err("refused").why.to(Lang::En).to_owned()
}

/// Who won a game as it counts, and how; `None` while it is due.
fn counted(event: &Event, due: &Due) -> Option<(Option<EntryId>, How)> {
    let state = event.state();
    let game = state.a_match(due.id.of)?.games.iter().find(|game| game.id == due.id)?;
    Some((game.winner(), game.how))
}

/// What was decided is the same once it was read again.
fn reads_again(event: &Event) {
    let text = serde_json::to_string(event.rulings()).expect("JSON");
    let rulings: Vec<leitai_tournament::Ruling> = serde_json::from_str(&text).expect("as written");
    let count = event.entries().len() as u32;
    let again = Event::new(event.plan().clone(), teams(count), event.seed().clone()).expect("an event");
    assert_eq!(&again.resume(event.games().to_vec(), rulings).expect("as kept"), event);
}

/// 若该方能复盘（复盘时间不超过3分钟，复盘次数不超过1次……），则比赛继续进行: the first slip changes no result, the second
/// of the same side in the same game loses it.
#[test]
fn s4_2_6_4_5_a_slip_is_restored_once_a_game_and_the_second_one_loses() {
    let mut event = three();
    let due = first_due(&event);
    let slip = |by, restored| Decision::Slip { game: due.id, by, restored };
    decide(&mut event, slip(due.first, true), Role::Referee);
    assert_eq!(counted(&event, &due), None, "play goes on");
    decide(&mut event, slip(due.second, true), Role::Referee);
    assert_eq!(counted(&event, &due), None, "each side has its own");
    decide(&mut event, slip(due.first, true), Role::Referee);
    assert_eq!(counted(&event, &due), Some((Some(due.second), How::Fault)));
    // One of them taken back, it was the first.
    decide(&mut event, Decision::Revoke { ruling: 0 }, Role::ChiefReferee);
    assert_eq!(counted(&event, &due), None);
    reads_again(&event);
    assert!(refused(&event, slip(E(9), true), Role::Referee).contains("not an entry"));
    let other = (0..3).map(E).find(|entry| ![due.first, due.second].contains(entry)).expect("a third");
    assert!(refused(&event, slip(other, true), Role::Referee).contains("does not play"));
    assert!(
        refused(&event, slip(due.first, true), Role::Captain).starts_with("`slip` is decided by: referee")
    );
}

/// 某方选手自己操作失误，且无法复盘的情况下，则判该队此局为负.
#[test]
fn s4_2_6_4_4_a_slip_that_cannot_be_restored_loses() {
    let mut event = three();
    let due = first_due(&event);
    decide(&mut event, Decision::Slip { game: due.id, by: due.second, restored: false }, Role::Referee);
    assert_eq!(counted(&event, &due), Some((Some(due.first), How::Fault)));
}

/// 如果只有一方可恢复局面，另一方不能恢复局面则判不能恢复局面的一方为负。如果双方都不能恢复局面，则本局重赛.
#[test]
fn s4_2_6_9_2_after_the_referees_slip_who_alone_restores_the_position_wins() {
    let mut event = three();
    let due = first_due(&event);
    let slip = |restored_by| Decision::RefereeSlip { game: due.id, restored_by };
    decide(&mut event, slip(vec![due.first, due.second]), Role::Referee);
    decide(&mut event, slip(vec![]), Role::Referee);
    assert_eq!(counted(&event, &due), None, "it goes on, or is played again: it is due as before");
    assert_eq!(first_due(&event), due);
    event.record(game(due, CountedOutcome::Draw)).expect("played again");
    assert_eq!(counted(&event, &due), Some((None, How::Played)));
    assert!(refused(&event, slip(vec![]), Role::Referee).contains("`replay`"), "it has ended");
    let next = first_due(&event);
    let one = Decision::RefereeSlip { game: next.id, restored_by: vec![next.second] };
    decide(&mut event, one, Role::ChiefReferee);
    assert_eq!(counted(&event, &next), Some((Some(next.second), How::Ruled)));
    reads_again(&event);
}

/// 因设备原因，影响比赛时间超过10分钟者，将视为弃权，征得裁判同意的例外.
#[test]
fn s8_2_2_equipment_that_stops_play_forfeits_the_game_unless_excused() {
    let mut event = three();
    let due = first_due(&event);
    decide(&mut event, Decision::Excuse { entry: due.first }, Role::Referee);
    assert_eq!(counted(&event, &due), None);
    decide(&mut event, Decision::Equipment { game: due.id, by: due.first }, Role::Referee);
    assert_eq!(counted(&event, &due), Some((Some(due.second), How::Forfeit)));
    let state = event.state();
    assert!(state.due().any(|open| open.first == due.first), "only that game");
}

/// 对局中，一方出现下列情况之一判负：比赛对局中移子或棋局散乱.
#[test]
fn who_scatters_the_board_loses() {
    let mut event = three();
    let due = first_due(&event);
    event.record(game(due, CountedOutcome::Draw)).expect("played");
    decide(&mut event, Decision::Scattered { game: due.id, by: due.second }, Role::Referee);
    assert_eq!(counted(&event, &due), Some((Some(due.first), How::Fault)));
}

/// 可以建议双方停止行棋……如果有一方选手不同意停止行棋，则继续行棋: a proposal is kept and changes nothing; what the
/// referee counts afterwards is a result of its own.
#[test]
fn s4_2_6_11_a_proposal_to_stop_is_kept_and_the_count_is_a_result_of_its_own() {
    let mut event = three();
    let due = first_due(&event);
    for accepted in [false, true] {
        decide(&mut event, Decision::ProposeStop { game: due.id, accepted }, Role::Referee);
        assert_eq!(counted(&event, &due), None);
    }
    let finding = Finding::Won(due.second);
    decide(&mut event, Decision::Agreed { game: due.id, finding }, Role::Referee);
    assert_eq!(counted(&event, &due), Some((Some(due.second), How::Ruled)));
    reads_again(&event);
}

/// 存在歧义时，由裁判决定胜负或和棋: a draw can be ruled of a game that was never recorded.
#[test]
fn s9_2_2_2_a_game_without_a_record_gets_its_result_by_a_ruling() {
    let mut event = three();
    let [one, two, three] = [0, 1, 2].map(|at| event.state().due().nth(at).expect("a game"));
    let result = |due: &Due, finding| Decision::Result { game: due.id, finding };
    decide(&mut event, result(&one, Finding::Drawn), Role::Referee);
    decide(&mut event, result(&two, Finding::Nobody), Role::ArbitrationPanel);
    decide(&mut event, result(&three, Finding::Won(three.second)), Role::ChiefReferee);
    assert_eq!(counted(&event, &one), Some((None, How::Ruled)));
    assert_eq!(counted(&event, &two), Some((None, How::Ruled)));
    assert_eq!(counted(&event, &three), Some((Some(three.second), How::Ruled)));
    let again = refused(&event, result(&one, Finding::Nobody), Role::Referee);
    assert!(again.contains("neither played nor due"), "{again}");
    assert!(refused(&event, result(&one, Finding::Drawn), Role::Captain).contains("not by: captain"));
    let whole = event.state().result(one.id.of).expect("begun");
    assert!(whole.to(Lang::Zh).contains("由裁判判定"), "{whole:?}");
    play(&mut event, lower_wins);
    assert_eq!(event.games().len(), 3, "the others are played");
    assert!(event.state().is_over());
    let played = event.games()[0];
    let of = Due { id: played.id, first: played.first, second: played.second, side_ms: 1 };
    assert!(refused(&event, result(&of, Finding::Drawn), Role::Referee).contains("`override`"));
    decide(&mut event, Decision::Override { game: of.id, finding: Finding::Drawn }, Role::Referee);
    assert_eq!(counted(&event, &of), Some((None, How::Overridden)));
    decide(&mut event, Decision::Revoke { ruling: 0 }, Role::ChiefReferee);
    assert_eq!(first_due(&event), one, "taken back, it is due again");
    reads_again(&event);
}

/// 选手对比赛过程安排或比赛结果有异议，须通过领队向仲裁组反映: only a leader objects, only the panel answers, once, and what
/// follows is a ruling of its own.
#[test]
fn s10_1_6_1_a_leader_objects_and_the_panel_answers() {
    let mut event = three();
    let due = first_due(&event);
    event.record(game(due, CountedOutcome::Win(Seat::First))).expect("played");
    let document = Some(ContentHash::of(b"video"));
    let object = Decision::Object { by: due.second, game: Some(due.id), document };
    assert!(refused(&event, object.clone(), Role::Captain).starts_with("`object` is decided by: leader"));
    decide(&mut event, object, Role::Leader);
    decide(&mut event, Decision::Object { by: E(0), game: None, document: None }, Role::Leader);
    let answer = |objection, upheld| Decision::Answer { objection, upheld };
    assert!(refused(&event, answer(0, true), Role::Referee).contains("arbitration panel"));
    assert!(refused(&event, answer(2, true), Role::ArbitrationPanel).contains("no objection that stands"));
    assert_eq!(event.state().open_objections(), [0, 1]);
    decide(&mut event, answer(0, true), Role::ArbitrationPanel);
    assert!(refused(&event, answer(0, false), Role::ArbitrationPanel).contains("was answered by ruling 2"));
    assert_eq!(
        counted(&event, &due),
        Some((Some(due.first), How::Played)),
        "the answer alone changes nothing"
    );
    decide(&mut event, Decision::Question { game: due.id }, Role::ArbitrationPanel);
    assert_eq!(event.objection_behind(3), Some(0), "it names the objection that it follows from");
    assert_eq!((event.objection_behind(2), event.state().open_objections()), (None, vec![1]));
    decide(&mut event, answer(1, false), Role::ArbitrationPanel);
    assert!(event.state().open_objections().is_empty());
    let said = event.words(&event.rulings()[0].decision);
    assert!(said.to(Lang::Zh).contains("提出异议（材料 "), "{said:?}");
    reads_again(&event);
}

/// 总则: 对有争议的参赛队审查源程序、当场编译、答辩; for copying, copier and copied are out alike.
#[test]
fn a_hearing_that_finds_copied_programs_disqualifies() {
    let mut event = three();
    let hearing = |copied| Decision::Hearing { entries: vec![E(0), E(1)], copied };
    decide(&mut event, hearing(false), Role::ArbitrationPanel);
    assert_eq!(event.state().due().count(), 6, "nothing was found");
    assert!(refused(&event, hearing(true), Role::Referee).starts_with("`hearing` is decided by"));
    decide(&mut event, hearing(true), Role::ArbitrationPanel);
    play(&mut event, lower_wins);
    let places = order(&event);
    assert_eq!(places[0], (Some(1), E(2)));
    assert!(places[1..].iter().all(|(place, _)| place.is_none()), "{places:?}");
    let none = Decision::Hearing { entries: vec![], copied: false };
    assert!(refused(&event, none, Role::ArbitrationPanel).contains("whose programs"));
}

/// 所有人员必须凭学生证进入赛场: who checked in is kept. 须征得现场裁判同意: so is who consented, and to what.
#[test]
fn check_in_and_consent_are_kept_and_change_nothing() {
    let mut event = three();
    let due = first_due(&event);
    let before: Vec<Due> = event.state().due().collect();
    decide(&mut event, Decision::Present { entry: E(1) }, Role::Organiser);
    decide(&mut event, Decision::Present { entry: E(2) }, Role::Referee);
    decide(&mut event, Decision::Revoke { ruling: 1 }, Role::Referee);
    let consent = |to: &str| Decision::Consent { game: due.id, by: due.first, to: to.to_owned() };
    decide(&mut event, consent("重赛"), Role::Captain);
    assert_eq!(event.state().present().into_iter().collect::<Vec<_>>(), [E(1)]);
    assert_eq!(event.state().due().collect::<Vec<_>>(), before);
    assert!(refused(&event, consent(" "), Role::Captain).contains("consents to"));
    assert!(event.rulings().iter().take(1).all(|ruling| ruling.decision.is_note()));
    reads_again(&event);
}

/// 在规定时间内完成比赛且取得双方认可的一方获胜: a result that one side has not confirmed is known as such.
#[test]
fn s9_2_2_1_a_result_is_confirmed_by_both_sides_or_named_unconfirmed() {
    let mut event = three();
    let due = first_due(&event);
    let played = game(due, CountedOutcome::Draw);
    event.record(played).expect("played");
    let confirm = |by| Decision::Confirm { game: due.id, by };
    decide(&mut event, confirm(due.second), Role::Captain);
    assert_eq!(event.state().unconfirmed(&played), [due.first]);
    decide(&mut event, confirm(due.first), Role::Captain);
    assert!(event.state().unconfirmed(&played).is_empty());
}

/// On results the chief referee is final (the national rules): what a referee ruled from an account of his own counts at once, and
/// waits for the chief referee's word.
#[test]
fn what_a_referee_ruled_counts_and_waits_for_the_chief_referee() {
    let mut event = three();
    let due = first_due(&event);
    let forfeit = Decision::Forfeit { game: due.id, by: vec![due.second] };
    decide(&mut event, forfeit, Role::Referee);
    assert!(event.unendorsed().is_empty(), "by no account: an organiser wrote it down");
    decide(&mut event, Decision::Excuse { entry: due.first }, Role::Referee);
    let mut rulings = event.rulings().to_vec();
    for ruling in &mut rulings {
        ruling.account = Some("r1".to_owned());
    }
    let anew = Event::new(event.plan().clone(), teams(3), event.seed().clone()).expect("an event");
    let mut event = anew.resume(event.games().to_vec(), rulings).expect("as kept");
    assert_eq!(event.unendorsed(), [0], "an excuse is the referee's alone");
    assert_eq!(counted(&event, &due), Some((Some(due.first), How::Forfeit)), "it counts at once");
    let endorse = |ruling| Decision::Endorse { ruling };
    for by in [Role::Referee, Role::ArbitrationPanel, Role::Organiser] {
        assert!(refused(&event, endorse(0), by).contains("chief referee"), "{by:?}");
    }
    for other in [1, 7] {
        let why = refused(&event, endorse(other), Role::ChiefReferee);
        assert!(why.contains("does not wait for the chief referee"), "{why}");
    }
    decide(&mut event, endorse(0), Role::ChiefReferee);
    assert!(event.unendorsed().is_empty());
    assert!(refused(&event, endorse(0), Role::ChiefReferee).contains("is confirmed"));
    // The word is taken back, and then the ruling.
    decide(&mut event, Decision::Revoke { ruling: 2 }, Role::ChiefReferee);
    assert_eq!(event.unendorsed(), [0]);
    decide(&mut event, Decision::Revoke { ruling: 0 }, Role::ChiefReferee);
    assert!(event.unendorsed().is_empty());
    assert_eq!(counted(&event, &due), None);
}
