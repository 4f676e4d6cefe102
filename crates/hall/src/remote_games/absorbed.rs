//! The cost of storing the results of workers:
//! `LEITAI_ENTRIES=32 cargo test -p leitai-hall absorbed -- --nocapture`; in `LEITAI_STORE` if given, which must be
//! empty.

use super::starts::first_won;
use super::*;
use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use leitai_tournament::Seed;
use std::path::Path;
use std::time::{Duration, Instant};

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
fn league(folder: &Path, name: &str, address: &str) -> Hall {
    let entries = std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let mut text = format!("name = {name:?}\ngame = \"tictactoe\"\n[plan.stages.1]\nsections = \"one\"\n");
    for number in 0..entries {
        text += &format!("[[entries]]\nname = \"p{number}\"\nprogram = \"random\"\n");
    }
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, text).expect("our folder");
    let store = SharedStore::open(address, name, Duration::from_secs(10)).expect("opens");
    let file = EventFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let out = folder.join(name);
    let hall = Hall::open_shared(file, &store, &out, true, || Seed::new("1")).expect("begins");
    hall.ordering(usize::MAX)
}

/// Hands in all ordered games, as workers would.
fn hand_in(hall: &Hall, remote: &Remote) -> usize {
    let mut all = 0;
    loop {
        let leases = hall.runtime.wait(remote.queue.lease_many(&remote.class, "w#1", 64)).expect("a store");
        if leases.is_empty() {
            return all;
        }
        all += leases.len();
        let games = leases.into_iter().map(|lease| {
            let answer = first_won(&lease, "x".repeat(RECORD));
            (lease, answer)
        });
        let games: Vec<_> = games.collect();
        hall.runtime.wait(remote.queue.finish_many(&games)).expect("a store");
    }
}

/// Stores what was handed in, `most` at a time, as a coordinator does; returns results per second.
fn absorbs(folder: &Path, name: &str, address: &str, most: usize) -> f64 {
    let mut hall = league(folder, name, address);
    let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
    let (remote, mut ordered) = (remote.clone(), Ordered::default());
    hall.order(&remote, &mut ordered).expect("room");
    let all = hand_in(&hall, &remote);
    let begun = Instant::now();
    let mut settled = hall.progress(&remote, ordered.games.keys()).expect("a store").settled;
    assert_eq!(settled.len(), all);
    while !settled.is_empty() {
        let some: Vec<_> = settled.drain(..most.min(settled.len())).collect();
        hall.settle(&remote, some, &mut ordered, &mut Nobody).expect("it is kept");
    }
    let rate = all as f64 / begun.elapsed().as_secs_f64();
    assert_eq!((hall.event.games().len(), ordered.games.len()), (all, 0));
    rate
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
