//! Events that only a journal in a file can meet: power cuts, foreign bytes, a second process.

use crate::bed::{Hand, wait};
use leitai_store::{Appended, FileJournal, Journal, JournalReader, StoreError};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A journal of three entries, and its bytes.
fn three() -> (TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    let journal = FileJournal::open(&path, "cup").unwrap();
    for game in 1..=3 {
        journal.append(game, Some(&format!("game {game}")), &json!({ "winner": "first" })).unwrap();
    }
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    (folder, path, bytes)
}

/// Where each line begins, and the end.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(i, _)| i + 1);
    std::iter::once(0).chain(ends).collect()
}

#[test]
fn the_format_is_as_documented() {
    let (_folder, _, bytes) = three();
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/store.md")).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for line in text.lines().take(2) {
        assert!(page.contains(line), "docs/store.md does not show {line}");
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok());
    }
}

#[test]
fn a_file_cut_anywhere_loses_its_last_line_only() {
    let (_folder, path, bytes) = three();
    let starts = starts(&bytes);
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let journal = FileJournal::open(&path, "cup").unwrap();
        // The header line is not an entry.
        let whole = starts.iter().filter(|start| **start > 0 && **start <= length).count();
        let torn = journal.torn().map(|torn| torn.line);
        assert_eq!(torn, (!starts.contains(&length)).then_some(whole as u64 + 1), "{length}");
        let kept = whole.saturating_sub(1) as u64;
        assert_eq!(journal.entries(0).unwrap().len() as u64, kept);
        assert_eq!(journal.append(0, None, &json!(0)).unwrap(), Appended::Written(kept + 1));
        drop(journal);
        let journal = FileJournal::open(&path, "cup").unwrap();
        assert_eq!((journal.torn(), journal.entries(0).unwrap().len() as u64), (None, kept + 1));
    }
}

#[test]
fn any_byte_changed_is_noticed() {
    let (_folder, path, bytes) = three();
    let starts = starts(&bytes);
    let last = starts[starts.len() - 2];
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        let line = starts.iter().filter(|start| **start <= at).count() as u64;
        match FileJournal::open(&path, "cup") {
            Ok(journal) => {
                // The last line may not have been acknowledged.
                assert!(at >= last, "byte {at} of line {line}");
                assert_eq!(journal.torn().map(|torn| torn.line), Some(line));
                assert_eq!(journal.entries(0).unwrap().len(), 2);
            }
            Err(StoreError::Garbled { line: told, .. }) => {
                assert!(at < last);
                assert_eq!(told, line);
                assert_eq!(fs::read(&path).unwrap(), changed, "left as it is");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_tail_of_zeros_is_cut_off() {
    for kept in [0, 1, 4] {
        let (_folder, path, bytes) = three();
        let length = starts(&bytes)[kept];
        fs::write(&path, [&bytes[..length], &[0; 4096]].concat()).unwrap();
        let journal = FileJournal::open(&path, "cup").unwrap();
        assert_eq!(journal.torn().map(|torn| torn.line), Some(kept as u64 + 1));
        assert_eq!(journal.entries(0).unwrap().len(), kept.saturating_sub(1));
    }
}

#[test]
fn lines_lost_doubled_or_swapped_are_told_by_their_number() {
    let (_folder, path, bytes) = three();
    let starts = starts(&bytes);
    let line = |n: usize| &bytes[starts[n]..starts[n + 1]];
    for (order, wrong) in [(vec![0, 2, 3], 2), (vec![0, 1, 1, 2, 3], 3), (vec![0, 2, 1, 3], 2)] {
        fs::write(&path, order.iter().map(|n| line(*n)).collect::<Vec<_>>().concat()).unwrap();
        let told = match FileJournal::open(&path, "cup") {
            Err(error @ StoreError::Garbled { .. }) => error.to_string(),
            other => panic!("{:?}", other.err()),
        };
        assert!(told.contains(&format!("journal.jsonl:{wrong}: it is entry")), "{told}");
    }
}

#[test]
fn what_is_not_this_journal_is_left_alone() {
    let (_folder, path, _) = three();
    let other = FileJournal::open(&path, "league").err().unwrap();
    assert!(matches!(&other, StoreError::OtherEvent { found, .. } if found == "cup"), "{other}");
    for text in ["dear diary", "dear diary\n", "{}\n{}\n", "\n"] {
        fs::write(&path, text).unwrap();
        let refused = FileJournal::open(&path, "cup").err().unwrap();
        assert!(matches!(refused, StoreError::Garbled { line: 1, .. }), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let missing = FileJournal::open(&path.join("deeper"), "cup").err().unwrap();
    assert!(missing.to_string().contains("deeper"), "{missing}");
}

/// Each process sees what the others appended before it appends, and whichever dies keeps nobody from it.
#[test]
fn many_processes_append_to_one_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    let place = format!("file:{}", path.display());
    let mut writers = Vec::from([(); 2].map(|()| Hand::start(&["append", &place])));
    for writer in &mut writers {
        writer.until("");
    }
    let journal = FileJournal::open(&path, "cup").unwrap();
    let (mut ours, mut overtaken) = (Vec::new(), 0);
    for n in 0..60 {
        let last = journal.entries(0).unwrap().last().map(|entry| entry.seq);
        match wait(Journal::append_after(&journal, last, 0, None, &json!({ "ours": n }))).unwrap() {
            Appended::Written(seq) => ours.push(seq),
            Appended::Overtaken => overtaken += 1,
            Appended::AlreadyThere(entry) => panic!("{entry:?}"),
        }
        if n == 30 {
            writers.remove(0).kill();
        }
    }
    writers.remove(0).kill();
    let all = FileJournal::open(&path, "cup").unwrap().entries(0).unwrap();
    let numbers: Vec<u64> = all.iter().map(|entry| entry.seq).collect();
    assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>());
    let written = all.iter().filter(|entry| entry.body["ours"].is_i64());
    assert_eq!(written.map(|entry| entry.seq).collect::<Vec<_>>(), ours);
    assert!(all.len() > ours.len() + 2 && ours.len() + overtaken == 60, "{} {overtaken}", ours.len());
}

#[test]
fn a_reader_is_given_each_entry_once_whole_as_it_is_added() {
    let (_folder, path, bytes) = three();
    let starts = starts(&bytes);
    fs::remove_file(&path).unwrap();
    let mut reader = JournalReader::new(&path, "cup");
    assert_eq!(reader.added().unwrap(), [], "there is no file yet");
    let mut seen = Vec::new();
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let added = reader.added().unwrap();
        let is_whole = starts[2..].contains(&length);
        assert_eq!(added.len(), usize::from(is_whole), "{length}");
        seen.extend(added);
    }
    assert_eq!(seen, FileJournal::open(&path, "cup").unwrap().entries(0).unwrap());
}

#[test]
fn a_reader_begins_anew_where_an_entry_was_taken_back() {
    let (_folder, path, bytes) = three();
    let mut reader = JournalReader::new(&path, "cup");
    assert_eq!(reader.added().unwrap().len(), 3);
    // Its sync failed, and another entry was written in its place, equally long or shorter.
    for winner in ["other", "x"] {
        fs::write(&path, &bytes[..starts(&bytes)[3]]).unwrap();
        let journal = FileJournal::open(&path, "cup").unwrap();
        journal.append(3, Some("game 3"), &json!({ "winner": winner })).unwrap();
        drop(journal);
        let refused = reader.added();
        assert!(matches!(refused, Err(StoreError::Garbled { line: 4, .. })), "{refused:?}");
        assert_eq!(reader.added().unwrap()[2].body["winner"], winner);
    }
}
