//! A large event for its coordinator, its games played by nobody. What it costs:
//! `LEITAI_ENTRIES=500 cargo test --release -p leitai-hall many_entries -- --nocapture`.

use super::*;
use crate::event_file::{EventFile, Runner};
use crate::history::{Details, History};
use crate::program::Program;
use leitai_arena::Conditions;
use leitai_core::{Sentence, VerdictName};
use leitai_sandbox::{Level, Sandbox};
use leitai_store::FileJournal;
use leitai_tournament::{
    CountedOutcome, Entry, EntryId, Event, GameId, How, Plan, RecordedGame, Sections, Seed,
};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// How many play.
fn entries() -> u32 {
    std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// An event of so many: a double round robin.
fn large(folder: &Path) -> EventFile {
    let path = folder.join("large.toml");
    let entry = |name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n");
    let text = format!("name = \"large\"\ngame = \"tictactoe\"\nseed = \"1\"\n{}{}", entry("a"), entry("b"));
    fs::write(&path, text).expect("our folder");
    let mut file = EventFile::read(&path).expect("an event");
    file.plan = Plan::school(6, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    file.plan.stages[0].sections = Sections::One;
    file.entries = (0..entries())
        .map(|number| Entry {
            id: EntryId(number),
            name: format!("p{number}"),
            seed_score: None,
            class: None,
        })
        .collect();
    file.runners = file
        .entries
        .iter()
        .map(|_| Runner { program: Program::Level(leitai_core::Level::Random), dialect: None })
        .collect();
    file
}

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

/// The better has the lower number, and always wins.
#[expect(clippy::unnecessary_wraps, reason = "others may fail, or be stopped")]
fn at_once(_: usize, assignment: &Assignment) -> Result<Option<Played>, PlayError> {
    let [first, second] = [&assignment.seated[0], &assignment.seated[1]].map(|seated| seated.entry);
    let winner =
        if first < second { leitai_tournament::Seat::First } else { leitai_tournament::Seat::Second };
    let (outcome, how, faults) = (CountedOutcome::Win(winner), How::Played, [0; 2]);
    let result = RecordedGame { id: assignment.id, first, second, outcome, how, faults };
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::default(),
        plies: 0,
        seconds: 0.0,
        record: None,
        replays: 0,
        disturbed_ms: None,
        used_ms: None,
        sandbox: Level::Off,
        ended: 0,
    };
    Ok(Some(Played { result, details }))
}

/// The most memory that this process ever had, in MB.
fn peak_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Few entries say whether it is right; `LEITAI_ENTRIES=500`, with `--nocapture`, what many cost.
#[test]
fn many_entries_play_everyone_once_a_seat() {
    let entries = entries();
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let file = large(folder.path());
    let journal = FileJournal::open(&folder.path().join("journal.jsonl"), "large").expect("a journal");
    let sandbox = Sandbox::at(Level::Off, Path::new("/proc/self/exe")).expect("nothing is set up");
    let conditions = Conditions::of(sandbox);
    let seed = || Seed::new("1");
    let mut hall = Hall::open(file, conditions, Box::new(journal), folder.path(), true, seed).expect("opens");
    let start = Instant::now();
    hall.run_here(&at_once, 8, &Stop::default(), &mut Nobody).expect("it is played");
    let (spent, games) = (start.elapsed(), hall.event().games().len());
    let _ = writeln!(
        io::stderr(),
        "{games} games in {spent:?}: {:?} a game; {} MB at most",
        spent / games as u32,
        peak_mb()
    );
    assert_eq!(games as u32, entries * (entries - 1));
    let ranking = hall.event().state().ranking();
    let order = ranking.iter().map(|place| place.entry.0);
    assert!(order.eq(0..entries), "the better is ahead");
    drop(hall);
    let start = Instant::now();
    let lines = FileJournal::peek(&folder.path().join("journal.jsonl"), "large").expect("a journal");
    let history = History::read(lines).expect("an event").expect("it began");
    assert_eq!(history.event.games().len(), games);
    let _ = writeln!(io::stderr(), "read again in {:?}; {} MB at most", start.elapsed(), peak_mb());
}
