//! 七（二） and 八: who comes, with what, and what happens at the tables.

use super::source::{MINUTE, OPENS, STAFF, call, check_in, done, drawn, pair, refused, signed_up};
use crate::events::play::{event, game, teams};
use crate::table_plan::contest::{MOST, at, fixtures, hall, school};
use leitai_tournament::contest::{
    Contest, ContestDeed, Duty, LATE_MS, OnBehalf, TableStands, TeamId, TimerKind,
};
use leitai_tournament::table_plan::TablePlan;
use leitai_tournament::{
    CountedOutcome, Decision, DecisionKind, EntryId, Event, How, Plan, RecordedGame, Role, Seat,
};

const T: fn(u32) -> TeamId = TeamId;

fn three() -> Event {
    event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3))
}

fn table(contest: &Contest, number: u32) -> TableStands {
    contest.table(number).expect("busy").clone()
}

/// 比赛过程中欲修正操作失误，须征得现场裁判同意: nobody but a referee enters a slip as restored.
#[test]
fn s7_2_1_a_slip_is_corrected_by_a_referee_alone() {
    let event = three();
    let due = event.state().due().next().expect("a game");
    let slip = Decision::Slip { game: due.id, by: due.first, restored: true };
    for role in Role::ALL {
        let may = [Role::Referee, Role::ChiefReferee].contains(&role);
        assert_eq!(event.ruled(slip.clone(), role, "误触").is_ok(), may, "{role:?}");
    }
    let consent = Decision::Consent { game: due.id, by: due.first, to: "复盘".to_owned() };
    event.ruled(consent, Role::Captain, "双方同意").expect("what a side consents to is kept");
}

/// 在两场比赛的中间休息时间，可以修改或调整程序与参数(≤10分钟): ten minutes lie between two matches of a team, whatever the games.
#[test]
fn s7_2_2_1_ten_minutes_lie_between_two_matches_of_a_team() {
    let mut all = fixtures(0, &school(MOST, &[0, 1, 2]), &[0, 1, 2]);
    all.extend(fixtures(1, &school(MOST, &[0, 3]), &[0, 3]));
    let plan = TablePlan::new(&all, &hall(9, 2), at(14, 0));
    for team in [0, 1, 2, 3].map(TeamId) {
        let mut own: Vec<_> = plan.of_team(team).map(|booking| booking.sitting).collect();
        own.sort_by_key(|sitting| sitting.from);
        assert!(own.windows(2).all(|two| two[1].from >= two[0].until + 10 * MINUTE), "{own:?}");
    }
    assert_eq!(plan.of_team(T(0)).count(), 3);
}

/// 但不能更换计算机设备: what a team checked in with is not its own to change.
#[test]
fn s7_2_2_2_no_team_changes_its_machine_itself() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
    let other = check_in(0, "乙机", "v1", "");
    assert!(
        refused(&mut contest, OPENS, OnBehalf::Account("s0"), &other).contains("organisers and referees")
    );
    assert_eq!(contest.check_in(T(0)).expect("there").1.machine, "甲机");
}

/// 若所提供的计算机不能正常运行，必须更换计算机设备，需要得到现场裁判的许可: a referee enters the other one, also during a match.
#[test]
fn s7_2_2_3_a_referee_lets_a_broken_machine_be_replaced() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    done(&mut contest, OPENS, &ContestDeed::Start { table: 1, of: pair(0, 1).game(0) });
    done(&mut contest, OPENS + MINUTE, &check_in(0, "备用机", "v1", ""));
    assert_eq!(
        contest.check_in(T(0)).map(|(ms, it)| (*ms, it.machine.as_str())),
        Some((OPENS + MINUTE, "备用机"))
    );
}

/// 同场博弈的双方，先、后手要使用同一个程序比赛.
#[test]
fn s7_2_2_4_both_games_of_a_pairing_are_played_with_the_same_program() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1.1", ""));
    done(&mut contest, OPENS, &ContestDeed::Start { table: 1, of: pair(0, 1).game(0) });
    let changed = refused(&mut contest, OPENS, STAFF, &check_in(0, "甲机", "v2", ""));
    assert!(changed.contains("at table 1 has begun: both games of it"), "{changed}");
    done(&mut contest, OPENS, &ContestDeed::Clear { table: 1 });
    done(&mut contest, OPENS, &check_in(0, "甲机", "v2", ""));
}

/// 比赛过程中每方仅允许一名队员执行裁判员允许的操作.
#[test]
fn s7_2_3_1_one_member_operates() {
    let mut contest = drawn();
    let stranger = refused(&mut contest, OPENS, STAFF, &check_in(0, "甲机", "", "孙"));
    assert_eq!(stranger, "孙 is no member of 甲队: one of its members operates");
    assert!(refused(&mut contest, OPENS, STAFF, &check_in(0, "甲机", "", "赵，钱")).contains("no member"));
    done(&mut contest, OPENS, &check_in(0, "甲机", "", "钱"));
    assert_eq!(contest.check_in(T(0)).expect("there").1.operator, "钱");
}

/// 比赛过程中如有一方崩盘（死机，或者程序自动退出），原则上该方判输: in principle, so that a ruling can say otherwise.
#[test]
fn s7_2_5_who_crashes_loses_unless_a_ruling_says_otherwise() {
    let mut event = three();
    let due = event.state().due().next().expect("a game");
    let crash =
        RecordedGame { how: How::Fault, faults: [1, 0], ..game(due, CountedOutcome::Win(Seat::Second)) };
    event.record(crash).expect("taken");
    let winner = |event: &Event| event.state().a_match(due.id.of).expect("begun").games[0].winner();
    assert_eq!(winner(&event), Some(due.second));
    let ruling = Decision::Override { game: due.id, finding: leitai_tournament::Finding::Drawn };
    event.decide(ruling, Role::ChiefReferee, "断电").expect("taken");
    assert_eq!(winner(&event), None);
    assert_eq!(event.games(), [crash], "what happened is kept");
}

/// 原则上每个参赛队至少要有一名队员到现场操作电脑比赛: from the call on both are waited for, until one of each is there.
#[test]
fn s7_2_7_1_a_team_is_waited_for_until_somebody_of_it_is_there() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    let waits =
        |contest: &Contest| table(contest, 1).timers.iter().map(|(team, _)| team.0).collect::<Vec<_>>();
    assert_eq!(waits(&contest), [0, 1]);
    assert!(table(&contest, 1).timers.iter().all(|(_, timer)| timer.kind == TimerKind::Late));
    done(&mut contest, OPENS + MINUTE, &ContestDeed::Arrive { table: 1, team: T(1) });
    assert_eq!(waits(&contest), [0]);
    let timer = table(&contest, 1).timers[0].1;
    assert_eq!((timer.left_ms(OPENS + 9 * MINUTE), timer.is_over(OPENS + LATE_MS)), (MINUTE, true));
}

/// 征得裁判同意的例外: the referee excuses, with words that are kept in the journal.
#[test]
fn s7_2_7_3_a_referee_excuses_who_is_late() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    let excuse = ContestDeed::Resume { table: 1, team: T(0), excuse: "堵车".to_owned() };
    assert!(refused(&mut contest, OPENS, OnBehalf::Account("s0"), &excuse).contains("referees"));
    done(&mut contest, OPENS + LATE_MS, &excuse);
    assert!(table(&contest, 1).there.contains(&T(0)));
    let mut event = three();
    event.decide(Decision::Excuse { entry: EntryId(0) }, Role::Referee, "堵车").expect("kept");
    assert!(event.rulings()[0].decision.is_note() && event.state().due().count() == 6, "nothing is lost");
}

/// 比赛需要自带计算机参加比赛.
#[test]
fn s8_1_a_team_brings_a_machine() {
    let mut contest = signed_up();
    assert_eq!(
        refused(&mut contest, OPENS, STAFF, &check_in(0, " ", "v1", "")),
        "say which machine the team brings"
    );
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
}

/// 因设备原因……征得裁判同意的例外: the time runs at the table, and ends by a referee's words instead of a forfeit.
#[test]
fn s8_2_3_a_referee_excuses_equipment() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    for team in [0, 1] {
        done(&mut contest, OPENS, &ContestDeed::Arrive { table: 1, team: T(team) });
    }
    done(&mut contest, OPENS, &ContestDeed::Wait { table: 1, team: T(1), kind: TimerKind::Equipment });
    let (team, timer) = table(&contest, 1).timers[0];
    assert_eq!((team, timer.kind, timer.is_over(OPENS + LATE_MS - 1)), (T(1), TimerKind::Equipment, false));
    let excuse = ContestDeed::Resume { table: 1, team: T(1), excuse: "电源故障".to_owned() };
    done(&mut contest, OPENS + LATE_MS, &excuse);
    assert!(table(&contest, 1).timers.is_empty() && table(&contest, 1).there.len() == 2);
}

/// 所有人员必须凭学生证进入赛场: who is there is what those at the door entered, not what a team says of itself.
#[test]
fn s10_1_1_who_is_there_is_entered_at_the_door() {
    let mut contest = signed_up();
    let itself = refused(&mut contest, OPENS, OnBehalf::Account("s0"), &check_in(0, "甲机", "", ""));
    assert!(itself.contains("organisers and referees"), "{itself}");
    assert_eq!(contest.check_in(T(0)), None);
    done(&mut contest, OPENS, &check_in(0, "甲机", "", ""));
    assert_eq!(contest.check_in(T(0)).expect("there").0, OPENS);
}

/// 成立赛项工作组……全面负责本赛项的筹备和实施工作: what prepares and runs the contest is not for teams to do.
#[test]
fn s10_2_1_2_only_staff_prepares_and_runs_the_contest() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    let draw = ContestDeed::Draw { game: super::source::named("hex"), event: "h".to_owned(), teams: vec![] };
    let appoint = ContestDeed::Appoint { account: "s0".to_owned(), duty: Duty::ChiefReferee };
    let deeds = [
        ContestDeed::State { terms: super::source::terms() },
        ContestDeed::Close,
        draw,
        appoint,
        ContestDeed::Dismiss { account: "r".to_owned() },
        check_in(0, "甲机", "", ""),
        call(2, "gomoku", [2, 3]),
        ContestDeed::Arrive { table: 1, team: T(0) },
        ContestDeed::Wait { table: 1, team: T(1), kind: TimerKind::Equipment },
        ContestDeed::Resume { table: 1, team: T(0), excuse: String::new() },
        ContestDeed::Start { table: 1, of: pair(0, 1).game(0) },
        ContestDeed::Clear { table: 1 },
        ContestDeed::Publish { game: None, list: String::new(), barred: Vec::new() },
    ];
    for deed in deeds {
        assert!(
            refused(&mut contest, OPENS, OnBehalf::Account("s0"), &deed).contains("organisers and referees")
        );
    }
}

/// 认真检查、核准证件，非参赛选手不准进入赛场: nobody but a team of the contest is checked in, or sits down.
#[test]
fn s10_2_4_only_teams_of_the_contest_are_let_in() {
    let mut contest = signed_up();
    assert!(refused(&mut contest, OPENS, STAFF, &check_in(7, "机", "", "")).contains("no team t7"));
    let leave = ContestDeed::Withdraw { team: T(3), why: "病".to_owned() };
    done(&mut contest, OPENS, &leave);
    assert!(refused(&mut contest, OPENS, STAFF, &check_in(3, "机", "", "")).contains("has left"));
    let mut contest = drawn();
    assert!(refused(&mut contest, OPENS, STAFF, &call(1, "nogo", [2, 3])).contains("does not play nogo"));
    done(&mut contest, OPENS, &call(1, "gomoku", [0, 1]));
    let stranger = ContestDeed::Arrive { table: 1, team: T(2) };
    assert!(refused(&mut contest, OPENS, STAFF, &stranger).contains("does not play at table 1"));
}

/// 当比赛出现技术问题（包括设备、器材等）时，应及时处理: it is noted at its table, runs, and is ended by who handles it.
#[test]
fn s10_2_6_1_a_technical_problem_is_noted_and_ended() {
    let mut contest = drawn();
    let wait = ContestDeed::Wait { table: 2, team: T(2), kind: TimerKind::Equipment };
    assert!(refused(&mut contest, OPENS, STAFF, &wait).contains("nothing was called to table 2"));
    done(&mut contest, OPENS, &call(2, "gomoku", [2, 3]));
    done(&mut contest, OPENS, &wait);
    done(&mut contest, OPENS + MINUTE, &ContestDeed::Resume { table: 2, team: T(2), excuse: String::new() });
    assert_eq!(table(&contest, 2).timers.iter().map(|(team, _)| *team).collect::<Vec<_>>(), [T(3)]);
}

/// Machines, nationally: teams bring their own, the committee lends spare ones, one program a machine; trouble of more than
/// ten minutes is a forfeit unless the referee allows it.
#[test]
fn n5_a_spare_machine_serves_one_program() {
    let mut contest = drawn();
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
    done(&mut contest, OPENS, &check_in(0, "备用机 1", "v1", ""));
    done(&mut contest, OPENS, &check_in(1, "甲机", "v1", ""));
    assert!(
        refused(&mut contest, OPENS, STAFF, &check_in(2, "备用机 1", "", "")).contains("甲队 plays with")
    );
    let mut event = three();
    let due = event.state().due().next().expect("a game");
    let forfeit = Decision::Equipment { game: due.id, by: due.first };
    assert!(event.ruled(forfeit.clone(), Role::Captain, "死机").is_err());
    event.decide(forfeit, Role::Referee, "死机 11 分钟").expect("taken");
    let it = event.state().a_match(due.id.of).expect("begun").games[0];
    assert_eq!((it.winner(), it.how), (Some(due.second), How::Forfeit));
}

/// Operators, nationally: one a side, only what the referee allows; steering the program loses the game, the second time the
/// contest; slips are corrected with the referee's consent.
#[test]
fn n6_what_an_operator_may_and_what_it_costs() {
    let mut contest = drawn();
    assert!(refused(&mut contest, OPENS, STAFF, &check_in(2, "机", "", "周")).contains("no member of 丙队"));
    let mut event = three();
    let of_two = |event: &Event| {
        event.state().due().find(|due| [due.first, due.second].contains(&EntryId(2))).expect("a game")
    };
    for times in 1..=2 {
        let due = of_two(&event);
        event
            .decide(Decision::Meddling { game: due.id, by: EntryId(2) }, Role::Referee, "改程序")
            .expect("taken");
        assert_eq!(event.state().left(EntryId(2)).is_some(), times == 2);
    }
    let slip = DecisionKind::named("slip").expect("a kind");
    assert_eq!(slip.by, [Role::Referee, Role::ChiefReferee]);
}

/// Between games, nationally: ten minutes to change program or settings, not the machine; both games of a pairing with the same
/// program.
#[test]
fn n7_between_two_pairings_the_program_may_change() {
    let mut contest = drawn();
    let terms = contest.terms();
    assert_eq!(terms.pause_ms, 10 * MINUTE as u64);
    done(&mut contest, OPENS, &check_in(0, "甲机", "v1", ""));
    for (at, other) in [(0, 1), (1, 2)] {
        done(&mut contest, OPENS, &call(1, "gomoku", [0, other]));
        done(&mut contest, OPENS, &check_in(0, "甲机", &format!("v{at}.1"), ""));
        done(&mut contest, OPENS, &ContestDeed::Start { table: 1, of: pair(0, other).game(0) });
        refused(&mut contest, OPENS, STAFF, &check_in(0, "甲机", "v9", ""));
        done(&mut contest, OPENS, &ContestDeed::Clear { table: 1 });
    }
    let changed = check_in(0, "丙机", "v2", "");
    assert!(refused(&mut contest, OPENS, OnBehalf::Account("s0"), &changed).contains("referees"));
}
