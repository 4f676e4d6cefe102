//! Sessions, on both databases.

use crate::bed::Bed;
use crate::on_both;
use crate::people::{T, chooses, session, signs_in, two};
use leitai_store::{Opener, SESSION_LASTS};
use std::time::Duration;

on_both! {
    a_session_is_its_persons
    a_new_password_ends_every_session_but_the_new_one
    one_ends_ones_own_sessions_alone
    a_session_that_rests_for_long_is_over
}

async fn a_session_is_its_persons(bed: Bed) {
    let people = two(&bed).await;
    for (number, token) in [("2501", "a"), ("2502", "b"), ("2501", "c")] {
        assert!(signs_in(&people, number, Some(Opener::Number), token).await);
        let person = people.whose(session(token).token).await.unwrap().unwrap();
        assert_eq!(person.line.number, number);
        assert!(person.signed_in_ms.is_some());
    }
    assert_eq!(people.whose(session("d").token).await.unwrap(), None);
    let sessions = people.sessions("2501").await.unwrap();
    assert_eq!(sessions.len(), 2);
    assert!(sessions.iter().all(|one| one.place == session("a").place && one.seen_ms >= one.made_ms));
}

async fn a_new_password_ends_every_session_but_the_new_one(bed: Bed) {
    let people = two(&bed).await;
    for token in ["a", "b"] {
        signs_in(&people, "2501", Some(Opener::Number), token).await;
    }
    signs_in(&people, "2502", Some(Opener::Number), "other").await;
    chooses(&people, "2501", "hash", "new").await;
    for (token, goes_on) in [("a", false), ("b", false), ("new", true), ("other", true)] {
        assert_eq!(people.whose(session(token).token).await.unwrap().is_some(), goes_on, "{token}");
    }
}

async fn one_ends_ones_own_sessions_alone(bed: Bed) {
    let people = two(&bed).await;
    signs_in(&people, "2501", Some(Opener::Number), "a").await;
    assert!(!people.end_session(T, "2502", session("a").token).await.unwrap());
    assert!(people.whose(session("a").token).await.unwrap().is_some());
    assert!(people.end_session(T, "2501", session("a").token).await.unwrap());
    assert!(!people.end_session(T, "2501", session("a").token).await.unwrap());
    assert_eq!(people.whose(session("a").token).await.unwrap(), None);
}

async fn a_session_that_rests_for_long_is_over(bed: Bed) {
    let people = two(&bed).await;
    for token in ["old", "new"] {
        signs_in(&people, "2501", Some(Opener::Number), token).await;
    }
    let long = SESSION_LASTS.as_millis() + 1_000;
    let old = session("old").token;
    bed.sql(&format!("UPDATE sessions SET seen_ms = seen_ms - {long} WHERE token = '{old}'")).await;
    assert_eq!(people.whose(old).await.unwrap(), None);
    assert_eq!(people.sessions("2501").await.unwrap().len(), 1);
    let new = session("new").token;
    let before = people.sessions("2501").await.unwrap()[0].seen_ms;
    people.seen(new, Duration::from_hours(1)).await.unwrap();
    assert_eq!(people.sessions("2501").await.unwrap()[0].seen_ms, before, "it was noted a moment ago");
    bed.sql(&format!("UPDATE sessions SET seen_ms = seen_ms - 5000 WHERE token = '{new}'")).await;
    people.seen(new, Duration::from_secs(1)).await.unwrap();
    assert!(people.sessions("2501").await.unwrap()[0].seen_ms >= before, "it is noted now");
    // Ended sessions were deleted: setting a clock back does not revive them.
    assert_eq!(bed.sql("SELECT CAST(COUNT(*) AS TEXT) FROM sessions").await, "1");
}
