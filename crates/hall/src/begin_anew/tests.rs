//! What may change in an event that has begun, and until when; and that everybody who follows it sees the same.

use super::*;
use crate::entrant::Entrant;
use crate::event_observer::{EventChange, EventObserver};
use crate::follower::Follower;
use crate::reporting::SubmittedReport;
use crate::ruling::Following;
use crate::submitting::{Submitted, signed_in};
use leitai_arena::Language;
use leitai_core::Lang;
use leitai_store::Actor;
use leitai_tournament::{GameId, Role, Seed};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

/// A course that waits for programs, with these fields and entries.
fn file(head: &str, entries: &str) -> EventFile {
    let text = format!(
        "name = \"course\"\ngame = \"hex\"\npreset = \"course\"\n{head}\nentries = [{entries}]\n\
         [submit]\ncloses = \"2999-10-22 24:00 +08:00\"\n"
    );
    EventFile::parse(&text, "course.toml", Path::new(".")).unwrap_or_else(|error| panic!("{error}"))
}

const TWO: &str = "{ name = 'a', class = '1' }, { name = 'b', class = '1' }";

/// An event of two in a store of its own.
fn begun(file: &EventFile) -> (TempDir, SharedStore, Hall) {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("store.db").display());
    let shared = SharedStore::open(&address, "default", Duration::from_mins(1)).expect("opens");
    let hall = open(&shared, folder.path(), file, true).unwrap_or_else(|error| panic!("{error}"));
    (folder, shared, hall)
}

fn open(shared: &SharedStore, folder: &Path, file: &EventFile, fresh: bool) -> Result<Hall, HallError> {
    Hall::open_shared(file.clone(), shared, folder, fresh, || Seed::new("1"))
}

/// Why an event is not begun anew, in English.
fn refused(shared: &SharedStore, file: &EventFile) -> String {
    match shared.begin_anew(file) {
        Err(HallError::Refused(refusal)) => refusal.why.to(Lang::En).to_owned(),
        other => panic!("it is not refused: {other:?}"),
    }
}

/// A program of somebody with an account.
fn program<'a>(by: Actor<'a>, event: &'a str, entry: &'a str) -> Submitted<'a> {
    let language = Language::of(Path::new("main.py")).expect("a language");
    let contents = &b"print()"[..];
    Submitted { event, entry, by, language, standard: None, contents, enters: None }
}

/// Hands in a program for an entry.
fn submits(shared: &SharedStore, file: &EventFile, entry: &str) {
    shared
        .submit(&program(signed_in(shared, "2501"), "course", entry), &file.submit)
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn until_its_first_game_is_due_an_event_begins_anew() {
    let was = file("", TWO);
    let (folder, shared, mut hall) = begun(&was);
    let mut follower = Follower::in_store(&shared, "course").expect("a name");
    follower.follow().expect("a store");
    assert!(!shared.begin_anew(&was).expect("a store"), "it agrees");
    let is = file(
        "second-stage = 2\noptions = { size = 9 }",
        "{ name = 'c', class = '2' }, { name = 'b', class = '1' }",
    );
    assert!(matches!(open(&shared, folder.path(), &is, false), Err(HallError::Differs(_))));
    let seed = hall.begun().seed.clone();
    assert!(shared.begin_anew(&is).expect("a store"));
    assert!(!shared.begin_anew(&is).expect("a store"), "once");
    // A process that has it open must reopen it, and the old file no longer matches.
    assert!(matches!(hall.has_news(&mut Nobody), Err(HallError::Anew(_))));
    assert!(matches!(open(&shared, folder.path(), &was, false), Err(HallError::Differs(_))));
    let hall = open(&shared, folder.path(), &is, false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((hall.event().name(leitai_tournament::EntryId(0)), &hall.begun().seed), ("c", &seed));
    // A follower from the beginning has the same state as a fresh reader.
    follower.follow().expect("a store");
    let (all, _) = shared.history("course").expect("a store");
    let followed = follower.history().expect("it began");
    assert_eq!((&followed.begun, &followed.event), (&all.begun, &all.event));
    assert_eq!(all.begun, *hall.begun());
}

#[test]
fn what_was_handed_in_and_ruled_stays_as_it_is() {
    let was = file("", TWO);
    let (_folder, shared, _) = begun(&was);
    // A file of another event, which the journal's name does not reveal.
    let other = EventFile::parse(
        "name = \"course\"\ngame = \"nogo\"\npreset = \"course\"\nentries = []\n[submit]\ncloses = \"2999-10-22 24:00 +08:00\"\n",
        "course.toml",
        Path::new("."),
    );
    if let Ok(other) = other {
        assert!(refused(&shared, &other).contains("its name and its game"));
    }
    assert!(refused(&shared, &file("seed = \"7\"", TWO)).contains("its seed"));
    submits(&shared, &was, "b");
    assert!(refused(&shared, &file("options = { size = 9 }", TWO)).contains("handed in and validated"));
    let without = "{ name = 'a', class = '1' }, { name = 'c', class = '1' }";
    assert!(refused(&shared, &file("", without)).contains("b has handed in"));
    // Its place among the entries, its class and its grade may change: nothing in the journal names it.
    let moved = "{ name = 'b', class = '2', seed-score = 7 }, { name = 'a', class = '1' }";
    assert!(shared.begin_anew(&file("", moved)).expect("a store"));
    // A report counts like a program.
    let shares = BTreeMap::from([("2502".to_owned(), "100".to_owned())]);
    let by = signed_in(&shared, "2502");
    let entry = shared
        .history("course")
        .expect("it began")
        .0
        .event
        .entries()
        .iter()
        .find(|one| one.name == "a")
        .cloned();
    let report = SubmittedReport { by, contents: b"%PDF-", shares: &shares };
    shared.hand_in_report(&was, &Entrant { entry, hands_in: true }, &report).expect("it is taken");
    let without = "{ name = 'b', class = '2' }, { name = 'd', class = '1' }";
    assert!(refused(&shared, &file("", without)).contains("a has handed in"));
    // An entry named by a ruling keeps its place.
    let leaves = Decision::Withdraw { entry: leitai_tournament::EntryId(1), leave: false };
    shared.rule("course", &leaves, Role::Organiser, "ill", Following::Stands).expect("a ruling");
    let turned = "{ name = 'a', class = '1' }, { name = 'b', class = '2' }";
    assert!(refused(&shared, &file("", turned)).contains("a ruling names a, no. 2"));
    let more = "{ name = 'b', class = '2' }, { name = 'a', class = '1' }, { name = 'd', class = '1' }";
    assert!(shared.begin_anew(&file("", more)).expect("a store"));
    let (history, _) = shared.history("course").expect("a store");
    assert!(history.event.state().left(leitai_tournament::EntryId(1)).is_some(), "what was ruled stands");
    // Once submissions are closed, the first game is due.
    shared
        .rule("course", &Decision::Close, Role::Organiser, "it is time", Following::Stands)
        .expect("a ruling");
    assert!(refused(&shared, &file("", TWO)).contains("first game is due"));
}

#[test]
fn an_event_that_waits_for_nothing_has_its_first_game_due_at_once() {
    let text = |entries: &str| {
        let text = format!("name = \"cup\"\ngame = \"hex\"\nentries = [{entries}]\n");
        EventFile::parse(&text, "cup.toml", Path::new(".")).unwrap_or_else(|error| panic!("{error}"))
    };
    let two = "{ name = 'a', program = 'random' }, { name = 'b', program = 'random' }";
    let (_folder, shared, _) = begun(&text(two));
    assert!(
        refused(&shared, &text(&format!("{two}, {{ name = 'c', program = 'random' }}"))).contains("is due")
    );
    // A ladder without games waits for entries.
    let ladder = |more: &str, entries: &str| {
        let text =
            format!("name = \"ladder\"\ngame = \"hex\"\npreset = \"judge\"\n{more}\nentries = [{entries}]\n");
        EventFile::parse(&text, "ladder.toml", Path::new(".")).unwrap_or_else(|error| panic!("{error}"))
    };
    let (_folder, shared, _) = begun(&ladder("", ""));
    assert!(
        shared
            .begin_anew(&ladder("options = { size = 9 }\ngames = 4", "{ name = 'house', program = 'easy' }"))
            .expect("a store")
    );
    shared.enter(&program(signed_in(&shared, "2501"), "ladder", "Tiger"), "").expect("he enters");
    assert!(refused(&shared, &ladder("", "")).contains("somebody has entered"));
}

#[test]
fn two_who_begin_it_anew_at_once_do_so_one_after_the_other() {
    let was = file("", TWO);
    let (folder, shared, hall) = begun(&was);
    drop(hall);
    let files = ["second-stage = 2", "options = { size = 9 }"].map(|head| file(head, TWO));
    // Each with its own store, like separate processes.
    let address = shared.address();
    std::thread::scope(|scope| {
        for file in &files {
            let address = &address;
            scope.spawn(move || {
                let shared = SharedStore::open(address, "default", Duration::from_mins(1)).expect("opens");
                assert!(shared.begin_anew(file).expect("a store"));
            });
        }
    });
    let (history, _) = shared.history("course").expect("a store");
    let last: Vec<_> = files.iter().filter(|file| file.differs(&history.begun).is_none()).collect();
    let [last] = last[..] else { panic!("it is as one of them has it: {:?}", history.begun) };
    open(&shared, folder.path(), last, false).unwrap_or_else(|error| panic!("{error}"));
    let journal = shared.journal("course").expect("a name");
    let lines = shared.runtime.wait(journal.entries(0)).expect("a store");
    assert_eq!(lines.len(), 3, "each is kept: {lines:?}");
}

#[test]
fn a_stage_that_a_later_version_words_better_is_the_same_stage() {
    let file = file("", TWO);
    let (_folder, shared, _) = begun(&file);
    let (mut history, _) = shared.history("course").expect("a store");
    let mut named = |en: &'static str, zh: &'static str| {
        history.begun.plan.stages[1].name = Sentence::new(en, zh);
        file.differs(&history.begun).map(|how| how.to(Lang::En).to_owned())
    };
    assert_eq!(named("battle of the gods", "诸神之战"), None, "as earlier versions called it");
    let another = named("second half", "下半场").expect("another stage");
    assert!(another.contains("second half"), "{another}");
}
