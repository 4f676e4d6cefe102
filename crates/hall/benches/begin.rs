//! `cargo bench -p leitai-hall --bench begin -- [ENTRANTS]…` (100 1000 5000): how long a ladder takes until all programs of its
//! file are submitted, and how long a further submission then takes, in the hall that runs it and from elsewhere.
#![expect(clippy::print_stdout, reason = "its words are its result")]

use leitai_core::Sentence;
use leitai_hall::{EventChange, EventFile, EventObserver, Following, Hall, SharedStore};
use leitai_tournament::{Decision, EntryId, Event, GameId, Role, Seed};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Further submissions of which the median counts.
const FURTHER: u32 = 21;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}

    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

fn main() {
    let wanted: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    for entrants in if wanted.is_empty() { vec![100, 1000, 5000] } else { wanted } {
        measure(entrants);
    }
}

fn measure(entrants: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = "name = \"ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\n".to_owned();
    for entry in 0..entrants {
        writeln!(text, "[[entries]]\nname = \"entrant {entry}\"\nprogram = \"random\"").expect("memory");
    }
    let file = EventFile::parse(&text, "ladder.toml", Path::new(".")).expect("it is right");
    let address = format!("sqlite:{}", folder.path().join("store.sqlite").display());
    let shared = Arc::new(SharedStore::open(&address, "default", Duration::from_mins(1)).expect("opens"));
    let began = Instant::now();
    let mut hall =
        Hall::open_shared(file, &shared, folder.path(), true, || Seed::new("1")).expect("it begins");
    let first: Vec<_> =
        hall.first_submissions().into_iter().map(|made| (made, "the file".to_owned())).collect();
    hall.decide_all(first, Role::Organiser, &mut Nobody).expect("they fit");
    let begins = began.elapsed();
    let again = |n: u32| Decision::Submit { entry: EntryId(n % entrants), accepted: true, program: None };
    let median = |mut all: Vec<Duration>| {
        all.sort_unstable();
        all[all.len() / 2]
    };
    let here = median(
        (0..FURTHER)
            .map(|n| {
                let began = Instant::now();
                hall.decide(&again(n), Role::Organiser, "a new program", &mut Nobody).expect("it fits");
                began.elapsed()
            })
            .collect(),
    );
    let elsewhere = median(
        (0..FURTHER)
            .map(|n| {
                let began = Instant::now();
                let (by, why) = (Role::Organiser, "a new program");
                shared.rule("ladder", &again(n), by, why, Following::Stands).expect("it fits");
                began.elapsed()
            })
            .collect(),
    );
    println!(
        "{entrants} entrants: begun in {begins:?}; a further submission {here:?}, from elsewhere {elsewhere:?}"
    );
}
