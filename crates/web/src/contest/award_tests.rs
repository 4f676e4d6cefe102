//! Lists of awards in their readers' browsers, and who is barred next year.

use super::tests::{does, form, hidden, reads_on, under_way};
use crate::people::tests::{T, Tried};
use crate::site_contests::SiteContests;
use axum::http::StatusCode;
use leitai_core::VerdictName;
use leitai_hall::{ContestDraft, Following, ShownBy, TableResult};
use leitai_store::Role;
use leitai_tournament::contest::{ContestDeed, Hosts};
use leitai_tournament::{Decision, EntryId, Finding, Role as RuledBy};

/// In milliseconds.
const YEAR: i64 = 365 * 86_400_000;

#[test]
fn a_list_is_published_provisional_and_its_registry_and_certificates_are_made() {
    let tried = Tried::open();
    let (id, event) = under_way(&tried, "Cup", "r1", 1);
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut captain = tried.settled("r1", Role::Student);
    // One of two teams receives a prize.
    let kept = tried.site.events.shared().contest("Cup").expect("there");
    let mut terms = kept.contest.terms().clone();
    terms.shares.first = 50;
    // It is held a year earlier than the next one.
    terms.sign_up.closes_ms = None;
    for hours in &mut terms.hours {
        (hours.from, hours.until) = (hours.from - YEAR, hours.until - YEAR);
    }
    does(&tried, "Cup", &ContestDeed::State { terms });
    let own = format!("/organise/contests/{id}/awards");
    assert_eq!(captain.get(&own).status, StatusCode::NOT_FOUND);
    assert!(teacher.get(&own).text.contains("still to be played"));
    let early = teacher.sends("/account", &own, &[("do", "publish"), ("game", "tictactoe"), ("shown", "x")]);
    assert!(early.text.contains("still to be played"), "{}", early.text);
    // Half of the teams are out by their own will: they are barred next year.
    let shared = tried.site.events.shared();
    let gone = Decision::Withdraw { entry: EntryId(1), leave: false };
    let ruled = shared.rule(&event.name, &gone, RuledBy::Organiser, "went home", Following::Stands);
    ruled.unwrap_or_else(|error| panic!("{error}"));
    reads_on(&tried, &event);
    while let Some(due) = {
        let known = event.known();
        let journal = known.as_ref().map(|known| known.history.event.clone()).expect("begun");
        journal.state().due().next()
    } {
        let shown_by =
            ShownBy::Sheet { finding: Finding::Won(due.first), verdict: VerdictName::Law, said: "" };
        let result =
            TableResult { game: Some(due.id), shown_by, witness: None, table: Some("1"), referee: None };
        shared.bring(T, &event.name, &event.folder(), &result).unwrap_or_else(|error| panic!("{error}"));
        reads_on(&tried, &event);
    }
    let ready = teacher.get(&own).text;
    assert!(ready.contains("Publish: tic-tac-toe") && ready.contains("Barred next year"), "{ready}");
    assert!(teacher.get(&format!("/contests/{id}/mine")).text.contains("publish the list of awards"));
    let shown = hidden(&ready, "shown");
    let fields = [("do", "publish"), ("game", "tictactoe"), ("shown", shown.as_str())];
    let other = teacher.sends("/account", &own, &[("do", "publish"), ("game", "tictactoe"), ("shown", "x")]);
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    let published = teacher.sends("/account", &own, &fields);
    assert!(published.leads_to().ends_with("done=publish"), "{}", published.text);
    let public = tried.visitor().get(&format!("/contests/{id}/awards")).text;
    assert!(public.contains("provisional: objections are accepted until"), "{public}");
    assert!(public.contains("for 3 days more") || public.contains("for 2 days"), "{public}");
    let registry = teacher.get(&format!("{own}/registry.csv")).text;
    assert!(registry.contains("Eagles") && registry.contains("Zhang"), "{registry}");
    assert_eq!(captain.get(&format!("{own}/registry.csv")).status, StatusCode::NOT_FOUND);
    let certificates = teacher.get(&format!("{own}/certificates"));
    assert!(certificates.text.contains("class=\"certificate\""), "{}", certificates.text);
    assert!(certificates.text.contains("first prize in tic-tac-toe"), "{}", certificates.text);
    assert!(public.contains("Eagles") && !public.contains("Zhang"), "members are nobody else's: {public}");

    // Next year whoever signs that team up is warned, and so is the organiser.
    let draft = ContestDraft {
        name: "Next".to_owned(),
        games: "hex, tictactoe".to_owned(),
        hours: "2999-11-12 14:00 – 17:30".to_owned(),
        ..ContestDraft::default()
    };
    let terms = draft.read(&tried.site.zone).expect("terms");
    shared.begin_contest(T, &terms).expect("begins");
    tried.site.contests.look(&tried.site.events).unwrap_or_else(|error| panic!("{error}"));
    let next = SiteContests::address(&tried.site.events, "Next");
    let account = Some("r1".to_owned());
    does(&tried, "Next", &ContestDeed::SignUp { form: form("dragons", "Li"), account });
    let warned = captain.get(&format!("/contests/{next}/sign-up")).text;
    assert!(warned.contains("barred in 2999") && warned.contains("went home"), "{warned}");
    assert!(teacher.get(&format!("/organise/contests/{next}/teams")).text.contains("barred in 2999"));
    let before = teacher.get(&format!("/organise/contests/{id}/teams")).text;
    assert!(!before.contains("barred in"), "not in its own year");
}

/// 二: the host, who runs it and who helps are named.
fn names_on_page(hosts: Hosts) -> String {
    let tried = Tried::open();
    let draft = ContestDraft {
        name: "Cup".to_owned(),
        hours: "2999-11-12 14:00 – 17:30".to_owned(),
        hosts,
        ..ContestDraft::default()
    };
    let terms = draft.read(&tried.site.zone).expect("terms");
    tried.site.events.shared().begin_contest(T, &terms).expect("begins");
    tried.site.contests.look(&tried.site.events).unwrap_or_else(|error| panic!("{error}"));
    let id = SiteContests::address(&tried.site.events, "Cup");
    tried.visitor().get(&format!("/contests/{id}")).text
}

#[test]
fn s2_1_who_holds_a_contest_is_named_on_its_page() {
    let page = names_on_page(Hosts { host: " Education Office ".to_owned(), ..Hosts::default() });
    assert!(page.contains("Held by") && page.contains("Education Office"), "{page}");
    assert!(!page.contains("Run by"), "what is not said is left out");
}

#[test]
fn s2_2_who_runs_a_contest_is_named_on_its_page() {
    let page = names_on_page(Hosts { organiser: "School of Data".to_owned(), ..Hosts::default() });
    assert!(page.contains("Run by") && page.contains("School of Data"), "{page}");
}

#[test]
fn s2_3_who_helps_with_a_contest_is_named_on_its_page() {
    let page = names_on_page(Hosts { co_organiser: "Robot Club".to_owned(), ..Hosts::default() });
    assert!(page.contains("With the help of") && page.contains("Robot Club"), "{page}");
}
