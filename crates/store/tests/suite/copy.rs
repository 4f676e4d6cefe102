//! A copy of a database while somebody writes into it.

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
        wait(Database::copy_file(&file, &to)).expect("copied");
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
    assert!(matches!(wait(Database::copy_file(&from, &to)), Err(StoreError::Closed(_))));
    assert!(!from.exists(), "no empty database is made of a name");
    wait(async { bed.database().await.close().await });
    std::fs::write(&to, "something").expect("our folder");
    let from = bed.folder.path().join("store.db");
    assert!(wait(Database::copy_file(&from, &to)).is_err(), "nothing is written over");
    assert_eq!(std::fs::read(&to).expect("our folder"), b"something");
}
