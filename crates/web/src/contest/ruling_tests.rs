//! Rulings by duty, and objections, in their readers' browsers.

use super::tests::{does, hidden, reads_on, under_way};
use crate::people::tests::{Browser, Tried};
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_core::GameName;
use leitai_store::{Deed, Role};
use leitai_tournament::contest::{ContestDeed, Duty};

fn appoint(tried: &Tried, account: &str, duty: Duty) {
    does(tried, "Cup", &ContestDeed::Appoint { account: account.to_owned(), duty });
}

/// The first game that is due in an event.
fn due(event: &SiteEvent) -> String {
    let known = event.known();
    let state = known.as_ref().map(|known| known.history.event.clone()).expect("it has begun");
    let due = state.state().due().next().expect("a game").id;
    due.to_string()
}

/// Looks at a ruling, then makes it as it was shown.
fn rules(browser: &mut Browser<'_>, page: &str, fields: &[(&str, &str)]) -> String {
    let looked = browser.sends("/account", page, &[fields, &[("do", "look")]].concat());
    assert_eq!(looked.status, StatusCode::OK, "{fields:?}: {}", looked.text);
    let mark = hidden(&looked.text, "shown");
    let made =
        browser.sends("/account", page, &[fields, &[("do", "rule"), ("shown", mark.as_str())]].concat());
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{fields:?}: {}", made.text);
    made.leads_to().to_owned()
}

#[test]
fn a_referee_rules_on_his_own_tables_and_nobody_else_does() {
    let tried = Tried::open();
    let (id, event) = under_way(&tried, "Cup", "r1", 1);
    let page = format!("/contests/{id}/rule/tictactoe");
    for (account, duty) in
        [("r2", Duty::Referee(vec![2])), ("chief", Duty::ChiefReferee), ("panel", Duty::ArbitrationPanel)]
    {
        appoint(&tried, account, duty);
    }
    let [mut own, mut other, mut chief, mut panel, mut nobody] =
        ["r1", "r2", "chief", "panel", "x"].map(|number| tried.settled(number, Role::Student));
    let mut teacher = tried.settled("t1", Role::Organiser);
    assert_eq!(nobody.get(&page).status, StatusCode::NOT_FOUND);
    assert!(tried.visitor().get(&page).leads_to().starts_with("/sign-in"));
    assert!(teacher.get(&page).leads_to().starts_with("/organise/"));
    let offered = |browser: &mut Browser<'_>| {
        let text = browser.get(&page).text;
        ["late", "override", "answer-objection", "withdraw"]
            .map(|kind| text.contains(&format!("kind={kind}")))
    };
    assert_eq!(offered(&mut own), [true, false, false, false]);
    assert_eq!(offered(&mut chief), [true, true, false, true]);
    assert_eq!(offered(&mut panel), [false, true, true, false]);

    // What is wrong stands beside its field; a kind that is not his is none.
    let empty = own.sends("/account", &page, &[("kind", "forfeit"), ("do", "look")]);
    assert!(empty.text.contains("is not a game") && empty.text.contains("Give the reason"), "{}", empty.text);
    let above = own.sends("/account", &page, &[("kind", "override"), ("do", "look"), ("reason", "x")]);
    assert!(above.text.contains("Choose a kind of ruling"), "{}", above.text);
    let game = due(&event);
    let slip = [("kind", "slip"), ("game", game.as_str()), ("side", "first"), ("reason", "typed h9 for h8")];
    let far = other.sends("/account", &page, &[&slip[..], &[("do", "look")]].concat());
    assert!(far.text.contains("at his tables"), "{}", far.text);
    assert!(own.get(&format!("/contests/{id}/tables/1")).text.contains(&format!("?game={game}")));
    assert!(rules(&mut own, &page, &slip).contains("/mine?done=rule"));
    reads_on(&tried, &event);
    let noted = event.known().as_ref().map(|known| known.history.event.rulings().to_vec()).expect("begun");
    assert_eq!(noted.last().and_then(|ruling| ruling.account.clone()).as_deref(), Some("r1"));
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 50)).expect("a store");
    let by: Vec<_> =
        lines.iter().filter(|line| line.deed == Deed::RuleByDuty).map(|line| line.actor.as_str()).collect();
    assert_eq!(by, ["r1"]);
    // It counts, and the chief referee is asked to confirm it.
    let number = noted.len() - 1;
    let (shown, asked) = (format!("/events/{}", event.id), format!("kind=endorse&amp;ruling={number}"));
    let waits = |page: String| page.contains("not yet confirmed by the chief referee");
    assert!(waits(chief.get(&shown).text), "{}", chief.get(&shown).text);
    let mine = format!("/contests/{id}/mine");
    assert!(chief.get(&mine).text.contains(&asked) && !own.get(&mine).text.contains(&asked));
    let number = number.to_string();
    let endorse = [("kind", "endorse"), ("ruling", number.as_str()), ("reason", "as he saw it")];
    let above = own.sends("/account", &page, &[&endorse[..], &[("do", "look")]].concat());
    assert!(above.text.contains("Choose a kind of ruling"), "{}", above.text);
    rules(&mut chief, &page, &endorse);
    reads_on(&tried, &event);
    assert!(!chief.get(&mine).text.contains(&asked));
    // A page in a language in which nobody has asked for it yet is made anew.
    let zh = chief.get(&format!("{shown}?lang=zh")).text;
    assert!(zh.contains("裁判长确认第") && !zh.contains("裁判长尚未确认"), "{zh}");
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 50)).expect("a store");
    let by: Vec<_> =
        lines.iter().filter(|line| line.deed == Deed::RuleByDuty).map(|line| line.actor.as_str()).collect();
    assert_eq!(by, ["chief", "r1"]);
    // Without the duty the same form is nobody's.
    does(&tried, "Cup", &ContestDeed::Dismiss { account: "r1".to_owned() });
    assert_eq!(own.sends("/account", &page, &slip).status, StatusCode::NOT_FOUND);
}

#[test]
fn a_team_objects_with_a_document_and_the_panel_answers() {
    let tried = Tried::open();
    let (id, event) = under_way(&tried, "Cup", "2501", 1);
    appoint(&tried, "panel", Duty::ArbitrationPanel);
    let [mut captain, mut panel, mut other] =
        ["2501", "panel", "2502"].map(|number| tried.settled(number, Role::Student));
    let own = format!("/contests/{id}/teams/t0");
    let to = format!("{own}/objection");
    let wrong = captain.sends(&own, &to, &[("about", "x y"), ("objection", " ")]);
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    for told in ["Choose what the objection is about", "Say what the objection is"] {
        assert!(wrong.text.contains(told), "{told}: {}", wrong.text);
    }
    let fields = [("about", "tictactoe"), ("objection", "The second game began too early.")];
    let made = captain.uploads_as(&own, &to, &fields, ("document", "proof.pdf", b"%PDF-1.7 the clock"));
    assert!(made.leads_to().ends_with("done=object"), "{}", made.text);
    reads_on(&tried, &event);
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 50)).expect("a store");
    let by_captain = lines.iter().filter(|line| line.actor == "2501" && line.deed != Deed::SignIn);
    let deeds: Vec<_> = by_captain.map(|line| line.deed).collect();
    assert_eq!(deeds.iter().filter(|deed| **deed == Deed::Object).count(), 1, "{deeds:?}");
    assert!(!deeds.contains(&Deed::Report), "its document is no deed of its own: {deeds:?}");
    let mine = captain.get(&own).text;
    assert!(mine.contains("began too early") && mine.contains("has not answered"), "{mine}");
    let all = format!("/contests/{id}/objections");
    let shown = panel.get(&all).text;
    assert!(shown.contains("1 wait for an answer") && shown.contains("kind=answer-objection"), "{shown}");
    assert!(panel.get(&format!("/contests/{id}/mine")).text.contains("answer-objection"));
    let document =
        shown.split(" href=\"").find(|rest| rest.starts_with(&format!("{all}/"))).expect("a document");
    let document = document.split('"').next().expect("an address").to_owned();
    assert_eq!(panel.get(&document).bytes, b"%PDF-1.7 the clock");
    assert_eq!(captain.get(&document).status, StatusCode::OK, "he handed it in");
    assert_eq!([other.get(&document).status, other.get(&all).status], [StatusCode::NOT_FOUND; 2]);
    assert_eq!(other.sends("/account", &to, &fields).status, StatusCode::NOT_FOUND, "another's team");
    let page = format!("/contests/{id}/rule/tictactoe");
    let answer = [("kind", "answer-objection"), ("ruling", "0"), ("upheld", "on"), ("reason", "so it was")];
    rules(&mut panel, &page, &answer);
    reads_on(&tried, &event);
    let heard = captain.get(&own).text;
    assert!(heard.contains("Upheld") && heard.contains("so it was"), "{heard}");

    // Once the notice period has passed, it is said until when objections were heard.
    let kept = tried.site.events.shared().contest("Cup").expect("there");
    let mut terms = kept.contest.terms().clone();
    terms.notice_ms = 0;
    does(&tried, "Cup", &ContestDeed::State { terms });
    let game = Some(GameName::given("tictactoe"));
    does(&tried, "Cup", &ContestDeed::Publish { game, list: String::new(), barred: Vec::new() });
    let late = captain.sends(&own, &to, &fields);
    assert!(late.text.contains("objections were heard until"), "{}", late.text);
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn s10_2_3_everybody_has_a_list_of_what_waits() {
    let tried = Tried::open();
    let (id, _) = under_way(&tried, "Cup", "r1", 1);
    appoint(&tried, "chief", Duty::ChiefReferee);
    let page = format!("/contests/{id}/mine");
    let mut seen = Vec::new();
    for (number, role) in
        [("r1", Role::Student), ("chief", Role::Student), ("t1", Role::Organiser), ("x", Role::Student)]
    {
        seen.push(tried.settled(number, role).get(&page).text);
    }
    assert!(seen[0].contains("Eagles") && seen[0].contains("You are waited for until"), "{}", seen[0]);
    assert!(seen[0].contains("referee") && seen[1].contains("chief referee"));
    assert!(seen[2].contains("organiser"), "{}", seen[2]);
    assert!(seen[3].contains("no team and no duty"), "{}", seen[3]);
    assert!(tried.visitor().get(&page).leads_to().starts_with("/sign-in"));
}
