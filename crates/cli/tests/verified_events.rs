//! `leitai verify EVENT`: an event proves more than its records alone.

use crate::house::{House, is_whole};
use leitai_core::Record;
use leitai_store::FileJournal;
use std::fs;
use std::path::Path;

/// Exit code and output.
fn verified(house: &House, path: &Path) -> (Option<i32>, String) {
    let done = house.done(&["verify", path.to_str().expect("text")]);
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

/// A record that verifies and is not the one that was played.
fn forged(file: &Path) -> String {
    let mut record = Record::read(&fs::read_to_string(file).expect("a record")).expect("whole");
    record.about.started += 1;
    record.text()
}

#[test]
fn an_event_finds_changed_missing_and_strange_records_that_verify_alone() {
    let house = House::open();
    let file = house.event("cup", "random");
    let run = house.done(&["tournament", "run", file.to_str().expect("text"), "-q"]);
    assert!(run.status.success());
    let folder = file.with_extension("");
    let count = is_whole(&house, &folder);
    let (code, said) = verified(&house, &file);
    assert_eq!((code, said.contains(&format!("{count} records, all ok"))), (Some(0), true), "{said}");
    assert_eq!(verified(&house, &folder).0, Some(0), "its folder means the same");

    let game = folder.join("games/0.0.e0-e1.g0.jsonl");
    let played = fs::read_to_string(&game).expect("a record");
    fs::write(&game, forged(&game)).expect("ours");
    assert_eq!(verified(&house, &game).0, Some(0), "alone it verifies");
    let (code, said) = verified(&house, &file);
    assert!(
        code == Some(2) && said.contains("0.0.e0-e1.g0.jsonl: BROKEN") && said.contains("another seal"),
        "{said}"
    );

    fs::remove_file(&game).expect("ours");
    let (code, said) = verified(&house, &file);
    assert!(code == Some(2) && said.contains("0.0.e0-e1.g0.jsonl: BROKEN"), "{said}");

    fs::write(&game, &played).expect("ours");
    fs::write(folder.join("games/0.0.e0-e1.g7.jsonl"), &played).expect("ours");
    let (code, said) = verified(&house, &file);
    assert!(code == Some(2) && said.contains("0.0.e0-e1.g7.jsonl: BROKEN: a stranger"), "{said}");
    fs::remove_file(folder.join("games/0.0.e0-e1.g7.jsonl")).expect("ours");
    assert_eq!(verified(&house, &file).0, Some(0), "as it was");

    // A journal of before has no seals: it is read, and its records are verified by themselves.
    let entries = FileJournal::peek(&folder.join("journal.jsonl"), "cup").expect("a journal");
    fs::remove_file(folder.join("journal.jsonl")).expect("ours");
    let journal = FileJournal::open(&folder.join("journal.jsonl"), "cup").expect("ours");
    for mut entry in entries {
        if let Some(details) = entry.body.get_mut("details").and_then(|details| details.as_object_mut()) {
            assert!(
                details.remove("seal").is_some_and(|seal| seal.as_str().is_some_and(|seal| seal.len() == 64))
            );
        }
        journal.append(entry.at_ms, entry.key.as_deref(), &entry.body).expect("ours");
    }
    assert_eq!(verified(&house, &file).0, Some(0), "an old journal");
    fs::write(&game, forged(&game)).expect("ours");
    assert_eq!(verified(&house, &file).0, Some(0), "without seals nobody knows");
}
