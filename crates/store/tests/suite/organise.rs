//! Organisers' switches and notices, on both databases.

use crate::bed::{Bed, TERMS};
use crate::on_both;
use crate::people::{T, signed_in};
use leitai_core::Lang;
use leitai_store::{
    Actor, Audit, Deed, EventSwitch, EventSwitches, Filled, HandedIn, Notices, People, Questions,
    ScoreColumns, SubmissionLimits, Submissions,
};
use std::collections::BTreeMap;

/// Another operator.
const U: Actor<'_> = Actor::Console("u");

on_both! {
    a_switch_is_turned_once_and_noted_once
    a_notice_is_unread_until_it_was_read
    the_newest_accepted_submission_is_in_force
    a_column_is_private_until_it_is_published
    a_question_waits_until_it_is_answered_once
}

async fn a_switch_is_turned_once_and_noted_once(bed: Bed) {
    let switches = EventSwitches::new(bed.database().await);
    assert_eq!(switches.on("cup").await.unwrap(), []);
    for (event, switch, on, turned) in [
        ("cup", EventSwitch::Paused, false, false),
        ("cup", EventSwitch::Paused, true, true),
        ("cup", EventSwitch::Paused, true, false),
        ("league", EventSwitch::Frozen, true, true),
        ("cup", EventSwitch::Frozen, true, true),
        ("cup", EventSwitch::Paused, false, true),
    ] {
        assert_eq!(switches.turn(T, event, switch, on).await.unwrap(), turned, "{event} {switch:?} {on}");
    }
    let on = switches.on("cup").await.unwrap();
    assert!(matches!(on[..], [(EventSwitch::Frozen, since)] if since > 0), "{on:?}");
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 10).await.unwrap();
    let deeds: Vec<_> = lines.iter().rev().map(|line| (line.deed, line.about.as_str())).collect();
    let done = [(Deed::Pause, "cup"), (Deed::Freeze, "league"), (Deed::Freeze, "cup"), (Deed::Resume, "cup")];
    assert_eq!(deeds, done);
    assert!(switches.turn(T, "", EventSwitch::Paused, true).await.is_err(), "an event has a name");
}

async fn a_notice_is_unread_until_it_was_read(bed: Bed) {
    let notices = Notices::new(bed.database().await);
    let first = notices.give(T, "cup", "Begins at nine", "九点开始").await.unwrap();
    let second = notices.give(T, "", "", "网络维护").await.unwrap();
    let ids = |all: Vec<leitai_store::Notice>| all.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(notices.newest(10).await.unwrap()), [second, first]);
    assert_eq!(ids(notices.newest(1).await.unwrap()), [second]);
    let newest = notices.newest(1).await.unwrap().remove(0);
    assert_eq!([newest.said.to(Lang::En), newest.said.to(Lang::Zh)], ["网络维护"; 2], "the one that it has");
    assert_eq!(ids(notices.unread("2501", 10).await.unwrap()), [second, first]);
    notices.read("2501", second).await.unwrap();
    notices.read("2501", first).await.unwrap();
    assert_eq!(ids(notices.unread("2501", 10).await.unwrap()), [] as [i64; 0], "nothing is unread again");
    assert_eq!(ids(notices.unread("2502", 10).await.unwrap()), [second, first]);
    let third = notices.give(T, "cup", "Moved to ten", "").await.unwrap();
    assert_eq!(ids(notices.unread("2501", 10).await.unwrap()), [third]);
    assert_eq!(notices.give_once(T, "cup", "Moved to ten", "").await.unwrap(), third, "sent twice");
    assert!(!notices.withdraw(U, "league", third).await.unwrap(), "it is about another event");
    assert!(notices.withdraw(U, "cup", third).await.unwrap());
    assert!(!notices.withdraw(U, "cup", third).await.unwrap());
    assert!(!notices.withdraw(U, "cup", 99).await.unwrap());
    assert_eq!(ids(notices.newest(10).await.unwrap()), [second, first]);
    assert_eq!(ids(notices.unread("2501", 10).await.unwrap()), [] as [i64; 0]);
    let fourth = notices.give(T, "cup", "Again", "").await.unwrap();
    assert!(fourth > third, "a number is given once");
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 2).await.unwrap();
    let deeds: Vec<_> = lines.iter().map(|line| (line.actor.as_str(), line.deed)).collect();
    assert_eq!(deeds, [("t", Deed::Notice), ("u", Deed::Withdraw)]);
}

async fn a_question_waits_until_it_is_answered_once(bed: Bed) {
    let database = bed.database().await;
    let (questions, notices) = (Questions::new(database.clone()), Notices::new(database.clone()));
    let (one, other) = (signed_in(&bed, "2501").await, signed_in(&bed, "2502").await);
    let ask = async |by, text| questions.ask(by, "cup", text, 2).await.unwrap();
    assert_eq!((ask(one, "时限？").await, ask(one, "时限？").await), (Some(1), Some(1)), "sent twice");
    assert_eq!((ask(other, "Which size?").await, ask(one, "b").await), (Some(2), Some(3)));
    assert_eq!((ask(one, "c").await, ask(one, "b").await), (None, Some(3)), "two of his wait");
    assert_eq!(questions.ask(one, "league", "d", 2).await.unwrap(), Some(4));
    let waiting = [("cup".to_owned(), 3), ("league".to_owned(), 1)];
    assert_eq!(questions.waiting().await.unwrap(), waiting.into());
    let answer =
        async |event, number, notice| questions.answer(T, event, number, "yes", notice).await.unwrap();
    assert!(!answer("league", 1, None).await, "it is about another event");
    assert!(answer("cup", 1, None).await && !answer("cup", 1, None).await, "once");
    assert!(answer("cup", 2, Some(["Which size? yes", "多大？是"])).await);
    assert!(!answer("cup", 2, Some(["again", "again"])).await);
    assert_eq!(notices.newest(9).await.unwrap().len(), 1, "one of them is told to all");
    let own = questions.by("2501").await.unwrap();
    let told: Vec<_> = own.iter().map(|one| (one.id, one.answer.is_some(), one.to_all)).collect();
    assert_eq!(told, [(1, true, false), (3, false, false), (4, false, false)]);
    assert_eq!(questions.unread("2501").await.unwrap(), [("cup".to_owned(), 1)].into());
    questions.read("cup", "2501").await.unwrap();
    assert!(questions.unread("2501").await.unwrap().is_empty());
    assert_eq!(questions.unread("2502").await.unwrap().len(), 1, "hers is hers to read");
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 2).await.unwrap();
    assert_eq!(lines.iter().map(|line| line.deed).collect::<Vec<_>>(), [Deed::Notice, Deed::Answer]);
    // Who leaves takes the questions along.
    People::new(database).remove(T, "2501").await.unwrap();
    assert_eq!(questions.of("cup").await.unwrap().len(), 1);
}

async fn the_newest_accepted_submission_is_in_force(bed: Bed) {
    let all = Submissions::new(bed.database().await, TERMS);
    for (entry, account) in [("甲", "2501"), ("乙", "2502"), ("甲", "2503"), ("甲", "2504")] {
        let (event, name, contents) = ("judge", "main.c", account.as_bytes());
        let what =
            HandedIn { event, entry, by: signed_in(&bed, account).await, name, standard: None, contents };
        all.receive(&what, SubmissionLimits::default()).await.unwrap();
    }
    assert!(all.in_force("judge", None).await.unwrap().is_empty(), "none was accepted");
    bed.sql("UPDATE submissions SET state = 'accepted' WHERE id IN (1, 2, 3)").await;
    let in_force = all.in_force("judge", None).await.unwrap();
    let accounts: Vec<_> =
        in_force.iter().map(|(entry, (by, at))| (entry.as_str(), by.as_deref(), *at > 0)).collect();
    assert_eq!(accounts, [("乙", Some("2502"), true), ("甲", Some("2503"), true)]);
    assert!(all.in_force("cup", None).await.unwrap().is_empty());
    // As it was at a moment, before the newest was accepted and before any was.
    bed.sql("UPDATE submissions SET changed_ms = 10 * id WHERE id IN (1, 2, 3)").await;
    for (at, who) in [(30, Some("2503")), (29, Some("2501")), (10, Some("2501")), (9, None)] {
        let then = all.in_force("judge", Some(at)).await.unwrap();
        assert_eq!(then.get("甲").and_then(|(by, _)| by.as_deref()), who, "{at}");
    }
}

async fn a_column_is_private_until_it_is_published(bed: Bed) {
    let columns = ScoreColumns::new(bed.database().await);
    assert_eq!(columns.add(T, "judge", ["Style", "风格"], 2).await.unwrap(), Some(1));
    assert_eq!(columns.add(T, "judge", ["Oral", "口试"], 2).await.unwrap(), Some(2));
    assert_eq!(columns.add(T, "judge", ["More", "更多"], 2).await.unwrap(), None, "no more than two");
    assert_eq!(
        columns.add(T, "cup", ["Oral", "口试"], 2).await.unwrap(),
        Some(1),
        "each event counts its own"
    );
    let cells = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(entry, value)| ((*entry).to_owned(), (*value).to_owned())).collect()
    };
    let none = cells(&[]);
    // Each from a page of its time; the second of two who fill in the same cell is told.
    for (column, was, now, filled) in [
        (1, &none, cells(&[("甲", "-10%"), ("乙", "")]), Filled::Done),
        (1, &none, cells(&[("乙", "-30%"), ("丙", "0%")]), Filled::Done),
        (1, &none, cells(&[("甲", "-20%"), ("丁", "1%")]), Filled::Meanwhile),
        (1, &cells(&[("甲", "-10%")]), cells(&[("甲", ""), ("乙", "")]), Filled::Done),
        (3, &none, cells(&[("甲", "1")]), Filled::NoColumn),
    ] {
        assert_eq!(columns.fill(T, "judge", column, was, &now).await.unwrap(), filled, "{now:?}");
    }
    let all = columns.of("judge").await.unwrap();
    assert_eq!(all[0].cells, cells(&[("乙", "-30%"), ("丙", "0%")]), "what was not touched stays");
    assert!(all.iter().all(|column| !column.is_published));
    assert!(columns.publish(T, "judge", 1, true).await.unwrap());
    assert!(!columns.publish(T, "judge", 1, true).await.unwrap(), "it was so");
    assert!(!columns.publish(T, "judge", 9, true).await.unwrap());
    let published: Vec<_> = columns.of("judge").await.unwrap().iter().map(|it| it.is_published).collect();
    assert_eq!(published, [true, false]);
    assert!(columns.publish(T, "judge", 1, false).await.unwrap());
    assert!(!columns.of("cup").await.unwrap()[0].is_published);
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 3).await.unwrap();
    let deeds: Vec<_> = lines.iter().rev().map(|line| line.deed).collect();
    assert_eq!(deeds, [Deed::FillColumn, Deed::PublishColumn, Deed::HideColumn]);
    assert!(
        lines.iter().all(|line| !line.details.to_string().contains("30%")),
        "a grade is in no other list"
    );
}
