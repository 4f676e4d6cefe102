//! The cost of storing the results of workers:
//! `LEITAI_ENTRIES=32 cargo test -p leitai-hall absorbed -- --nocapture`; in `LEITAI_STORE` if given, which must be
//! empty.

use super::bed::first_won;
use super::*;
use crate::event_observer::EventChange;
use crate::one_run::OneRun;
use crate::run::Hall;
use leitai_arena::Affinity;
use leitai_tournament::{Event, Seed};
use std::fs;
use std::io::Write;
use std::time::Duration;

/// Bytes of a record.
const RECORD: usize = 10_000;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

/// A double round robin.
fn league(folder: &Path, name: &str, store: &SharedStore) -> Hall {
    let entries = std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let mut text = format!("name = {name:?}\ngame = \"tictactoe\"\n[plan.stages.1]\nsections = \"one\"\n");
    for number in 0..entries {
        text += &format!("[[entries]]\nname = \"p{number}\"\nprogram = \"random\"\n");
    }
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, text).expect("our folder");
    let file = EventFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let out = folder.join(name);
    let hall = Hall::open_shared(file, store, &out, true, || Seed::new("1")).expect("begins");
    hall.ordering(usize::MAX)
}

/// Hands in at most this many ordered games, as workers would; returns their number.
fn hand_in(store: &SharedStore, most: usize) -> usize {
    let queue = store.queue();
    let leases = store.runtime.wait(queue.lease_many(&store.class, "w#1", most)).expect("a store");
    let games = leases.into_iter().map(|lease| {
        let answer = first_won(&lease, "x".repeat(RECORD));
        (lease, answer)
    });
    let games: Vec<_> = games.collect();
    store.runtime.wait(queue.finish_many(&games)).expect("a store");
    games.len()
}

/// Stores results, `most` at a time, as a coordinator does; returns results per second.
fn absorbs(folder: &Path, name: &str, address: &str, most: usize) -> f64 {
    let store = SharedStore::open(address, name, Duration::from_secs(10)).expect("opens");
    let (mut hall, stop, mut spent) = (league(folder, name, &store), Stop::default(), Duration::ZERO);
    let all = std::thread::scope(|scope| {
        let see = &mut Nobody;
        let run = OneRun::open(&mut hall, (1, Affinity::None), &stop, scope, see);
        let mut run = run.expect("a store");
        run.hand_out().expect("room");
        let all = run.given.len();
        while !run.given.is_empty() {
            let mut handed_in = 0;
            while handed_in < most.min(run.given.len()) {
                handed_in += hand_in(&store, most.min(64));
            }
            let begun = Instant::now();
            run.settle().expect("it is kept");
            spent += begun.elapsed();
        }
        all
    });
    assert_eq!(hall.event.games().len(), all);
    all as f64 / spent.as_secs_f64()
}

#[test]
fn results_that_came_together_are_kept_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = format!("sqlite:{}", folder.path().join("store.db").display());
    let address = std::env::var("LEITAI_STORE").unwrap_or(own);
    let alone = absorbs(folder.path(), "alone", &address, 1);
    let together = absorbs(folder.path(), "together", &address, usize::MAX);
    let line = format!("results kept a second: {alone:.0} one by one, {together:.0} together");
    writeln!(std::io::stderr(), "{line}").expect("stderr");
    assert!(together > alone, "{line}");
}
