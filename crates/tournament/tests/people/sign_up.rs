//! 二 and 六: who signs up, when, and what the organiser states.

use super::source::{CLOSES, MINUTE, OPENS, STAFF, done, drawn, form, refused, sign_up, signed_up, terms};
use crate::table_plan::contest::{MOST, afternoons, apart, at, check, hall};
use leitai_tournament::HallHours;
use leitai_tournament::contest::{Contest, ContestDeed, ContestTerms, OnBehalf, SignUpStands, TeamId};
use leitai_tournament::table_plan::TablePlan;

/// 暂定于2025年11月12日下午：14：00—17：30: no match begins before, and none ends after.
#[test]
fn s2_6_nothing_is_planned_outside_the_afternoon() {
    let (all, hall) = (apart(&[MOST; 3], 4), hall(6, 1));
    let plan = TablePlan::new(&all, &hall, 0);
    check(&plan, &all, &hall).expect("the rules are kept");
    assert!(plan.without_place.is_empty() && plan.bookings.len() == 18);
    let inside = |from, until| at(14, 0) <= from && until <= at(17, 30);
    assert!(plan.bookings.iter().all(|booking| inside(booking.sitting.from, booking.sitting.until)));
    assert_eq!(afternoons(1)[0].length(), 210 * MINUTE as u64);
}

/// 竞赛地点另行通知: sign-up runs without a place, and the organiser states it afterwards, also when games are drawn.
#[test]
fn s2_7_the_place_is_stated_later() {
    let mut contest = drawn();
    assert_eq!(contest.terms().place, "");
    let place = "数据学院 301".to_owned();
    let state = ContestDeed::State { terms: ContestTerms { place: place.clone(), ..terms() } };
    assert!(refused(&mut contest, CLOSES, OnBehalf::Account("s0"), &state).contains("for organisers"));
    done(&mut contest, CLOSES, &state);
    assert_eq!(contest.terms().place, place);
}

/// 10月16日—10月22日 大赛报名: from its opening on, until its end.
#[test]
fn s6_2_sign_up_opens_and_closes_by_itself() {
    let mut contest = Contest::new(terms()).expect("terms");
    let opens = CLOSES - 6 * 86_400_000;
    let deed = sign_up("s0", form("甲队", &["hex"], &["赵"]));
    assert_eq!(contest.sign_up(opens - 1), SignUpStands::From(opens));
    let early = refused(&mut contest, opens - 1, OnBehalf::Account("s0"), &deed);
    assert_eq!(early, "sign-up has not opened yet");
    contest.take(opens, OnBehalf::Account("s0"), &deed).expect("open");
    assert_eq!(contest.sign_up(CLOSES - 1), SignUpStands::Open(Some(CLOSES)));
    assert_eq!(contest.sign_up(CLOSES), SignUpStands::Closed);
    let leave = ContestDeed::Withdraw { team: TeamId(0), why: "ill".to_owned() };
    assert!(refused(&mut contest, CLOSES, OnBehalf::Account("s0"), &leave).contains("closed"));
}

/// 11月12日（暂定）正式比赛: the day may be moved, never before the end of sign-up.
#[test]
fn s6_3_the_day_may_be_moved() {
    let mut contest = signed_up();
    let on = |from_ms: i64| {
        let hours = vec![HallHours { from: from_ms, until: from_ms + 210 * MINUTE }];
        ContestDeed::State { terms: ContestTerms { hours, ..terms() } }
    };
    done(&mut contest, CLOSES, &on(OPENS + 7 * 86_400_000));
    assert_eq!(contest.terms().hours[0].from, OPENS + 7 * 86_400_000);
    let early = refused(&mut contest, CLOSES, STAFF, &on(CLOSES - 1));
    assert!(early.contains("sign-up would close after the hall has opened"), "{early}");
}
