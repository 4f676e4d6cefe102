//! An event for tests of what is alike wherever an event is kept and played: in a folder, by threads of this process,
//! or in a store of either kind, by its workers.

#[path = "../../store/tests/suite/bed/postgres.rs"]
#[allow(dead_code, reason = "each suite uses a part")]
mod postgres;

use crate::error::HallError;
use crate::event_file::EventFile;
use crate::event_observer::{EventChange, EventObserver};
use crate::follower::Follower;
use crate::game_order::{GameAnswer, GameOrder};
use crate::here::Here;
use crate::history::{History, JournalBody, body_of};
use crate::ruling::{Effect, Following, RulingRequest, rule_in_folder};
use crate::run::Hall;
use crate::running_games::RunningGames;
use crate::shared_store::SharedStore;
use crate::stop::Stop;
use crate::store_runtime::StoreRuntime;
use crate::unplayed::won_by_the_better;
use leitai_arena::{Affinity, Conditions};
use leitai_core::Sentence;
use leitai_sandbox::{Sandbox, SandboxLevel};
use leitai_store::{FileJournal, JobState, Journal, Release};
use leitai_tournament::{Decision, EntryId, Event, GameId, Role, Seed};
use postgres::Server;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take here.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often it is looked whether something is so.
const NAP: Duration = Duration::from_millis(5);
/// The games of the event: everybody meets everybody twice.
pub(crate) const ALL: usize = 12;
/// As many as are played at a time.
pub(crate) const JOBS: usize = 2;

/// An event of four that is kept and played somewhere.
pub(crate) struct Bed {
    folder: TempDir,
    /// The address of the store that it is in, if it is in any.
    address: Option<String>,
    pub(crate) players: Arc<Players>,
    /// Its name, and the class of its workers: others may be in the same store.
    name: String,
}

/// Those who play its games.
pub(crate) struct Players {
    /// How many games may still be played.
    may: AtomicI64,
    /// A game that nobody can play.
    pub(crate) poison: Mutex<Option<GameId>>,
}

impl Players {
    pub(crate) fn play(&self, most: i64) {
        self.may.store(most, Ordering::Relaxed);
    }

    fn may_play(&self) -> bool {
        self.may
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| (left > 0).then(|| left - 1))
            .is_ok()
    }

    fn is_poison(&self, game: GameId) -> bool {
        *self.poison.lock().expect("no panic holds it") == Some(game)
    }
}

/// What the observer is told, and what is being played meanwhile.
pub(crate) struct ReportedChanges(pub(crate) Vec<String>, RunningGames);

impl EventObserver for ReportedChanges {
    fn happened(&mut self, _: &Event, what: &EventChange<'_>) {
        self.0.push(match what {
            EventChange::Started(due) => format!("started {}", due.id),
            EventChange::Played(played) => {
                assert!(!self.1.contains(played.result.id), "it is over");
                format!("played {}", played.result.id)
            }
            EventChange::Ruled(ruling) => format!("ruled {}", ruling.reason),
        });
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.0.push(format!("stuck {game}: {why}"));
    }
}

impl ReportedChanges {
    /// The places at which something like this was told.
    pub(crate) fn all(&self, what: &str) -> Vec<usize> {
        let all = self.0.iter().enumerate();
        all.filter(|(_, told)| told.starts_with(what)).map(|(at, _)| at).collect()
    }
}

/// Does this for each place where an event may be; PostgreSQL need not be installed.
pub(crate) fn everywhere(test: impl Fn(&Bed)) {
    static EVENTS: AtomicI64 = AtomicI64::new(0);
    let sqlite = |folder: &Path| format!("sqlite:{}", folder.join("store.db").display());
    let server = Server::shared();
    for place in 0..3 {
        let folder = tempfile::tempdir().expect("a folder");
        let address = match (place, &server) {
            (0, _) => None,
            (1, _) => Some(sqlite(folder.path())),
            (_, Some(server)) => Some(server.address("postgres")),
            (_, None) => continue,
        };
        let name = format!("cup {}", EVENTS.fetch_add(1, Ordering::Relaxed));
        let players = Arc::new(Players { may: AtomicI64::new(i64::MAX), poison: Mutex::new(None) });
        test(&Bed { folder, address, players, name });
    }
}

pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(NAP);
    }
}

impl Bed {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Its store, opened as another process would; `None` if it is in a folder.
    pub(crate) fn store(&self) -> Option<SharedStore> {
        let open = |address: &String| SharedStore::open(address, &self.name, Duration::from_millis(400));
        self.address.as_ref().map(|address| open(address).expect("opens"))
    }

    /// Opens it, with whoever plays its games.
    pub(crate) fn hall(&self, fresh: bool) -> Hall {
        self.open(fresh, "1").expect("opens")
    }

    pub(crate) fn open(&self, fresh: bool, seed: &str) -> Result<Hall, HallError> {
        let name = &self.name;
        let mut text = format!("name = {name:?}\ngame = \"tictactoe\"\n[sandbox]\nat-least = \"off\"\n");
        (0..4).for_each(|n| text += &format!("[[entries]]\nname = \"p{n}\"\nprogram = \"random\"\n"));
        let file = EventFile::parse(&text, "cup.toml", self.path()).expect("an event");
        let seed = || Seed::new(seed);
        if let Some(shared) = self.store() {
            return Hall::open_shared(file, &shared, self.path(), fresh, seed);
        }
        let sandbox = Sandbox::at(SandboxLevel::Off, Path::new("/proc/self/exe")).expect("nothing is set up");
        let mut here = Here::open(Conditions::of(sandbox), self.path(), false)?;
        let players = Arc::clone(&self.players);
        here.play = Arc::new(move |assignment, off, _| {
            while !players.may_play() {
                if off.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                thread::sleep(NAP);
            }
            assert!(!players.is_poison(assignment.id), "planted");
            Ok(Some(won_by_the_better(assignment)))
        });
        let runtime = Arc::new(StoreRuntime::start().expect("a thread"));
        let journal = FileJournal::open(&self.path().join("journal.jsonl"), &self.name).expect("a journal");
        Hall::with(file, runtime, Box::new(journal), Box::new(here), self.path(), fresh, seed)
    }

    /// The worker of its store, if it is in any, until it `is_over`.
    fn work(&self, is_over: &AtomicBool) {
        let Some(shared) = self.store() else { return };
        let queue = shared.queue();
        while !is_over.load(Ordering::Relaxed) {
            if !self.players.may_play() {
                thread::sleep(NAP);
                continue;
            }
            let Some(lease) = shared.runtime.wait(queue.lease(&self.name, "w#1")).expect("a store") else {
                self.players.may.fetch_add(1, Ordering::Relaxed);
                thread::sleep(NAP);
                continue;
            };
            let order: GameOrder = serde_json::from_value(lease.job.payload.clone()).expect("an order");
            if self.players.is_poison(order.assignment.id) {
                let failed = Release::Failed("planted".to_owned());
                shared.runtime.wait(queue.release(&lease, &failed)).expect("a store");
                continue;
            }
            let answer = GameAnswer { played: won_by_the_better(&order.assignment), record: String::new() };
            let answer = serde_json::to_value(answer).expect("JSON");
            shared.runtime.wait(queue.finish(&lease, &answer)).expect("a store");
        }
    }

    /// Runs it while this is done beside it.
    pub(crate) fn run(
        &self,
        hall: &mut Hall,
        stop: &Stop,
        beside: impl FnOnce() + Send,
    ) -> (Result<(), HallError>, ReportedChanges) {
        let (mut told, is_over) = (ReportedChanges(Vec::new(), hall.running()), AtomicBool::new(false));
        let ran = thread::scope(|scope| {
            let worker = scope.spawn(|| self.work(&is_over));
            let beside = scope.spawn(beside);
            let ran = hall.run(JOBS, Affinity::None, stop, &mut told);
            is_over.store(true, Ordering::Relaxed);
            beside.join().expect("no panic");
            worker.join().expect("no panic");
            ran
        });
        (ran, told)
    }

    /// Waits until this many results are kept.
    pub(crate) fn until_played(&self, games: usize) {
        let mut follower = match self.store() {
            Some(shared) => Follower::in_store(&shared, &self.name).expect("a name"),
            None => Follower::in_folder(self.path(), &self.name),
        };
        until("they are played", || {
            follower.follow().expect("an event");
            follower.history().is_some_and(|history| history.event.games().len() >= games)
        });
    }

    /// Whether a game of this entry is being played, or waits for a worker.
    pub(crate) fn is_played_by(&self, entry: EntryId, running: &RunningGames) -> bool {
        let Some(shared) = self.store() else {
            return running.now().iter().any(|due| due.first == entry || due.second == entry);
        };
        let jobs = shared.runtime.wait(shared.queue().list(&self.name)).expect("a list");
        let mut waiting = jobs.iter().filter(|job| job.state == JobState::Waiting);
        waiting.any(|job| job.job.game.contains(&entry.to_string()))
    }

    /// Somebody elsewhere rules; returns the event after that.
    pub(crate) fn rule(&self, decision: &Decision, reason: &str) -> Result<History, HallError> {
        let (decision, role, following) = (decision.clone(), Role::ChiefReferee, Following::Stands);
        if let Some(shared) = self.store() {
            let seq = shared.rule(&self.name, &decision, role, reason, following)?;
            return shared.history_until(&self.name, seq);
        }
        let (reason, effect) = (reason.to_owned(), Effect::AtOnce);
        let request = RulingRequest { decision, role, reason, following, effect };
        rule_in_folder(self.path(), &self.name, &request, &mut |_| ()).map(|made| made.after)
    }

    /// What its journal says after its beginning, in the words of [`ReportedChanges`].
    pub(crate) fn kept(&self) -> Vec<String> {
        let entries = match self.store() {
            Some(shared) => shared.runtime.wait(shared.journal(&self.name).expect("a name").entries(0)),
            None => FileJournal::peek(&self.path().join("journal.jsonl"), &self.name),
        };
        let words = |entry| match body_of(entry).expect("an entry") {
            JournalBody::Begun(_) | JournalBody::Witnessed(_) => None,
            JournalBody::Played(played) => Some(format!("played {}", played.result.id)),
            JournalBody::Ruled(ruling) => Some(format!("ruled {}", ruling.reason)),
        };
        entries.expect("a journal").into_iter().filter_map(words).collect()
    }
}
