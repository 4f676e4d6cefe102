//! The journal, in a file and on both databases.

use crate::bed::{Bed, wait};
use leitai_store::{Appended, FileJournal, Journal, JournalEntry, SqlJournal, StoreError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::{Value, json};

/// Where journals are stored; they can be opened again and again.
enum Place {
    File(Bed),
    Database(Bed),
}

impl Place {
    async fn open(&self, event: &str) -> Result<Box<dyn Journal>, StoreError> {
        Ok(match self {
            Place::File(bed) => Box::new(FileJournal::open(&bed.folder.path().join(hex(event)), event)?),
            Place::Database(bed) => Box::new(SqlJournal::new(bed.database().await, event)?),
        })
    }
}

fn hex(event: &str) -> String {
    event.bytes().fold("journal".to_owned(), |name, byte| format!("{name}{byte:02x}"))
}

macro_rules! on_all {
    ($($check:ident)*) => {
        mod file {
            $(#[test] fn $check() { super::wait(super::$check(super::Place::File(super::Bed::sqlite()))); })*
        }
        mod sqlite {
            $(#[test] fn $check() { super::wait(super::$check(super::Place::Database(super::Bed::sqlite()))); })*
        }
        mod postgres {
            $(#[test] fn $check() {
                if let Some(bed) = super::Bed::postgres() {
                    super::wait(super::$check(super::Place::Database(bed)));
                }
            })*
        }
    };
}

on_all! {
    what_is_written_is_read
    a_key_stands_once
    many_are_appended_in_order_and_each_once
    a_decision_is_overtaken_by_what_it_did_not_see
    of_rivals_who_saw_the_same_one_decides
    the_order_is_the_number_not_the_clock
    events_do_not_mix
    a_bad_id_is_refused
    many_writers_take_turns
    it_does_what_a_list_would
}

async fn many_are_appended_in_order_and_each_once(place: Place) {
    let journal = place.open("cup").await.unwrap();
    journal.append(5, Some("b"), &json!("b\u{0}甲")).await.unwrap();
    let entry = |key: &str| (key.to_owned(), json!({ "of": key, "text": "a\u{0}\"\\乙" }));
    let told = journal.append_all(None, 7, &["a", "b", "c"].map(entry)).await.unwrap();
    let known = JournalEntry { seq: 1, at_ms: 5, key: Some("b".to_owned()), body: json!("b\u{0}甲") };
    assert_eq!(told, [Appended::Written(2), Appended::AlreadyThere(known.clone()), Appended::Written(3)]);
    let new = |seq, key| JournalEntry { seq, at_ms: 7, key: Some(entry(key).0), body: entry(key).1 };
    assert_eq!(journal.entries(0).await.unwrap(), [known, new(2, "a"), new(3, "c")]);
    assert_eq!(journal.append_all(None, 8, &[]).await.unwrap(), []);
    // Only on top of all that was seen.
    let more = ["d", "d", "e"].map(entry);
    assert_eq!(journal.append_all(Some(2), 9, &more).await.unwrap(), vec![Appended::Overtaken; 3]);
    let told = journal.append_all(Some(2), 9, &["c", "d"].map(entry)).await.unwrap();
    assert_eq!(told, [Appended::AlreadyThere(new(3, "c")), Appended::Overtaken], "it was written before");
    assert_eq!(journal.entries(3).await.unwrap(), []);
    assert_eq!(journal.entry("d").await.unwrap(), None);
    let more = [&more[..1], &more[2..]].concat();
    let written = [Appended::Written(4), Appended::Written(5)];
    assert_eq!(journal.append_all(Some(3), 9, &more).await.unwrap(), written);
    let of_key = journal.entry("e").await.unwrap().expect("it was written");
    assert_eq!((of_key.seq, of_key.at_ms), (5, 9));
}

async fn what_is_written_is_read(place: Place) {
    let bodies = [
        json!(null),
        json!({ "winner": "first", "plies": [1, -2, i64::MAX, u64::MAX], "why": "红方 \"wins\"\n\u{0}" }),
        json!("x".repeat(200_000)),
    ];
    let journal = place.open("cup").await.unwrap();
    assert_eq!(journal.entries(0).await.unwrap(), []);
    for (n, body) in bodies.iter().enumerate() {
        let written = journal.append(n as i64, None, body).await.unwrap();
        assert_eq!(written, Appended::Written(n as u64 + 1));
    }
    drop(journal);
    let journal = place.open("cup").await.unwrap();
    let entries = journal.entries(0).await.unwrap();
    assert_eq!(
        entries.iter().map(|entry| &entry.body).collect::<Vec<_>>(),
        bodies.iter().collect::<Vec<_>>()
    );
    assert_eq!(journal.entries(2).await.unwrap(), entries[2..]);
    assert_eq!(journal.entries(3).await.unwrap(), []);
    assert_eq!(journal.entries(u64::MAX).await.unwrap(), []);
}

async fn a_key_stands_once(place: Place) {
    let journal = place.open("cup").await.unwrap();
    let first = JournalEntry { seq: 1, at_ms: 5, key: Some("game 1".into()), body: json!("first") };
    assert_eq!(journal.append(5, Some("game 1"), &first.body).await.unwrap(), Appended::Written(1));
    let again = journal.append(6, Some("game 1"), &json!("second")).await.unwrap();
    assert_eq!(again, Appended::AlreadyThere(first.clone()));
    // Entries without a key do not clash.
    assert_eq!(journal.append(7, None, &json!(1)).await.unwrap(), Appended::Written(2));
    assert_eq!(journal.append(7, None, &json!(1)).await.unwrap(), Appended::Written(3));
    drop(journal);
    let journal = place.open("cup").await.unwrap();
    let again = journal.append(8, Some("game 1"), &json!("third")).await.unwrap();
    assert_eq!(again, Appended::AlreadyThere(first));
    assert_eq!(journal.append(8, Some("game 2"), &json!(2)).await.unwrap(), Appended::Written(4));
    assert_eq!(journal.entries(0).await.unwrap().len(), 4);
}

async fn a_decision_is_overtaken_by_what_it_did_not_see(place: Place) {
    let journal = place.open("cup").await.unwrap();
    let after = async |last, key, body| journal.append_after(Some(last), 0, key, &json!(body)).await.unwrap();
    assert_eq!(after(1, None, "of an entry that is not there").await, Appended::Overtaken);
    assert_eq!(after(0, Some("a"), "first").await, Appended::Written(1));
    assert_eq!(after(0, Some("b"), "saw nothing").await, Appended::Overtaken);
    assert_eq!(after(u64::MAX, Some("b"), "saw too much").await, Appended::Overtaken);
    assert_eq!(after(1, Some("b"), "saw all").await, Appended::Written(2));
    // The answer was lost, and others appended more: the entry still stands.
    journal.append(0, None, &json!("third")).await.unwrap();
    let stands = JournalEntry { seq: 2, at_ms: 0, key: Some("b".into()), body: json!("saw all") };
    assert_eq!(after(1, Some("b"), "saw all").await, Appended::AlreadyThere(stands));
    assert_eq!(journal.entries(0).await.unwrap().len(), 3);
}

async fn of_rivals_who_saw_the_same_one_decides(place: Place) {
    let journal: std::sync::Arc<dyn Journal> = place.open("cup").await.unwrap().into();
    let rivals: Vec<_> = (0..6)
        .map(|rival| {
            let journal = journal.clone();
            tokio::spawn(async move { journal.append_after(Some(0), 0, None, &json!(rival)).await.unwrap() })
        })
        .collect();
    let mut decided = Vec::new();
    for rival in rivals {
        decided.push(rival.await.unwrap());
    }
    decided.retain(|decided| *decided != Appended::Overtaken);
    assert_eq!(decided, [Appended::Written(1)]);
    assert_eq!(journal.entries(0).await.unwrap().len(), 1);
}

async fn the_order_is_the_number_not_the_clock(place: Place) {
    let journal = place.open("cup").await.unwrap();
    let clock = [1_700_000_000_000, 0, -1, i64::MAX, i64::MIN, 5];
    for at in clock {
        journal.append(at, None, &json!(at)).await.unwrap();
    }
    let entries = journal.entries(0).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.at_ms).collect::<Vec<_>>(), clock);
    assert_eq!(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

async fn events_do_not_mix(place: Place) {
    let (cup, league) = (place.open("cup").await.unwrap(), place.open("联赛").await.unwrap());
    assert_eq!(cup.append(0, Some("k"), &json!(1)).await.unwrap(), Appended::Written(1));
    assert_eq!(league.append(0, Some("k"), &json!(2)).await.unwrap(), Appended::Written(1));
    assert_eq!(cup.entries(0).await.unwrap()[0].body, json!(1));
    assert_eq!(league.entries(0).await.unwrap()[0].body, json!(2));
}

async fn a_bad_id_is_refused(place: Place) {
    for bad in ["", "a\0b"] {
        assert!(matches!(place.open(bad).await, Err(StoreError::Id(_))));
        let journal = place.open("cup").await.unwrap();
        let refused = journal.append(0, Some(bad), &json!(1)).await;
        assert!(matches!(refused, Err(StoreError::Id(_))), "{refused:?}");
        assert_eq!(journal.entries(0).await.unwrap(), []);
    }
}

async fn many_writers_take_turns(place: Place) {
    let journal: std::sync::Arc<dyn Journal> = place.open("cup").await.unwrap().into();
    let writers: Vec<_> = (0..6)
        .map(|writer| {
            let journal = journal.clone();
            tokio::spawn(async move {
                let mut written = 0;
                for game in 0..10 {
                    let key = format!("game {game}");
                    let done = journal.append(0, Some(&key), &json!(writer)).await.unwrap();
                    written += usize::from(matches!(done, Appended::Written(_)));
                    journal.append(0, None, &json!(writer)).await.unwrap();
                }
                written
            })
        })
        .collect();
    let mut written = 0;
    for writer in writers {
        written += writer.await.unwrap();
    }
    let entries = journal.entries(0).await.unwrap();
    assert_eq!((written, entries.len()), (10, 70));
    assert!(entries.iter().zip(1..).all(|(entry, seq)| entry.seq == seq));
}

fn json_value() -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((any::<String>(), inner), 0..4).prop_map(|pairs| pairs.into_iter().collect()),
        ]
    })
}

/// Compares a journal with a list in memory, reopening it between any two appends.
async fn it_does_what_a_list_would(place: Place) {
    let step = (any::<i64>(), proptest::option::of("[a-e甲]{1,2}"), json_value(), any::<bool>());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(12));
    let mut list: Vec<JournalEntry> = Vec::new();
    let mut journal = Some(place.open("cup").await.unwrap());
    for _ in 0..12 {
        let steps = vec(step.clone(), 8).new_tree(&mut runner).unwrap().current();
        for (at_ms, key, body, reopen) in steps {
            let there = list.iter().find(|entry| key.is_some() && entry.key == key).cloned();
            let seq = list.len() as u64 + 1;
            let due = there.map_or(Appended::Written(seq), Appended::AlreadyThere);
            if due == Appended::Written(seq) {
                list.push(JournalEntry { seq, at_ms, key: key.clone(), body: body.clone() });
            }
            if reopen {
                // A file has only one writer: the old one must end first.
                journal = None;
            }
            if journal.is_none() {
                journal = Some(place.open("cup").await.unwrap());
            }
            let open = journal.as_ref().unwrap();
            assert_eq!(open.append(at_ms, key.as_deref(), &body).await.unwrap(), due);
        }
        let after = list.len() / 2;
        assert_eq!(journal.as_ref().unwrap().entries(after as u64).await.unwrap(), list[after..]);
    }
    assert_eq!(journal.unwrap().entries(0).await.unwrap(), list);
}
