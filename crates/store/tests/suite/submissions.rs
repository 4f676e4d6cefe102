//! Submissions, on both databases.

use crate::bed::{Bed, TERMS};
use crate::on_both;
use crate::people::T;
use leitai_store::{
    Added, Blobs, HandedIn, LeaseTerms, Received, Submission, SubmissionLimits, SubmissionState, Submissions,
};
use std::collections::BTreeMap;
use std::time::Duration;

on_both! {
    what_is_received_is_there_with_its_source
    limits_are_by_the_databases_clock
    the_first_of_an_entry_goes_first
    who_lost_the_lease_changes_nothing
    many_who_work_and_die_settle_each_once_in_order
    a_source_outlives_its_event
}

/// Leases that end as soon as they are given.
const AT_ONCE: LeaseTerms = LeaseTerms { heartbeat: Duration::ZERO, ..TERMS };
const ANY: SubmissionLimits =
    SubmissionLimits { least_ms: 0, opens_ms: None, closes_ms: None, most_unsettled: None };

fn of<'a>(entry: &'a str, contents: &'a str) -> HandedIn<'a> {
    let standard = Some("c++20");
    HandedIn { event: "judge", entry, by: T, name: "main.cpp", standard, contents: contents.as_bytes() }
}

async fn submissions(bed: &Bed, terms: LeaseTerms) -> Submissions {
    Submissions::new(bed.database().await, terms)
}

async fn received(all: &Submissions, entry: &str, contents: &str) -> i64 {
    match all.receive(&of(entry, contents), ANY).await.unwrap() {
        Received::Taken(number) => number,
        refused => panic!("{refused:?}"),
    }
}

async fn what_is_received_is_there_with_its_source(bed: Bed) {
    let all = submissions(&bed, TERMS).await;
    assert_eq!([received(&all, "甲", "a").await, received(&all, "乙", "b").await], [1, 2]);
    let first = all.get(1).await.unwrap().expect("it was taken");
    let Submission { event, entry, account, name, standard, bytes, state, .. } = &first;
    assert_eq!([event, entry, name], ["judge", "甲", "main.cpp"]);
    assert_eq!((account.as_deref(), standard.as_deref(), *bytes), (None, Some("c++20"), 1));
    assert_eq!((*state, &first.note, &first.log), (SubmissionState::Received, &None, &None));
    assert_eq!(Blobs::new(bed.database().await).get(first.sha256).await.unwrap(), b"a");
    assert_eq!(all.list("judge", Some("甲")).await.unwrap(), [first]);
    assert_eq!(all.list("judge", None).await.unwrap().len(), 2);
    assert_eq!((all.get(3).await.unwrap(), all.list("cup", None).await.unwrap()), (None, vec![]));
}

async fn limits_are_by_the_databases_clock(bed: Bed) {
    let all = submissions(&bed, TERMS).await;
    let hour = SubmissionLimits { least_ms: 3_600_000, ..ANY };
    assert_eq!(all.receive(&of("甲", "a"), hour).await.unwrap(), Received::Taken(1));
    let again = all.receive(&of("甲", "b"), hour).await.unwrap();
    assert!(matches!(again, Received::TooSoon(wait) if wait > 3_590_000 && wait <= 3_600_000), "{again:?}");
    assert_eq!(all.receive(&of("乙", "b"), hour).await.unwrap(), Received::Taken(2), "another entry");
    let now = all.get(2).await.unwrap().expect("taken").at_ms;
    for (closes, taken) in [(now, Received::Closed), (now + 3_600_000, Received::Taken(3))] {
        let limits = SubmissionLimits { closes_ms: Some(closes), ..ANY };
        assert_eq!(all.receive(&of("甲", "c"), limits).await.unwrap(), taken);
    }
    let early = SubmissionLimits { opens_ms: Some(now + 3_600_000), ..ANY };
    let early = all.receive(&of("甲", "d"), early).await.unwrap();
    assert!(matches!(early, Received::TooEarly(wait) if wait > 3_590_000 && wait <= 3_600_000), "{early:?}");
    assert_eq!(all.list("judge", None).await.unwrap().len(), 3, "what is not taken leaves nothing");
}

async fn the_first_of_an_entry_goes_first(bed: Bed) {
    let all = submissions(&bed, TERMS).await;
    for (entry, contents) in [("甲", "a1"), ("甲", "a2"), ("乙", "b1")] {
        received(&all, entry, contents).await;
    }
    let first = all.take("judge").await.unwrap().expect("one is there");
    let other = all.take("judge").await.unwrap().expect("of another entry");
    assert_eq!((first.submission.id, other.submission.id), (1, 3));
    assert_eq!(all.take("judge").await.unwrap(), None, "the second waits for the first");
    let added = Added { note: Some("no"), log: Some("error: x"), ..Added::default() };
    assert!(all.go_on(&first, SubmissionState::Compiling, Added::default()).await.unwrap());
    assert!(all.go_on(&first, SubmissionState::Refused, added).await.unwrap());
    let refused = all.get(1).await.unwrap().expect("it is kept");
    assert_eq!((refused.note.as_deref(), refused.log.as_deref()), (Some("no"), Some("error: x")));
    assert!(!all.go_on(&first, SubmissionState::Accepted, Added::default()).await.unwrap(), "it is settled");
    assert_eq!(all.take("judge").await.unwrap().map(|held| held.submission.id), Some(2));
    assert!(all.hold_on(&other).await.unwrap());
    all.bury("cup").await.unwrap();
    assert_eq!(all.take("judge").await.unwrap(), None);
    all.bury("judge").await.unwrap();
    let again = all.take("judge").await.unwrap().map(|held| (held.submission.id, held.fence));
    assert_eq!(again, Some((2, 2)), "without waiting for the end of its lease");
}

async fn who_lost_the_lease_changes_nothing(bed: Bed) {
    let all = submissions(&bed, AT_ONCE).await;
    received(&all, "甲", "a").await;
    let late = all.take("judge").await.unwrap().expect("one is there");
    tokio::time::sleep(Duration::from_millis(5)).await;
    let held = all.take("judge").await.unwrap().expect("the lease has ended");
    assert_eq!((late.fence, held.fence), (1, 2));
    assert!(!all.hold_on(&late).await.unwrap());
    assert!(!all.go_on(&late, SubmissionState::Accepted, Added::default()).await.unwrap());
    assert!(all.go_on(&held, SubmissionState::Validating, Added::default()).await.unwrap());
    assert_eq!(all.get(1).await.unwrap().expect("kept").state, SubmissionState::Validating);
}

/// Workers that give up in any state, as if killed: another continues their submissions from there.
async fn many_who_work_and_die_settle_each_once_in_order(bed: Bed) {
    let database = bed.database().await;
    let door = Submissions::new(database.clone(), AT_ONCE);
    for number in 0..24 {
        received(&door, &format!("e{}", number % 5), &number.to_string()).await;
    }
    let workers: Vec<_> = (0..4u32)
        .map(|worker| {
            let all = Submissions::new(database.clone(), AT_ONCE);
            tokio::spawn(async move {
                let (mut settled, mut step) = (Vec::new(), worker);
                while let Some(held) = all.take("judge").await.unwrap() {
                    let next = SubmissionState::ALL.into_iter().find(|next| *next > held.submission.state);
                    step = step.wrapping_mul(5).wrapping_add(3);
                    if step.is_multiple_of(3) {
                        continue;
                    }
                    let next = next.expect("it is open");
                    if all.go_on(&held, next, Added::default()).await.unwrap() && next.is_final() {
                        settled.push(held.submission);
                    }
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                settled
            })
        })
        .collect();
    let mut settled: BTreeMap<i64, u32> = BTreeMap::new();
    for worker in workers {
        worker.await.unwrap().iter().for_each(|one| *settled.entry(one.id).or_default() += 1);
    }
    // Workers that saw nothing free for a moment have left: the rest is handled here.
    tokio::time::sleep(Duration::from_millis(5)).await;
    while let Some(held) = door.take("judge").await.unwrap() {
        assert!(door.go_on(&held, SubmissionState::Accepted, Added::default()).await.unwrap());
        *settled.entry(held.submission.id).or_default() += 1;
    }
    assert!(settled.len() == 24 && settled.values().all(|times| *times == 1), "{settled:?}");
    let mut all = door.list("judge", None).await.unwrap();
    assert!(all.iter().all(|one| one.state == SubmissionState::Accepted));
    all.sort_by_key(|one| (one.entry.clone(), one.id));
    let in_order =
        |two: &[Submission]| two[0].entry != two[1].entry || two[0].changed_ms <= two[1].changed_ms;
    assert!(all.windows(2).all(in_order), "of one entry the first was settled first");
}

async fn a_source_outlives_its_event(bed: Bed) {
    let (all, blobs) = (submissions(&bed, TERMS).await, Blobs::new(bed.database().await));
    received(&all, "甲", "handed in").await;
    let both = blobs.put("judge", b"handed in").await.unwrap();
    let named = blobs.put("judge", b"named by the file").await.unwrap();
    assert_eq!(blobs.release("judge", 0).await.unwrap().blobs, 1);
    assert!(blobs.get(named).await.is_err());
    assert_eq!(blobs.get(both).await.unwrap(), b"handed in");
}
