//! The plan of a contest in its readers' browsers.

use super::tests::{announces, does, hidden, opened, under_way};
use crate::people::tests::Tried;
use axum::http::StatusCode;
use leitai_store::Role;
use leitai_tournament::contest::ContestDeed;

#[test]
fn a_plan_is_seen_by_organisers_first_and_by_everybody_once_it_is_announced() {
    let tried = Tried::open();
    let id = opened(&tried, "Cup");
    for (team, member) in [("Eagles", "Zhang"), ("Dragons", "Li"), ("<b>Tigers", "Wu")] {
        let form = super::tests::form(team, member);
        does(&tried, "Cup", &ContestDeed::SignUp { form, account: Some("2501".to_owned()) });
    }
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut captain = tried.settled("2501", Role::Student);
    let own = format!("/organise/contests/{id}/plan");
    let [public, csv] = ["plan?team=t0", "plan.csv"].map(|page| format!("/contests/{id}/{page}"));
    assert_eq!(captain.get(&own).status, StatusCode::NOT_FOUND);
    assert_eq!(tried.visitor().get(&csv).status, StatusCode::NOT_FOUND, "not announced");
    let proposal = teacher.get(&own).text;
    assert!(proposal.contains("everything fits") && proposal.contains("2999-11-12 14:00"), "{proposal}");
    let fields = ["shown", "at"].map(|field| hidden(&proposal, field));
    let [shown, at] = fields.each_ref().map(String::as_str);
    let other = [("do", "announce"), ("shown", "x"), ("at", at)];
    let changed = teacher.sends(&own, &own, &other);
    assert_eq!(changed.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(changed.text.contains("has changed since"), "{}", changed.text);
    let announced = teacher.sends(&own, &own, &[("do", "announce"), ("shown", shown), ("at", at)]);
    assert!(announced.leads_to().ends_with("done=announce"), "{}", announced.text);
    assert!(teacher.get(&own).text.contains("Announcing again replaces it"));
    assert!(tried.visitor().get(&csv).text.contains("2999-11-12T14:00"));
    let page = tried.visitor().get(&public).text;
    assert!(page.contains("Eagles") && page.contains("Announced"), "{page}");
    assert!(!tried.visitor().get(&format!("/contests/{id}/plan?lang=zh")).text.contains("<b>Tigers"));
    assert!(captain.get(&format!("/contests/{id}/teams/t0")).text.contains("When and where"));
}

#[test]
fn teams_papers_tables_and_the_hall_have_the_plan() {
    let tried = Tried::open();
    let (id, _) = under_way(&tried, "Cup", "r1", 1);
    let mut referee = tried.settled("r1", Role::Student);
    let below = |page: &str| format!("/contests/{id}/{page}");
    // The match was announced for table 1 or another, and is at table 1 by now.
    let own = referee.get(&below("teams/t0")).text;
    assert!(own.contains("against Dragons: at the table"), "{own}");
    let csv = tried.visitor().get(&below("plan.csv")).text;
    assert!(csv.contains("Eagles") && csv.contains("at the table"), "{csv}");
    let json = tried.visitor().get(&below("plan.json")).text;
    assert!(json.contains("\"team\""), "{json}");
    assert!(referee.get(&below("papers")).text.contains("class=\"planned\""));
    assert!(!tried.visitor().get(&below("hall")).text.contains("Next"), "nothing waits");
    does(&tried, "Cup", &ContestDeed::Clear { table: 1 });
    announces(&tried, "Cup");
    for (page, told) in [("hall", "<h2>Next</h2>"), ("tables", "Next at the free tables")] {
        let text = referee.get(&below(page)).text;
        let next = text.split(told).nth(1).unwrap_or_else(|| panic!("{page}: {text}"));
        assert!(next.contains("Eagles") && next.contains("Dragons"), "{page}: {next}");
    }
}

#[test]
fn while_an_event_is_frozen_the_plan_names_no_new_pairing() {
    let tried = Tried::open();
    let (id, event) = under_way(&tried, "Cup", "r1", 1);
    let shows = |page: &str| tried.visitor().get(&format!("/contests/{id}/{page}")).text.contains("Eagles");
    assert!(shows("plan.csv"));
    event.freeze(Some(leitai_arena::now_ms()));
    assert!(shows("plan.csv"), "its pairing was drawn before");
}
