//! An event of four in a store, whose queue a test works through by hand.

use super::*;
use crate::event_observer::EventChange;
use crate::one_run::OneRun;
use crate::run::Hall;
use crate::unplayed::won;
use leitai_arena::Affinity;
use leitai_store::{Lease, Listed, Queue, Release, StoreError};
use leitai_tournament::{Event, Seat, Seed};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tempfile::TempDir;

/// What was reported, in words.
#[derive(Clone, Default)]
pub(super) struct Told(Rc<RefCell<Vec<String>>>);

impl EventObserver for Told {
    fn happened(&mut self, _: &Event, what: &EventChange<'_>) {
        self.0.borrow_mut().push(match what {
            EventChange::Started(due) => format!("started {}", due.id),
            EventChange::Played(played) => format!("played {}", played.result.id),
            EventChange::Ruled(_) => "ruled".to_owned(),
        });
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.0.borrow_mut().push(format!("{game} is stuck: {why}"));
    }

    fn is_renewed(&mut self, game: GameId) {
        self.0.borrow_mut().push(format!("{game} is renewed"));
    }
}

pub(super) struct Bed {
    pub(super) hall: Hall,
    pub(super) workers: Workers,
    _folder: TempDir,
}

/// The workers of its store, and what its observer was told.
pub(super) struct Workers {
    shared: SharedStore,
    pub(super) queue: Queue,
    told: Told,
}

impl Bed {
    pub(super) fn cup() -> Bed {
        let folder = tempfile::tempdir().expect("a folder");
        let mut text = "name = \"cup\"\ngame = \"tictactoe\"\npreset = \"course\"\n".to_owned();
        for number in 0..4 {
            text += &format!("[[entries]]\nname = \"p{number}\"\nclass = \"c\"\nprogram = \"random\"\n");
        }
        let file = EventFile::parse(&text, "cup.toml", folder.path()).expect("an event");
        let address = format!("sqlite:{}", folder.path().join("store.db").display());
        let shared = SharedStore::open(&address, "default", Duration::from_secs(20)).expect("opens");
        let hall = Hall::open_shared(file, &shared, folder.path(), true, || Seed::new("1")).expect("begins");
        let workers = Workers { queue: shared.queue(), shared, told: Told::default() };
        Bed { hall, workers, _folder: folder }
    }

    /// Opens its venue for these steps of a run.
    pub(super) fn run<T>(&mut self, steps: impl FnOnce(&mut OneRun<'_>, &Workers) -> T) -> T {
        let (stop, mut see) = (Stop::default(), self.workers.told.clone());
        std::thread::scope(|scope| {
            let run = OneRun::open(&mut self.hall, (1, Affinity::None), &stop, scope, &mut see);
            steps(&mut run.expect("a store"), &self.workers)
        })
    }
}

impl Workers {
    pub(super) fn wait<T>(&self, what: impl Future<Output = Result<T, StoreError>>) -> T {
        self.shared.runtime.wait(what).expect("a store")
    }

    /// The next game.
    pub(super) fn take(&self) -> Lease {
        self.wait(self.queue.lease("default", "w")).expect("a game")
    }

    pub(super) fn finish(&self, lease: &Lease, answer: &Value) {
        self.wait(self.queue.finish(lease, answer));
    }

    /// Takes the next game and gives it back like this.
    pub(super) fn release(&self, release: &Release) -> GameId {
        let lease = self.take();
        assert!(self.wait(self.queue.release(&lease, release)));
        game_of(&lease)
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        self.wait(self.queue.list("cup"))
    }

    /// What was reported since the last call.
    pub(super) fn told(&self) -> Vec<String> {
        std::mem::take(&mut self.told.0.borrow_mut())
    }
}

pub(super) fn game_of(lease: &Lease) -> GameId {
    lease.job.game.parse().expect("a game")
}

/// A worker's answer for the game it holds: First won, with this record.
pub(super) fn first_won(lease: &Lease, record: String) -> Value {
    let order: GameOrder = serde_json::from_value(lease.job.payload.clone()).expect("an order");
    let played = won(&order.assignment, Seat::First);
    serde_json::to_value(GameAnswer { played, record }).expect("JSON")
}
