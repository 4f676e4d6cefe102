//! A writer killed at any instant: what was acknowledged is there, in order, and at most one entry more.

use crate::bed::{Bed, Hand, wait};
use leitai_store::{FileJournal, Journal, JournalEntry, SqlJournal};
use proptest::prelude::*;
use std::future::Future;
use std::path::Path;
use std::time::Duration;

/// Kills a writer after each wait, and compares what was acknowledged with what is there.
fn killed_after<F: Future<Output = Vec<JournalEntry>>>(
    address: &str,
    waits: &[Duration],
    reopen: impl Fn() -> F,
) -> Result<(), TestCaseError> {
    let mut before = 0;
    for pause in waits {
        let mut writer = Hand::start(&["append", address]);
        prop_assert_eq!(writer.line(), (before + 1).to_string());
        std::thread::sleep(*pause);
        let said = writer.kill();
        let told = said.last().map_or(before + 1, |line| line.parse().unwrap());
        let entries = wait(reopen());
        let in_order = entries.iter().zip(1..).all(|(entry, seq)| {
            entry.seq == seq && entry.key == Some(format!("game {seq}")) && entry.body["n"] == seq
        });
        prop_assert!(in_order, "{:?}", entries);
        before = entries.len() as u64;
        prop_assert!((told..=told + 1).contains(&before), "told {}, there are {}", told, before);
    }
    Ok(())
}

fn instants() -> impl Strategy<Value = Vec<Duration>> {
    proptest::collection::vec((0..10_000u64).prop_map(Duration::from_micros), 6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn of_a_file(waits in instants()) {
        let bed = Bed::sqlite();
        let path = bed.folder.path().join("journal.jsonl");
        let open = |path: &Path| FileJournal::open(path, "cup").expect("opens").entries(0).expect("reads");
        killed_after(&format!("file:{}", path.display()), &waits, || std::future::ready(open(&path)))?;
    }

    #[test]
    fn of_sqlite(waits in instants()) {
        let bed = Bed::sqlite();
        killed_after(&bed.address, &waits, async || {
            let database = bed.database().await;
            let journal = SqlJournal::new(database.clone(), "cup").expect("an id");
            let entries = journal.entries(0).await.expect("reads");
            database.close().await;
            entries
        })?;
    }
}
