//! A contest by the school's text, sentence by sentence.

use super::*;
use crate::{Lang, MatchId, Side, Spot};
use leitai_core::GameName;
use std::collections::BTreeSet;

const CLOSES: i64 = 1_761_148_800_000;
const OPENS: i64 = CLOSES + 21 * 86_400_000;
const STAFF: OnBehalf<'static> = OnBehalf::Staff;

fn named(game: &str) -> GameName<'static> {
    GameName::try_from(game.to_owned()).expect("a name")
}

fn terms() -> ContestTerms {
    let games = ["gomoku", "nogo", "hex"].map(|game| ContestGame { game: named(game), side_ms: 900_000 });
    let mut terms = ContestTerms::new("校内赛", ContestPreset::School, games.to_vec());
    terms.sign_up.closes_ms = Some(CLOSES);
    terms.hours = vec![crate::HallHours { from: OPENS, until: OPENS + 12_600_000 }];
    terms.tables = 4;
    terms
}

fn member(name: &str) -> Member {
    Member { name: name.to_owned(), number: format!("no {name}"), class: String::new() }
}

fn form(name: &str, games: &[&str], members: &[&str]) -> TeamForm {
    TeamForm {
        name: name.to_owned(),
        games: games.iter().map(|game| named(game)).collect::<BTreeSet<_>>(),
        members: members.iter().map(|name| member(name)).collect(),
        ..TeamForm::default()
    }
}

fn sign_up(form: TeamForm) -> ContestDeed {
    ContestDeed::SignUp { form, account: Some("s1".to_owned()) }
}

pub(super) fn refused(contest: &mut Contest, at_ms: i64, by: OnBehalf<'_>, deed: &ContestDeed) -> String {
    let before = contest.clone();
    let why = contest.take(at_ms, by, deed).expect_err("it is refused");
    assert_eq!(before, *contest, "nothing has changed");
    assert_ne!(why.to(Lang::En), why.to(Lang::Zh));
    why.to(Lang::En).to_owned()
}

pub(super) fn with_teams() -> Contest {
    let mut contest = Contest::new(terms()).expect("terms");
    for (name, games, people) in [
        ("甲队", &["gomoku", "nogo"][..], &["赵", "钱"][..]),
        ("乙队", &["gomoku"], &["孙"]),
        ("丙队", &["nogo", "gomoku"], &["李"]),
    ] {
        contest
            .take(CLOSES - 1, OnBehalf::Account("s1"), &sign_up(form(name, games, people)))
            .expect("signs up");
    }
    contest
}

/// 报名时间：截止至10月22日24点之前.
#[test]
fn s2_5_1_nothing_is_taken_at_the_closing_time_but_from_an_organiser() {
    let mut contest = with_teams();
    let late = sign_up(form("丁队", &["hex"], &["周"]));
    assert_eq!(contest.sign_up(CLOSES - 1), SignUpStands::Open(Some(CLOSES)));
    assert!(refused(&mut contest, CLOSES, OnBehalf::Account("s1"), &late).contains("closed"));
    contest.take(CLOSES, STAFF, &late).expect("an organiser mends");
    let change = ContestDeed::Change { team: TeamId(0), form: form("甲队", &["hex"], &["赵"]) };
    assert!(refused(&mut contest, CLOSES, OnBehalf::Account("s1"), &change).contains("organiser"));
}

#[test]
fn an_account_does_what_is_its_own_teams_alone() {
    let mut contest = with_teams();
    let other = OnBehalf::Account("s9");
    let change = ContestDeed::Change { team: TeamId(0), form: form("甲队", &["hex"], &["赵"]) };
    let leave = ContestDeed::Withdraw { team: TeamId(0), why: "ill".to_owned() };
    for deed in [change, leave, sign_up(form("丁队", &["hex"], &["周"]))] {
        assert!(refused(&mut contest, 0, other, &deed).contains("only its own account"));
    }
    for deed in [ContestDeed::Close, ContestDeed::State { terms: terms() }, ContestDeed::Clear { table: 1 }] {
        assert!(refused(&mut contest, 0, other, &deed).contains("for organisers and referees"));
    }
}

/// 以团队的方式报名，每个团队不超过3名同学.
#[test]
fn s2_5_2_2_a_team_of_four_is_named() {
    let mut contest = with_teams();
    let four = form("丁队", &["hex"], &["周", "吴", "郑", "王"]);
    assert!(
        refused(&mut contest, 0, STAFF, &sign_up(four)).contains("at most 3 members, and this one has 4")
    );
    contest.take(0, STAFF, &sign_up(form("丁队", &["hex"], &["周", "吴", "郑"]))).expect("three");
}

/// 指导老师不超过2人.
#[test]
fn s2_5_2_3_three_teachers_are_named() {
    let contest = with_teams();
    let mut three = form("丁队", &["hex"], &["周"]);
    three.teachers = ["冯", "陈", "褚"].map(str::to_owned).to_vec();
    let troubles = three.read(contest.terms()).expect_err("too many");
    assert_eq!(troubles[0].at, "teachers");
    assert!(troubles[0].what.to(Lang::En).contains("at most 2 teachers"), "{troubles:?}");
    form("丁队", &["hex"], &["周"]).read(contest.terms()).expect("none is needed");
}

#[test]
fn s2_5_2_1_whoever_is_in_another_team_of_a_game_and_a_name_that_looks_the_same_are_refused() {
    let mut contest = with_teams();
    let twice = sign_up(form("丁队", &["gomoku"], &["周", "孙"]));
    assert!(refused(&mut contest, 0, STAFF, &twice).contains("孙 is in 乙队"));
    contest.take(0, STAFF, &sign_up(form("丁队", &["hex"], &["孙"]))).expect("another game");
    let same = sign_up(form("甲 队", &["hex"], &["卫"]));
    assert!(refused(&mut contest, 0, STAFF, &same).contains("looks the same"));
    let unknown = sign_up(form("戊队", &["xiangqi"], &["卫"]));
    assert!(refused(&mut contest, 0, STAFF, &unknown).contains("no xiangqi"));
}

/// Entry, nationally: at most 2 teams of one school in one game; at most 5 members a team, 1–2 teachers; a description of
/// the program.
#[test]
fn n1_a_school_sends_no_more_than_its_quota_and_a_team_has_a_teacher() {
    let mut terms = terms();
    terms.team = ContestPreset::National.limits();
    let mut contest = Contest::new(terms).expect("terms");
    let of = |name: &str, person: &str| {
        let mut form = form(name, &["hex"], &[person]);
        form.school = "蚌埠工商学院".to_owned();
        form.teachers = vec!["冯".to_owned()];
        sign_up(form)
    };
    contest.take(0, STAFF, &of("一队", "赵")).expect("first");
    contest.take(0, STAFF, &of("二队", "钱")).expect("second");
    assert!(refused(&mut contest, 0, STAFF, &of("三队", "孙")).contains("has 2 teams in hex already"));
    let mut six = form("六人", &["gomoku"], &["一", "二", "三", "四", "五", "六"]);
    let troubles = six.clone().read(contest.terms()).expect_err("six members, and no teacher");
    let at: Vec<&str> = troubles.iter().map(|trouble| trouble.at.as_str()).collect();
    assert_eq!(at, ["members", "teachers"]);
    assert!(
        troubles[1].what.to(Lang::En).contains("has 1 to 2 teachers, and this one has 0"),
        "{troubles:?}"
    );
    six.members.pop();
    six.teachers = vec!["冯".to_owned(), "陈".to_owned()];
    contest.take(0, STAFF, &sign_up(six)).expect("five members, two teachers");
    let handed_in =
        ContestDeed::Describe { team: TeamId(2), hash: "ab".to_owned(), name: "说明.pdf".to_owned() };
    contest.take(0, STAFF, &handed_in).expect("kept");
    assert_eq!(contest.team(TeamId(2)).and_then(|team| team.description.as_deref()), Some("ab"));
}

/// Tables that are in use, or that a referee has, do not go.
#[test]
fn terms_do_not_take_a_table_away_from_under_a_match_or_a_referee() {
    let mut contest = with_teams();
    let appoint = ContestDeed::Appoint { account: "r1".to_owned(), duty: Duty::Referee(vec![3]) };
    contest.take(0, STAFF, &appoint).expect("appointed");
    let state = |tables| ContestDeed::State { terms: ContestTerms { tables, ..terms() } };
    assert!(refused(&mut contest, 0, STAFF, &state(2)).contains("of the referee r1"));
    contest.take(0, STAFF, &state(3)).expect("his is there");
}

/// 现场抽签分组 … 只要参加了抽签，就要参加完整的比赛.
#[test]
fn s5_3_a_game_is_drawn_once_after_sign_up_with_the_teams_that_were_shown() {
    let mut contest = with_teams();
    let teams: Vec<TeamId> = contest.playing(&named("gomoku")).map(|team| team.id).collect();
    let draw = |teams: &[TeamId]| ContestDeed::Draw {
        game: named("gomoku"),
        event: "校内赛 五子棋".to_owned(),
        teams: teams.to_vec(),
    };
    assert!(refused(&mut contest, CLOSES - 1, STAFF, &draw(&teams)).contains("not closed"));
    assert!(refused(&mut contest, CLOSES, STAFF, &draw(&teams[..2])).contains("have changed"));
    contest.take(CLOSES, STAFF, &draw(&teams)).expect("drawn");
    assert!(refused(&mut contest, CLOSES, STAFF, &draw(&teams)).contains("already"));
    let leave = ContestDeed::Withdraw { team: TeamId(0), why: "ill".to_owned() };
    assert!(refused(&mut contest, CLOSES, STAFF, &leave).contains("by a ruling"));
    let join = sign_up(form("丁队", &["gomoku"], &["周"]));
    assert!(refused(&mut contest, CLOSES, STAFF, &join).contains("nobody joins"));
    let hex =
        ContestDeed::Draw { game: named("hex"), event: "校内赛 海克斯棋".to_owned(), teams: vec![] };
    assert!(refused(&mut contest, CLOSES, STAFF, &hex).contains("needs two"));
}

/// A team in two games is never at two tables; ≤10分钟 runs for who is not there, and for equipment.
#[test]
fn tables_are_called_once_and_their_timers_run_until_somebody_decides() {
    let mut contest = with_teams();
    for (game, event) in [("gomoku", "五子棋"), ("nogo", "不围棋")] {
        let teams = contest.playing(&named(game)).map(|team| team.id).collect();
        let draw = ContestDeed::Draw { game: named(game), event: event.to_owned(), teams };
        contest.take(CLOSES, STAFF, &draw).expect("drawn");
    }
    let side = |number| Side { entry: crate::EntryId(number), submission: 0 };
    let of = MatchId { stage: 0, section: 0, spot: Spot::Pair(side(0), side(1)) };
    let call = |table, game: &str, teams: [u32; 2]| ContestDeed::Call {
        table,
        game: named(game),
        of,
        teams: teams.map(TeamId),
    };
    contest.take(OPENS, STAFF, &call(1, "gomoku", [0, 1])).expect("called");
    assert!(refused(&mut contest, OPENS, STAFF, &call(2, "nogo", [0, 2])).contains("sits at table 1"));
    assert!(refused(&mut contest, OPENS, STAFF, &call(1, "nogo", [2, 0])).contains("taken"));
    assert!(refused(&mut contest, OPENS, STAFF, &call(5, "nogo", [2, 0])).contains("no table 5 of 4"));
    assert!(refused(&mut contest, OPENS, STAFF, &call(2, "gomoku", [2, 2])).contains("between two teams"));
    let table = |contest: &Contest| contest.table(1).expect("busy").clone();
    assert_eq!(table(&contest).timers.len(), 2, "nobody is there yet");
    contest.take(OPENS + 1, STAFF, &ContestDeed::Arrive { table: 1, team: TeamId(0) }).expect("comes");
    let (late, timer) = table(&contest).timers[0];
    assert_eq!((late, timer.kind), (TeamId(1), TimerKind::Late));
    assert_eq!(timer.left_ms(OPENS + 1_000), LATE_MS - 1_000);
    assert!(timer.is_over(OPENS + LATE_MS));
    let excuse = ContestDeed::Resume { table: 1, team: TeamId(1), excuse: "the bus".to_owned() };
    contest.take(OPENS + LATE_MS, STAFF, &excuse).expect("excused");
    assert_eq!(table(&contest).timers, []);
    let wait = ContestDeed::Wait { table: 1, team: TeamId(0), kind: TimerKind::Equipment };
    contest.take(OPENS + LATE_MS, STAFF, &wait).expect("waits");
    assert_eq!(table(&contest).timers[0].1.kind, TimerKind::Equipment);
    let stranger = ContestDeed::Arrive { table: 1, team: TeamId(2) };
    assert!(refused(&mut contest, OPENS, STAFF, &stranger).contains("does not play at table 1"));
    contest.take(OPENS, STAFF, &ContestDeed::Clear { table: 1 }).expect("free");
    contest.take(OPENS, STAFF, &call(2, "nogo", [0, 2])).expect("called");
}

/// 原则上不允许多个程序使用同一台机器参加比赛.
#[test]
fn s8_2_1_two_teams_do_not_bring_one_machine() {
    let mut contest = with_teams();
    let with = CheckIn { machine: "laptop 7".to_owned(), program: "v2".to_owned(), operator: String::new() };
    contest.take(OPENS, STAFF, &ContestDeed::CheckIn { team: TeamId(0), with: with.clone() }).expect("comes");
    let again = ContestDeed::CheckIn { team: TeamId(1), with };
    assert!(refused(&mut contest, OPENS, STAFF, &again).contains("one program a machine"));
    let written =
        CheckIn { machine: " Laptop  7 ".to_owned(), program: String::new(), operator: String::new() };
    let again = ContestDeed::CheckIn { team: TeamId(1), with: written };
    assert!(
        refused(&mut contest, OPENS, STAFF, &again).contains("one program a machine"),
        "as people read it"
    );
    assert_eq!(contest.check_in(TeamId(0)).expect("there").0, OPENS);
    let leave = ContestDeed::Withdraw { team: TeamId(0), why: "ill".to_owned() };
    contest.take(OPENS, STAFF, &leave).expect("it leaves before the draw");
    contest.take(OPENS, STAFF, &again).expect("its machine is free");
}

#[test]
fn s10_2_1_1_referees_serve_their_tables_and_the_chief_referee_all() {
    let mut contest = with_teams();
    let appoint = |account: &str, duty| ContestDeed::Appoint { account: account.to_owned(), duty };
    contest.take(0, STAFF, &appoint("r1", Duty::Referee(vec![1, 2]))).expect("appointed");
    contest.take(0, STAFF, &appoint("c", Duty::ChiefReferee)).expect("appointed");
    contest.take(0, STAFF, &appoint("p", Duty::ArbitrationPanel)).expect("appointed");
    assert!(refused(&mut contest, 0, STAFF, &appoint("r2", Duty::Referee(vec![9]))).contains("no table 9"));
    let serves = |account, table| contest.serves(account, table);
    assert_eq!(
        [serves("r1", 2), serves("r1", 3), serves("c", 4), serves("p", 1), serves("x", 1)],
        [true, false, true, false, false]
    );
}

/// 因设备原因，影响比赛时间超过10分钟者: what equipment took comes on top of the longest time of a match; a table that is cleared
/// is remembered.
#[test]
fn a_match_is_over_later_by_what_its_equipment_took() {
    let mut contest = with_teams();
    let teams = [TeamId(0), TeamId(1)];
    let draw = ContestDeed::Draw {
        game: named("gomoku"),
        event: "校内赛 五子棋".to_owned(),
        teams: vec![TeamId(0), TeamId(1), TeamId(2)],
    };
    contest.take(CLOSES, STAFF, &draw).expect("drawn");
    let side = |entry| Side { entry: crate::EntryId(entry), submission: 0 };
    let of = MatchId { stage: 0, section: 0, spot: Spot::Pair(side(0), side(1)) };
    let (minute, hour) = (60_000, 3_600_000u64);
    contest
        .take(OPENS, STAFF, &ContestDeed::Call { table: 2, game: named("gomoku"), of, teams })
        .expect("called");
    let until = |contest: &Contest, now| contest.table(2).map(|stands| stands.over_by(now, hour) - OPENS);
    assert_eq!(until(&contest, OPENS + 5 * minute), Some(65 * minute), "it has not begun");
    contest
        .take(OPENS + 5 * minute, STAFF, &ContestDeed::Start { table: 2, of: of.game(0) })
        .expect("begins");
    assert_eq!(until(&contest, OPENS + 20 * minute), Some(65 * minute));
    let team = TeamId(1);
    let wait = ContestDeed::Wait { table: 2, team, kind: TimerKind::Equipment };
    contest.take(OPENS + 20 * minute, STAFF, &wait).expect("waits");
    assert_eq!(until(&contest, OPENS + 24 * minute), Some(69 * minute), "while it is waited for");
    let resume = ContestDeed::Resume { table: 2, team, excuse: String::new() };
    contest.take(OPENS + 27 * minute, STAFF, &resume).expect("goes on");
    assert_eq!(until(&contest, OPENS + 50 * minute), Some(72 * minute));
    assert_eq!(until(&contest, OPENS + 90 * minute), Some(90 * minute), "never before now");
    contest.take(OPENS + 70 * minute, STAFF, &ContestDeed::Clear { table: 2 }).expect("free");
    let past = contest.past().first().map(|past| (past.table, past.of, past.until_ms - past.from_ms));
    assert_eq!(past, Some((2, of, 70 * minute)));
}

/// What was done is kept as text, and means the same when it is read again.
#[test]
fn deeds_are_kept_as_text() {
    let all = [
        ContestDeed::State { terms: terms() },
        sign_up(form("甲队", &["hex"], &["赵"])),
        ContestDeed::Close,
        ContestDeed::Appoint { account: "r".to_owned(), duty: Duty::Referee(vec![3]) },
        ContestDeed::Wait { table: 1, team: TeamId(4), kind: TimerKind::Equipment },
        ContestDeed::Attend { team: TeamId(4), who: "赵".to_owned() },
        ContestDeed::Attend { team: TeamId(4), who: String::new() },
        ContestDeed::Publish { game: None, list: String::new(), barred: Vec::new() },
        ContestDeed::Plan {
            matches: vec![PlannedMatch {
                game: named("hex"),
                pairing: crate::table_plan::Pairing::Expected { stage: 1, round: 0, number: 2 },
                round: 0,
                table: 3,
                from_ms: OPENS,
                until_ms: OPENS + 1,
            }],
        },
    ];
    // As it was written before lists had marks.
    let before = serde_json::from_str::<ContestDeed>(r#"{"deed":"publish","game":"hex"}"#).expect("read");
    assert!(matches!(before, ContestDeed::Publish { game: Some(_), .. }));
    for deed in all {
        let text = serde_json::to_string(&deed).expect("JSON");
        assert_eq!(serde_json::from_str::<ContestDeed>(&text).expect(&text), deed);
    }
}

/// 种子队分组: seeds are placed before the draw, among the teams of the game.
#[test]
fn seeds_are_placed_before_the_draw_and_can_be_taken_back() {
    let mut contest = with_teams();
    let game = named("gomoku");
    let place = |team, group| ContestDeed::Place { game: named("gomoku"), team: TeamId(team), group };
    assert!(refused(&mut contest, 0, OnBehalf::Account("s1"), &place(0, Some(1))).contains("organisers"));
    assert!(refused(&mut contest, 0, STAFF, &place(7, Some(1))).contains("does not play"));
    assert!(refused(&mut contest, 0, STAFF, &place(0, Some(0))).contains("from 1"));
    assert!(refused(&mut contest, 0, STAFF, &place(0, None)).contains("in no group"));
    contest.take(0, STAFF, &place(0, Some(2))).expect("placed");
    contest.take(0, STAFF, &place(1, Some(1))).expect("placed");
    contest.take(0, STAFF, &place(0, None)).expect("by lot after all");
    assert_eq!([0, 1].map(|team| contest.placed(&game, TeamId(team))), [None, Some(1)]);
    let teams = contest.playing(&game).map(|team| team.id).collect();
    let draw = ContestDeed::Draw { game, event: "e".to_owned(), teams };
    contest.take(CLOSES, STAFF, &draw).expect("drawn");
    assert!(refused(&mut contest, CLOSES, STAFF, &place(2, Some(1))).contains("drawn already"));
}

/// Seeds by the results of the last three years: first to third, the same school, game and team name.
#[test]
fn n3_seeds_are_proposed_by_the_places_of_three_years() {
    let contest = with_teams();
    let game = named("gomoku");
    let names: Vec<(String, String)> =
        contest.playing(&game).map(|team| (team.form.name.clone(), team.form.school.clone())).collect();
    assert!(names.len() >= 3, "{names:?}");
    let place = |team: usize, year, place| PastPlace {
        team: names[team].0.clone(),
        school: names[team].1.clone(),
        of_game: named("gomoku"),
        year,
        contest: "Cup".to_owned(),
        place,
    };
    let by = |past: &[PastPlace], groups| {
        let seeds = contest.seeds_by(&game, past, (2026, groups));
        seeds.into_iter().map(|seed| (seed.team.0, seed.group, seed.by.len())).collect::<Vec<_>>()
    };
    let past = [place(0, 2023, 3), place(1, 2025, 1), place(2, 2024, 1), place(0, 2025, 2)];
    assert_eq!(
        by(&past, 2),
        [(1, 1, 1), (2, 2, 1), (0, 2, 2)],
        "the best place, then the later year; back and forth"
    );
    assert_eq!(by(&past, 4), [(1, 1, 1), (2, 2, 1), (0, 3, 2)]);
    assert!(by(&past, 1).is_empty(), "nobody is placed where there is one group");
    // Too long ago, this year's, a fourth place, another game, another school.
    let other_game = PastPlace { of_game: named("hex"), ..place(1, 2025, 1) };
    let other_school = PastPlace { school: "elsewhere".to_owned(), ..place(1, 2025, 1) };
    for none in [place(1, 2022, 1), place(1, 2026, 1), place(1, 2025, 4), other_game, other_school] {
        assert!(by(std::slice::from_ref(&none), 2).is_empty(), "{none:?}");
    }
    let seeds = contest.seeds_by(&game, &past, (2026, 2));
    let said = seeds[2].words();
    assert_eq!(said.to(Lang::En), "place 2 in Cup, 2025; place 3 in Cup, 2023");
    assert_eq!(said.to(Lang::Zh), "2025 年“Cup”第 2 名；2023 年“Cup”第 3 名");
}
