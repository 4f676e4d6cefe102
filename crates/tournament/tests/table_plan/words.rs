//! What people read of a plan, beside `fit` and `bend`: breaches of a plan changed by hand, and places in a stage.

use super::contest::{at, hall, named, open, pair};
use leitai_tournament::Lang;
use leitai_tournament::table_plan::{Breach, Rule, TablePlan};

/// A plan that was changed by hand is checked: every rule that it breaks is named, with the matches.
#[test]
fn a_plan_changed_by_hand_is_checked() {
    let all = [pair(0, 0, [0, 1], 60, 10), pair(1, 0, [1, 2], 60, 10), pair(0, 0, [3, 4], 60, 10)];
    let hall = hall(2, 1);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    assert_eq!(plan.breaches(&hall), []);
    let breaches = |change: &dyn Fn(&mut leitai_tournament::table_plan::Sitting)| {
        let mut plan = plan.clone();
        let it = plan.bookings.iter_mut().find(|it| it.fixture.id == all[1].id).expect("planned");
        change(&mut it.sitting);
        plan.breaches(&hall)
    };
    let rules = |all: Vec<Breach>| all.into_iter().map(|it| it.rule).collect::<Vec<_>>();
    let other = plan.booking(all[0].id).expect("planned").sitting;
    let moved = |from: i64, table: u16| {
        breaches(&|it| (it.from, it.until, it.table) = (from, from + 3_600_000, table))
    };
    assert!(rules(moved(other.from, 1 - other.table)).contains(&Rule::OneMatchATeam));
    assert!(rules(moved(other.from, other.table)).contains(&Rule::OneMatchATable));
    assert!(rules(moved(other.until + 300_000, 1 - other.table)).contains(&Rule::Pause));
    assert!(rules(moved(at(17, 0), 0)).contains(&Rule::Hours));
    assert!(rules(moved(at(16, 0), 7)).contains(&Rule::Table));
    assert!(rules(breaches(&|it| it.until -= 60_000)).contains(&Rule::Length));
    let one = &moved(other.from, 1 - other.table);
    let one = one.iter().find(|it| it.rule == Rule::OneMatchATeam).expect("found");
    let said = named(|naming| one.words(naming, |id| all.iter().find(|it| it.id == id)));
    assert_eq!(
        said.to(Lang::En),
        "a team is never due at two tables at once: game 1, T1 – T2, and game 0, T0 – T1"
    );
    assert_eq!(said.to(Lang::Zh), "一支队不能同时在两张棋桌比赛：项目1 T1 – T2，与项目0 T0 – T1");
}

/// Rounds are played in order, and a match whose sides are not known comes after all that decide them.
#[test]
fn a_round_before_its_time_is_found() {
    let all = [pair(0, 0, [0, 1], 30, 0), open(0, 0, 0, &[0, 1], 30, 0)];
    let hall = hall(1, 1);
    let mut plan = TablePlan::new(&all, &hall, at(14, 0));
    let (early, late) = (plan.bookings[0].sitting, plan.bookings[1].sitting);
    (plan.bookings[0].sitting, plan.bookings[1].sitting) = (late, early);
    assert_eq!(plan.breaches(&hall).iter().map(|it| it.rule).collect::<Vec<_>>(), [Rule::Rounds]);
}

#[test]
fn a_match_without_sides_is_called_by_its_place() {
    let all = [open(2, 1, 3, &[0, 1], 30, 0)];
    let said = named(|naming| naming.fixture(&all[0]));
    assert_eq!(said.to(Lang::En), "game 2, stage 2, round 2, match 4");
    assert_eq!(said.to(Lang::Zh), "项目2 第 2 阶段第 2 轮第 4 场");
}
