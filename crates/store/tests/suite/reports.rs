//! Reports that teams hand in, on both databases.

use crate::bed::Bed;
use crate::on_both;
use crate::people::signed_in;
use leitai_core::ContentHash;
use leitai_store::{
    Actor, Audit, Blobs, Deed, HandedInReport, ReportReceived, Reports, StoreError, SubmissionLimits,
};
use std::collections::BTreeMap;

on_both! {
    the_newest_report_stands_and_the_one_before_takes_no_room
    nothing_is_taken_before_the_opening_or_from_the_closing_on
}

async fn hand_in(
    by: Actor<'_>,
    reports: &Reports,
    entry: &str,
    contents: &[u8],
    limits: SubmissionLimits,
) -> ReportReceived {
    let shares = BTreeMap::from([("2501".to_owned(), 60), ("2502".to_owned(), 40)]);
    let what = HandedInReport { event: "course", entry, by, contents, shares: &shares };
    reports.receive(&what, limits).await.unwrap()
}

async fn the_newest_report_stands_and_the_one_before_takes_no_room(bed: Bed) {
    let by = signed_in(&bed, "2501").await;
    let reports = Reports::new(bed.database().await);
    let blobs = Blobs::new(bed.database().await);
    let none = SubmissionLimits::default();
    let (old, new, kept) = (&b"%PDF-1 \0\xff"[..], &b"%PDF-2"[..], &b"elsewhere too"[..]);
    for (entry, contents) in [("a", old), ("b", kept), ("a", new), ("a", new)] {
        assert_eq!(hand_in(by, &reports, entry, contents, none).await, ReportReceived::Taken);
    }
    let all = reports.of("course").await.unwrap();
    assert_eq!(all.keys().collect::<Vec<_>>(), ["a", "b"]);
    let report = &all["a"];
    assert_eq!((report.sha256, report.bytes, report.shares["2502"]), (ContentHash::of(new), 6, 40));
    assert_eq!(blobs.get(report.sha256).await.unwrap(), new);
    assert!(matches!(blobs.get(ContentHash::of(old)).await, Err(StoreError::Blob { .. })), "it is gone");
    assert!(reports.of("another").await.unwrap().is_empty());
    // Contents that an event needs, or that somebody else submitted, stay though their report is replaced; and the
    // other way round.
    blobs.put("course", kept).await.unwrap();
    assert_eq!(hand_in(by, &reports, "b", old, none).await, ReportReceived::Taken);
    assert_eq!(blobs.get(ContentHash::of(kept)).await.unwrap(), kept);
    assert_eq!(hand_in(by, &reports, "c", kept, none).await, ReportReceived::Taken);
    blobs.release("course", u64::MAX).await.unwrap();
    assert_eq!(blobs.get(ContentHash::of(kept)).await.unwrap(), kept);
    let lines = Audit::new(bed.database().await).lines(u64::MAX, 1).await.unwrap();
    assert_eq!((lines[0].deed, lines[0].actor.as_str()), (Deed::Report, "2501"));
    // What goes with another deed is that deed's to note, and for those who are signed in alone.
    let shares = BTreeMap::new();
    let what = HandedInReport { event: "course", entry: "d", by, contents: new, shares: &shares };
    assert_eq!(reports.attach(&what, none).await.unwrap(), ReportReceived::Taken);
    assert!(reports.of("course").await.unwrap().contains_key("d"));
    let after = Audit::new(bed.database().await).lines(u64::MAX, 1).await.unwrap();
    assert_eq!(after[0].seq, lines[0].seq);
}

async fn nothing_is_taken_before_the_opening_or_from_the_closing_on(bed: Bed) {
    let by = signed_in(&bed, "2501").await;
    let reports = Reports::new(bed.database().await);
    let limits = |opens, closes| SubmissionLimits {
        opens_ms: opens,
        closes_ms: closes,
        ..SubmissionLimits::default()
    };
    assert_eq!(hand_in(by, &reports, "a", b"x", limits(None, Some(1))).await, ReportReceived::Closed);
    let early = hand_in(by, &reports, "a", b"x", limits(Some(i64::MAX), None)).await;
    assert!(matches!(early, ReportReceived::TooEarly(_)), "{early:?}");
    assert!(reports.of("course").await.unwrap().is_empty());
}
