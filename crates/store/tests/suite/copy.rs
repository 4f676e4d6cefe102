//! Copying a database while it is being written to.

use crate::bed::{Bed, wait};
use leitai_store::{Database, Journal, SqlJournal, StoreError};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[test]
fn a_copy_is_of_one_instant_while_somebody_writes() {
    let bed = Bed::sqlite();
    let file = bed.folder.path().join("store.db");
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let address = bed.address.clone();
    let (stopped, count) = (Arc::clone(&stop), Arc::clone(&written));
    let writer = std::thread::spawn(move || {
        wait(async {
            let journal =
                SqlJournal::new(Database::open(&address).await.expect("opens"), "cup").expect("a name");
            while !stopped.load(Ordering::Relaxed) {
                let number = count.load(Ordering::Relaxed);
                journal.append(0, None, &json!({ "number": number })).await.expect("written");
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
    });
    for turn in 0..3 {
        while written.load(Ordering::Relaxed) < 5 * (turn + 1) {
            std::thread::yield_now();
        }
        let (before, to) =
            (written.load(Ordering::Relaxed), bed.folder.path().join(format!("copy{turn}.db")));
        wait(Database::copy_file(&file, &to, &Arc::default())).expect("copied");
        let after = written.load(Ordering::Relaxed) + 1;
        let lines = wait(async {
            let copy = Database::open(&format!("sqlite:{}", to.display())).await.expect("opens");
            let lines =
                SqlJournal::new(copy.clone(), "cup").expect("a name").entries(0).await.expect("whole");
            copy.close().await;
            lines
        });
        let numbers: Vec<_> =
            lines.iter().map(|line| line.body["number"].as_u64().expect("a number")).collect();
        let count = numbers.len() as u64;
        assert!(before <= count && count <= after, "{before} <= {count} <= {after}");
        assert_eq!(numbers, (0..count).collect::<Vec<_>>(), "none is missing in the middle");
    }
    stop.store(true, Ordering::Relaxed);
    writer.join().expect("it wrote");
}

#[test]
fn what_cannot_be_copied_is_said() {
    let bed = Bed::sqlite();
    let (from, to) = (bed.folder.path().join("none.db"), bed.folder.path().join("copy.db"));
    assert!(matches!(wait(Database::copy_file(&from, &to, &Arc::default())), Err(StoreError::Closed(_))));
    assert!(!from.exists(), "no empty database is made of a name");
    wait(async { bed.database().await.close().await });
    std::fs::write(&to, "something").expect("our folder");
    let from = bed.folder.path().join("store.db");
    assert!(wait(Database::copy_file(&from, &to, &Arc::default())).is_err(), "nothing is written over");
    assert_eq!(std::fs::read(&to).expect("our folder"), b"something");
}

/// Stopping waits for the copy to end: nothing is written to the folder after that.
#[test]
fn a_copy_that_is_stopped_leaves_nothing_beside_its_file() {
    let bed = Bed::sqlite();
    let (file, to) = (bed.folder.path().join("store.db"), bed.folder.path().join("copy.db"));
    wait(async {
        let database = bed.database().await;
        let journal = SqlJournal::new(database.clone(), "cup").expect("a name");
        journal.append(0, None, &json!({ "text": "x".repeat(1_000) })).await.expect("written");
        database.close().await;
        let filled = "INSERT INTO journal SELECT event || n, seq, key, at_ms, body FROM journal,
            (WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 3000) SELECT n FROM g)";
        bed.sql(filled).await;
    });
    let stopped = Arc::new(AtomicBool::new(true));
    let refused = wait(Database::copy_file(&file, &to, &stopped)).expect_err("it was stopped");
    assert!(refused.to_string().contains("interrupted"), "{refused}");
    let names = std::fs::read_dir(bed.folder.path()).expect("our folder").flatten();
    let beside: Vec<_> = names
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("copy.db-"))
        .collect();
    assert!(beside.is_empty(), "{beside:?}");
    let _ = std::fs::remove_file(&to);
    stopped.store(false, Ordering::Relaxed);
    wait(Database::copy_file(&file, &to, &stopped)).expect("the control");
}
