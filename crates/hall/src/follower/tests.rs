//! Following an event as it runs, at a cost proportional to what is added. To measure a large one:
//! `LEITAI_ENTRIES=101 cargo test --release -p leitai-hall follow -- --nocapture`.

use super::*;
use crate::event_file::EventFile;
use crate::history::{Begun, Details, JournalBody, Played};
use crate::ruling::Following;
use leitai_core::{Sentence, VerdictName};
use leitai_sandbox::SandboxLevel;
use leitai_store::{FileJournal, JournalEntry};
use leitai_tournament::{
    CountedOutcome, Decision, EntryId, Event, How, Plan, RecordedGame, Role, Seat, Sections, Seed,
};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

/// The number of entries.
fn entries() -> u32 {
    std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// The start of a double round robin with this many entries.
fn begun(entries: u32) -> Begun {
    let mut text = "name = \"cup\"\ngame = \"tictactoe\"\nseed = \"1\"\n".to_owned();
    (0..entries).for_each(|n| text += &format!("[[entries]]\nname = \"p{n}\"\nprogram = \"random\"\n"));
    let file = EventFile::parse(&text, "cup", Path::new(".")).unwrap_or_else(|error| panic!("{error}"));
    let mut begun = file.begun(|| Seed::new("1"));
    begun.plan = Plan::school(6, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    begun.plan.stages[0].sections = Sections::One;
    begun
}

/// The contents of its journal: the start, and all its games, each won by First.
fn bodies(begun: &Begun) -> Vec<Value> {
    let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("an event");
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("three in a row", "三子连成一线"),
        plies: 7,
        seconds: 0.5,
        record: None,
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        seal: None,
        used_ms: None,
        sandbox: SandboxLevel::Full,
        ended: 0,
    };
    let state = event.state();
    let games = state.due().map(|due| {
        let (outcome, how, faults) = (CountedOutcome::Win(Seat::First), How::Played, [0; 2]);
        let result = RecordedGame { id: due.id, first: due.first, second: due.second, outcome, how, faults };
        JournalBody::Played(Played { result, details: details.clone() })
    });
    let all = std::iter::once(JournalBody::Begun(begun.clone())).chain(games);
    all.map(|body| serde_json::to_value(body).expect("JSON")).collect()
}

fn is_as_read(follower: &Follower, lines: Vec<JournalEntry>) {
    let (seq, read) = (lines.len() as u64, History::read(lines).expect("an event"));
    assert_eq!(follower.seq(), seq);
    let told = |history: &History| {
        (history.event.games().to_vec(), history.event.rulings().to_vec(), history.details.clone())
    };
    assert_eq!(follower.history().map(told), read.as_ref().map(told));
}

#[test]
fn a_file_is_followed_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut follower = Follower::in_folder(folder.path(), "cup");
    assert!(!follower.follow().expect("nothing is there"));
    assert!(follower.history().is_none() && follower.began().is_none());
    let journal = FileJournal::open(&folder.path().join("journal.jsonl"), "cup").expect("a journal");
    for (at, body) in bodies(&begun(4)).iter().enumerate() {
        journal.append(7 + at as i64, None, body).expect("room");
        assert!(follower.follow().expect("an event"));
        is_as_read(&follower, journal.entries(0).expect("its entries"));
        assert!(!follower.follow().expect("an event"), "nothing was added");
        assert_eq!(follower.began(), Some(7));
    }
}

#[test]
fn a_store_is_followed_across_results_and_rulings() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("store.db").display());
    let shared = SharedStore::open(&address, "default", Duration::from_secs(1)).expect("opens");
    let mut follower = Follower::in_store(&shared, "cup").expect("a name");
    assert!(!follower.follow().expect("nothing is there") && follower.history().is_none());
    let journal = shared.journal("cup").expect("a name");
    let all = || shared.runtime.wait(journal.entries(0)).expect("its entries");
    let bodies = bodies(&begun(4));
    let (first, rest) = bodies.split_at(5);
    for body in first {
        shared.runtime.wait(journal.append(1, None, body)).expect("room");
    }
    assert!(follower.follow().expect("an event"));
    is_as_read(&follower, all());
    let leave = Decision::Withdraw { entry: EntryId(3), leave: true };
    shared.rule("cup", &leave, Role::ChiefReferee, "ill", Following::Stands).expect("it fits");
    // Its games were under way: their results are recorded, whether they count or not.
    for body in rest {
        shared.runtime.wait(journal.append(2, None, body)).expect("room");
        assert!(follower.follow().expect("an event"));
    }
    is_as_read(&follower, all());
    assert_eq!(follower.history().expect("it began").event.rulings().len(), 1);
}

#[test]
fn what_is_no_event_is_an_error_until_it_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    let bodies = bodies(&begun(4));
    let journal = FileJournal::open(&path, "cup").expect("a journal");
    journal.append(1, None, &bodies[0]).expect("room");
    let good = fs::read(&path).expect("the file");
    let mut follower = Follower::in_folder(folder.path(), "cup");
    assert!(follower.follow().expect("an event"));
    journal.append(2, None, &Value::from("odd")).expect("room");
    drop(journal);
    for _ in 0..2 {
        assert!(matches!(follower.follow(), Err(HallError::History(_))));
        assert!(follower.history().is_none() && follower.seq() == 0);
    }
    fs::write(&path, good).expect("our file");
    assert!(follower.follow().expect("an event"));
    assert_eq!(follower.seq(), 1);
}

/// A few entries are enough to check this; `LEITAI_ENTRIES=101` makes 10,100 results.
#[test]
fn to_follow_a_result_is_not_to_read_all_before_it() {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let journal = FileJournal::open(&folder.path().join("journal.jsonl"), "cup").expect("a journal");
    let bodies = bodies(&begun(entries()));
    let (first, last) = bodies.split_at(bodies.len() - 20);
    for body in first {
        journal.append(1, None, body).expect("room");
    }
    let follow = |follower: &mut Follower| {
        let start = Instant::now();
        assert!(follower.follow().expect("an event"));
        start.elapsed()
    };
    let anew = || Follower::in_folder(folder.path(), "cup");
    let mut follower = anew();
    // The quickest of each kind, for whatever else runs meanwhile.
    let all = [&mut follower, &mut anew(), &mut anew()].map(follow).into_iter().min().unwrap_or_default();
    let one = |body| {
        journal.append(1, None, body).expect("room");
        follow(&mut follower)
    };
    let each = last.iter().map(one).min().unwrap_or_default();
    writeln!(std::io::stderr(), "{} results: {all:?}; one more: {each:?}", first.len() - 1).expect("stderr");
    assert!(each * 20 < all, "a result more took {each:?}, the first {all:?}");
}
