//! Every form tells all that is wrong with it at once.

use crate::course::tests::{course, of_team};
use crate::people::tests::{PASSWORD, Tried};
use crate::routes::all;
use axum::http::StatusCode;
use leitai_store::Role;
use std::collections::BTreeSet;

/// A form with nothing right in it: where it is declared to be sent, who sends it, its page, where it is sent, what is typed,
/// and all that has to be said.
type WrongForm = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

/// All forms in which more than one thing can be wrong.
const WRONG: [WrongForm; 14] = [
    (
        "/events/{id}/submit",
        "captain",
        "/events/ID/submit",
        "",
        &[("language", "x"), ("text", " ")],
        &["Choose the language", "Choose a source file"],
    ),
    (
        "/events/{id}/try",
        "captain",
        "/events/ID/try",
        "",
        &[("opponent", "entry:nobody"), ("games", "11"), ("language", "x"), ("text", "1")],
        &["cannot be played against", "choose 1 to 10", "Choose the language"],
    ),
    (
        "/events/{id}/report",
        "captain",
        "/events/ID/report",
        "",
        &[("share-2501", "101")],
        &["Choose the file", "not <code>101</code>"],
    ),
    (
        "/events/{id}/questions",
        "captain",
        "/events/ID/questions",
        "",
        &[("question", " ")],
        &["Nothing is written"],
    ),
    (
        "/organise/{id}/questions",
        "teacher",
        "/organise/ID/questions",
        "",
        &[("question", "1"), ("to", "asker"), ("answer", "")],
        &["Nothing is written"],
    ),
    (
        "/account/{what}",
        "captain",
        "/account",
        "/account/password",
        &[("old", "wrong"), ("password", "short"), ("again", "other")],
        &["old password is wrong", "8 characters", "differ"],
    ),
    (
        "/account/tokens",
        "captain",
        "/account/tokens",
        "",
        &[],
        &["where the token is used", "what the token is for"],
    ),
    ("/account/data", "captain", "/account/data", "", &[("password", "wrong")], &["password is wrong"]),
    (
        "/organise/new",
        "teacher",
        "/organise/new",
        "",
        &[("preset", "judge"), ("awards.first", "x"), ("submit.closes", "soon")],
        &["required", "<code>x</code> is not a whole number", "<code>soon</code>"],
    ),
    (
        "/organise/{id}/limits",
        "teacher",
        "/organise/ID/limits",
        "",
        &[("submit.interval", "x"), ("submit.closes", "soon")],
        &["<code>x</code> is not a length of time", "<code>soon</code>"],
    ),
    (
        "/organise/{id}/edit",
        "teacher",
        "/organise/ID/edit",
        "",
        &[("submit.interval", "x"), ("submit.closes", "soon")],
        &["<code>x</code> is not a length of time", "<code>soon</code>"],
    ),
    (
        "/organise/{id}/rule",
        "teacher",
        "/organise/ID/rule?kind=override",
        "/organise/ID/rule",
        &[("kind", "override"), ("game", "first"), ("reason", "")],
        &["<code>first</code> is not a game", "Give the reason"],
    ),
    (
        "/people/import",
        "teacher",
        "/people/import",
        "",
        &[("text", "学号,姓名\n,王小明\n2501,\n"), ("until", "soon")],
        &["This is not a date", "The number is missing", "The name is missing"],
    ),
    (
        "/organise/{id}/likeness",
        "teacher",
        "/organise/ID/likeness",
        "",
        &[("least", "0")],
        &["from 1 to 100"],
    ),
];

/// Forms in which one thing at most can be wrong, and buttons; `/first` and the columns of `/organise/{id}/{deed}` have tests
/// beside them, as the forms of contests have, and `/sign-in` never says which of its two fields is wrong.
const SIMPLE: [&str; 33] = [
    "/organise/contests/new",
    "/organise/contests/{id}",
    "/organise/contests/{id}/terms",
    "/organise/contests/{id}/teams",
    "/organise/contests/{id}/draw",
    "/organise/contests/{id}/plan",
    "/organise/contests/{id}/awards",
    "/contests/{id}/rule/{game}",
    "/contests/{id}/teams/{team}/objection",
    "/contests/{id}/sign-up",
    "/contests/{id}/teams/{team}",
    "/contests/{id}/teams/{team}/description",
    "/contests/{id}/check-in",
    "/contests/{id}/meeting",
    "/contests/{id}/tables",
    "/contests/{id}/tables/{place}",
    "/contests/{id}/tables/{place}/result",
    "/contests/{id}/away",
    "/contests/{id}/away/{taking}",
    "/contests/{id}/back",
    "/first",
    "/sign-in",
    "/sign-out",
    "/people/slips",
    "/people/until",
    "/person/{number}/{deed}",
    "/organise/{id}/{deed}",
    "/workers/{order}",
    "/notices/read",
    "/events/{id}/try/partner",
    "/trials/{number}",
    "/play",
    "/play/{id}/{key}",
];

/// What a form says of how its fields were.
fn was(page: &str) -> Vec<(String, String)> {
    let all = page.split("name=\"was:").skip(1);
    let one = |rest: &str| {
        let (name, rest) = rest.split_once("\" value=\"")?;
        Some((format!("was:{name}"), rest.split('"').next()?.replace("&quot;", "\"")))
    };
    all.filter_map(one).collect()
}

#[test]
fn every_form_tells_all_its_errors_at_once() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let mut captain = of_team(&tried, "2501", "飞鹰", Role::Captain);
    let mut teacher = tried.settled("t1", Role::Organiser);
    let questions = format!("/events/{}/questions", event.id);
    captain.sends(&questions, &questions, &[("question", "What about ties?")]);
    let here = |path: &str| path.replace("ID", &event.id);
    for (declared, who, page, action, fields, told) in WRONG {
        let browser = if who == "teacher" { &mut teacher } else { &mut captain };
        let (page, action) = (here(page), here(if action.is_empty() { page } else { action }));
        let shown = browser.get(&page).text;
        let was = was(&shown);
        let was = was.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let answer = browser.sends(&page, &action, &fields.iter().copied().chain(was).collect::<Vec<_>>());
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{declared}: {}", answer.text);
        for told in told {
            assert!(answer.text.contains(told), "{declared}: {told}: {}", answer.text);
        }
        // What was typed is there again, except for secrets.
        for (name, typed) in
            fields.iter().filter(|(name, _)| ["games", "submit.closes", "game"].contains(name))
        {
            assert!(
                answer.text.contains(&format!("value=\"{typed}\"")),
                "{declared}: {name}: {}",
                answer.text
            );
        }
    }
    let known: BTreeSet<_> = WRONG.iter().map(|(declared, ..)| *declared).chain(SIMPLE).collect();
    let forms = all().into_iter().filter(|address| address.changes.is_some() && !address.is_api());
    let unknown: Vec<_> = forms.map(|address| address.path).filter(|path| !known.contains(path)).collect();
    assert!(unknown.is_empty(), "forms of which nobody has looked what they tell: {unknown:?}");
    assert!(
        captain.sends("/account", "/account/password", &[("old", PASSWORD)]).text.contains("8 characters")
    );
}
