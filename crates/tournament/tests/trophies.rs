//! Trophies, the words of the notice period, who is barred, and the registry: one case for each sentence of the rules.

use crate::events::play::{event, teams};
use leitai_tournament::awards::{Barred, Notice, Placed, Prize, RegistryRow, Trophies};
use leitai_tournament::{Decision, EntryId, Lang, Plan, Role, Sentence};

const NAMES: [&str; 6] = ["e0", "e1", "e2", "e3", "e4", "e5"];

/// Trophies of six teams with these ranks, of schools called by letters; `-` is none.
fn trophies(ranks: [u32; 6], schools: &str) -> Trophies {
    let places: Vec<Placed> =
        (0..).zip(ranks).map(|(entry, rank)| Placed { entry: EntryId(entry), rank, field: 6 }).collect();
    let school =
        |entry: EntryId| Some(&schools[entry.index()..=entry.index()]).filter(|school| *school != "-");
    Trophies::new(&places, 3, |entry| NAMES[entry.index()], school)
}

fn shown(trophies: &Trophies) -> Vec<String> {
    trophies.list.iter().map(|it| format!("{} {}", it.entry, it.number)).collect()
}

/// First to third, one trophy a school in each game; the rest go to the next school in order.
#[test]
fn n11_a_school_has_one_trophy_and_the_next_moves_up() {
    let given = trophies([1, 2, 3, 4, 5, 6], "AABBCC");
    assert_eq!(shown(&given), ["e0 1", "e2 2", "e4 3"]);
    assert_eq!(given.passed_over.iter().map(|it| it.entry.0).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(
        given.passed_over[0].why.to(Lang::En),
        "e1 of A is ranked 2, but e0 of the same school has a trophy: one for a school, and the next school moves up"
    );
    assert_eq!(given.list[1].why.to(Lang::Zh), "6 队中第 3 名，获第 2 座奖杯；因e1所在学校已有奖杯而递补");
    assert_eq!(given.list[0].why.to(Lang::En), "trophy 1 for rank 1 of 6");
}

#[test]
fn teams_without_a_school_stand_for_themselves() {
    assert_eq!(shown(&trophies([1, 2, 3, 4, 5, 6], "--A--A")), ["e0 1", "e1 2", "e2 3"]);
    assert_eq!(shown(&trophies([1, 2, 3, 4, 5, 6], "AAAAAA")), ["e0 1"], "one school has one");
}

#[test]
fn schools_that_share_a_place_share_its_trophy() {
    assert_eq!(shown(&trophies([1, 1, 3, 4, 5, 6], "ABCDEF")), ["e0 1", "e1 1", "e2 3"]);
    assert_eq!(shown(&trophies([1, 2, 3, 3, 5, 6], "ABCDEF")), ["e0 1", "e1 2", "e2 3", "e3 3"]);
    assert_eq!(
        shown(&trophies([1, 1, 3, 4, 5, 6], "AABCDE")),
        ["e0 1", "e2 2", "e3 3"],
        "one school, one trophy"
    );
}

/// 经公示无异议后上报: what remains of the notice period, in words.
#[test]
fn the_notice_period_is_counted_down() {
    const HOUR: u64 = 3_600_000;
    let notice = Notice { published: 0, period: 72 * HOUR };
    let said = |now: u64, lang| {
        let moment = |ms: i64| Sentence::quoted(format!("hour {}", ms / HOUR as i64));
        notice.words(now as i64, moment).to(lang).to_owned()
    };
    let left = |now| said(now, Lang::Zh).split_once("还剩 ").map(|(_, left)| left.to_owned());
    assert_eq!(said(0, Lang::En), "provisional: objections are accepted until hour 72, for 3 days more");
    assert_eq!(left(0).as_deref(), Some("3 天"));
    assert_eq!(left(HOUR).as_deref(), Some("2 天 23 小时"));
    assert_eq!(left(50 * HOUR).as_deref(), Some("22 小时"));
    assert_eq!(left(70 * HOUR + 30 * 60_000).as_deref(), Some("1 小时 30 分钟"));
    assert_eq!(left(72 * HOUR - 1).as_deref(), Some("1 分钟"));
    assert_eq!(said(72 * HOUR, Lang::En), "final: the notice period ended at hour 72");
    assert_eq!(said(72 * HOUR, Lang::Zh), "正式名单：公示期已于 hour 72 结束");
}

/// 如果弃赛，须经裁判长允许，否则，将取消该队下一年度校内参赛资格.
#[test]
fn who_withdraws_without_leave_is_barred_next_year() {
    let mut open = event(Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(4));
    let withdraw = |entry, leave| Decision::Withdraw { entry: EntryId(entry), leave };
    open.decide(withdraw(2, false), Role::Referee, "left the hall").expect("ruled");
    open.decide(withdraw(1, true), Role::ChiefReferee, "ill").expect("ruled");
    open.decide(withdraw(3, false), Role::Referee, "a mistake").expect("ruled");
    open.decide(Decision::Revoke { ruling: 2 }, Role::Referee, "came back").expect("ruled");
    let barred = Barred::of_event(&open, "校赛", 2025, |_| Some("信息学院"));
    assert_eq!(barred.len(), 1);
    let one = &barred[0];
    assert_eq!(
        one.words().to(Lang::Zh),
        "team 2在校赛中未经裁判长允许弃赛，取消 2026 年参赛资格：left the hall"
    );
    assert!(one.meets(" TEAM  2", Some("信息学院"), 2026) && one.meets("team 2", None, 2026));
    assert!(!one.meets("team 2", Some("文学院"), 2026) && !one.meets("team 2", None, 2027));
    let kept = serde_json::to_string(&barred).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<Barred>>(&kept).expect("as it was kept"), barred);
}

#[test]
fn the_registry_has_a_cell_for_each_column() {
    let row = RegistryRow {
        team: "甲队".to_owned(),
        school: None,
        college: Some("信息学院".to_owned()),
        game: Sentence::new("Gomoku", "五子棋"),
        place: Some(2),
        prize: Some(Prize::Second),
        members: vec!["王一".to_owned(), "李二".to_owned()],
        teachers: Vec::new(),
    };
    assert_eq!(row.cells(Lang::Zh), ["甲队", "", "信息学院", "五子棋", "2", "二等奖", "王一、李二", ""]);
    assert_eq!(row.cells(Lang::En)[3..7], ["Gomoku", "2", "second prize", "王一; 李二"]);
    let last = RegistryRow { place: None, ..row.clone() };
    let other = RegistryRow { game: Sentence::new("Hex", "海克斯"), ..row.clone() };
    let mut rows = vec![other.clone(), last.clone(), row.clone()];
    RegistryRow::sort(&mut rows, &[row.game.clone(), other.game.clone()]);
    assert_eq!(rows, [row, last, other]);
}
