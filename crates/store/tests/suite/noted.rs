//! What is done in somebody's name: it is written only if they may do it at that moment, and only together with the
//! line that says so.

use crate::bed::Bed;
use crate::on_both;
use crate::people::{T, line, name, session, signs_in, two};
use leitai_core::ContentHash;
use leitai_store::{
    Actor, Appended, Audit, CrewOrder, Crews, Database, Deed, EventSwitch, EventSwitches, HandedIn,
    HandedInReport, Journal, LeaseTerms, NewToken, Notices, Opener, OrderedTrial, People, Questions, Queue,
    Reports, Role, Scope, ScoreColumns, SignedJournal, SqlJournal, StoreError, SubmissionLimits, Submissions,
    Trials,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

on_both! {
    an_entry_and_its_line_in_the_audit_list_are_one
    nobody_does_anything_who_may_not_any_more
}

/// What somebody did, and that it was them, are one: in one transaction, and once.
async fn an_entry_and_its_line_in_the_audit_list_are_one(bed: Bed) {
    let database = bed.database().await;
    let (plain, audit) = (SqlJournal::new(database.clone(), "cup").unwrap(), Audit::new(database.clone()));
    let noting = rules(&database, T);
    let lines = async || audit.lines(u64::MAX, 9).await.unwrap();
    assert_eq!(plain.append(1, Some("begun"), &json!(1)).await.unwrap(), Appended::Written(1));
    assert!(lines().await.is_empty(), "the control");
    let rules = async |last| noting.append_after(Some(last), 2, Some("ruling 1"), &json!(2)).await;
    assert_eq!(rules(0).await.unwrap(), Appended::Overtaken);
    assert_eq!((rules(1).await.unwrap(), lines().await.len()), (Appended::Written(2), 1));
    assert!(matches!(rules(1).await.unwrap(), Appended::AlreadyThere(_)));
    let known = lines().await;
    let [line] = known.as_slice() else { panic!("{known:?}") };
    assert_eq!((line.actor.as_str(), line.deed, line.about.as_str()), (T.name(), Deed::Rule, "cup"));
    // If one cannot be written, the other is not.
    bed.sql("ALTER TABLE audit RENAME TO elsewhere").await;
    assert!(noting.append(3, Some("ruling 2"), &json!(3)).await.is_err());
    bed.sql("ALTER TABLE elsewhere RENAME TO audit").await;
    assert_eq!((plain.entries(0).await.unwrap().len(), lines().await.len()), (2, 1));
    assert_eq!(noting.append(3, Some("ruling 2"), &json!(3)).await.unwrap(), Appended::Written(3));
    assert_eq!(lines().await.len(), 2);
}

/// A journal in which somebody rules.
fn rules<'a>(database: &Database, by: Actor<'a>) -> SignedJournal<'a> {
    let line = (Deed::Rule, json!({ "en": "excused" }));
    SqlJournal::new(database.clone(), "cup").unwrap().signed(by, Some(line))
}

/// Everything that somebody does to an event or to the machines, in this order; and what everybody may do who takes
/// part, which comes last. The name of each, and why it was refused.
async fn done(database: &Database, by: Actor<'_>, n: i64) -> Vec<(&'static str, Option<StoreError>)> {
    let (switches, notices) = (EventSwitches::new(database.clone()), Notices::new(database.clone()));
    let (columns, audit) = (ScoreColumns::new(database.clone()), Audit::new(database.clone()));
    let crews = Crews::new(database.clone(), LeaseTerms::default());
    let plain = SqlJournal::new(database.clone(), "cup").unwrap();
    let (key, text) = (format!("ruling {n}"), format!("{n}"));
    let filled = [("p".to_owned(), text.clone())].into();
    let was = columns.of("cup").await.unwrap()[0].cells.clone();
    let (source, report) = (format!("print({n})"), format!("report {n}"));
    let sent = HandedIn {
        event: "cup",
        entry: &text,
        by,
        name: "main.py",
        standard: None,
        contents: source.as_bytes(),
    };
    let reported = HandedInReport {
        event: "cup",
        entry: &text,
        by,
        contents: report.as_bytes(),
        shares: &BTreeMap::new(),
    };
    let tried = OrderedTrial {
        event: "cup",
        by,
        name: "main.py",
        standard: None,
        contents: source.as_bytes(),
        terms: "",
        least_ms: 0,
    };
    let queue = Queue::new(database.clone(), LeaseTerms::default());
    let trials = Trials::new(&queue);
    let (enters, submissions) =
        (format!("enter {n}"), Submissions::new(database.clone(), LeaseTerms::default()));
    vec![
        ("rule", rules(database, by).append(1, Some(&key), &json!(n)).await.err()),
        ("turn", switches.turn(by, &text, EventSwitch::Paused, true).await.err()),
        ("give", notices.give(by, "cup", &text, "").await.err()),
        ("withdraw", notices.withdraw(by, "cup", n).await.err()),
        ("add", columns.add(by, "cup", [&text, &text], 99).await.err()),
        ("fill", columns.fill(by, "cup", 1, &was, &filled).await.err()),
        ("publish", columns.publish(by, "cup", n, true).await.err()),
        ("order", crews.order(by, &text, CrewOrder::Bar).await.err()),
        ("begin", audit.begin(by, Deed::Edit, "cup").await.err()),
        ("answer", Questions::new(database.clone()).answer(by, "cup", n, &text, None).await.err()),
        ("enter", plain.signed(by, None).append(1, Some(&enters), &json!(n)).await.err()),
        ("ask", Questions::new(database.clone()).ask(by, "cup", &text, 99).await.err()),
        ("submit", submissions.receive(&sent, SubmissionLimits::default()).await.err()),
        (
            "report",
            Reports::new(database.clone()).receive(&reported, SubmissionLimits::default()).await.err(),
        ),
        ("try", trials.order(&tried, |_| Ok(Vec::new())).await.err()),
        ("allow", trials.allow(by, "cup", &text, true).await.err()),
    ]
}

/// How many of those everybody may do.
const EVERYBODYS: usize = 6;

/// Each deed by each state of its author; after a refusal nothing is written.
async fn nobody_does_anything_who_may_not_any_more(bed: Bed) {
    let people = two(&bed).await;
    let database = bed.database().await;
    people.import(T, &[line("t1", "Teacher").into()], Some(Opener::Number), Some(i64::MAX)).await.unwrap();
    people.give_role(T, "t1", Role::Organiser).await.unwrap();
    let token = session("token").token;
    // What is withdrawn and published later.
    for n in 0..20 {
        Notices::new(database.clone()).give(T, "cup", &n.to_string(), "").await.unwrap();
    }
    for n in 0..20 {
        Questions::new(database.clone()).ask(T, "cup", &format!("why {n}?"), 99).await.unwrap();
    }
    for _ in 0..12 {
        ScoreColumns::new(database.clone()).add(T, "cup", ["a", "b"], 99).await.unwrap();
    }
    let (own, program) =
        (Actor::Person { number: "t1", session: session("t").token }, Actor::Program { number: "t1", token });
    let all = async |n, by, wanted: [bool; 2]| {
        let written = async || {
            let entries = SqlJournal::new(database.clone(), "cup").unwrap().entries(0).await.unwrap().len();
            let audit = Audit::new(database.clone()).lines(u64::MAX, 9999).await.unwrap().len();
            let notices = Notices::new(database.clone()).newest(9999).await.unwrap().len();
            let sent = Submissions::new(database.clone(), LeaseTerms::default()).list("cup", None).await;
            (entries, audit, notices, sent.unwrap().len())
        };
        let before = written().await;
        let done = done(&database, by, n).await;
        for (at, (deed, error)) in done.iter().enumerate() {
            let wanted = wanted[usize::from(at + EVERYBODYS >= done.len())];
            let is_ended = matches!(error, Some(StoreError::Ended(_)));
            assert_eq!((is_ended, error.is_none()), (!wanted, wanted), "{n} {deed}: {error:?}");
        }
        if wanted == [false; 2] {
            assert_eq!(written().await, before, "{n}");
        }
    };
    let (may, may_not) = ([true; 2], [false; 2]);
    all(1, T, may).await;
    all(2, own, may_not).await;
    signs(&people, "t").await;
    all(3, own, may).await;
    all(4, program, may_not).await;
    makes_token(&people, token, Duration::from_mins(1)).await;
    all(5, program, may).await;
    people.end_token(T, "t1", token).await.unwrap();
    all(6, program, may_not).await;
    makes_token(&people, token, Duration::ZERO).await;
    all(7, program, may_not).await;
    // As a student, only what students may.
    people.give_role(T, "t1", Role::Student).await.unwrap();
    signs(&people, "t2").await;
    let student = Actor::Person { number: "t1", session: session("t2").token };
    all(8, student, [false, true]).await;
    people.give_role(T, "t1", Role::Organiser).await.unwrap();
    signs(&people, "t3").await;
    let again = Actor::Person { number: "t1", session: session("t3").token };
    all(9, again, may).await;
    // A session is one person's.
    all(10, Actor::Person { number: "2501", session: session("t3").token }, may_not).await;
    people.close(T, "t1").await.unwrap();
    all(11, again, may_not).await;
}

async fn signs(people: &People, token: &str) {
    assert!(signs_in(people, "t1", Some(Opener::Number), token).await);
}

async fn makes_token(people: &People, token: ContentHash, lasts: Duration) {
    let called = name("mine");
    let new = NewToken { token, name: called.text(), scopes: &[Scope::Organise], lasts };
    people.make_token(T, "t1", &new).await.unwrap();
}
