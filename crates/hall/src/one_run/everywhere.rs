//! An event runs alike wherever it is kept and played: in a folder, by threads of this process, or in a store of either
//! kind, by its workers.

#[path = "../../../store/tests/suite/bed/postgres.rs"]
#[allow(dead_code, reason = "each suite uses a part")]
mod postgres;

use super::*;
use crate::event_file::EventFile;
use crate::follower::Follower;
use crate::game_order::{GameAnswer, GameOrder};
use crate::here::Here;
use crate::history::{JournalBody, body_of};
use crate::ruling::{Effect, Following, RulingRequest, rule_in_folder};
use crate::running_games::RunningGames;
use crate::shared_store::SharedStore;
use crate::store_runtime::StoreRuntime;
use crate::unplayed::won_by_the_better;
use leitai_arena::Conditions;
use leitai_core::Sentence;
use leitai_sandbox::{Sandbox, SandboxLevel};
use leitai_store::{FileJournal, JobState, Journal, Release};
use leitai_tournament::{Decision, EntryId, Event, Role, Seed};
use postgres::Server;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// How long anything may take here.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often it is looked whether something is so.
const NAP: Duration = Duration::from_millis(5);
/// The games of the event: everybody meets everybody twice.
const ALL: usize = 12;
/// As many as are played at a time.
const JOBS: usize = 2;

/// An event of four that is kept and played somewhere.
struct Bed {
    folder: TempDir,
    /// The store that it is in, if it is in any.
    shared: Option<SharedStore>,
    players: Arc<Players>,
    /// Its name, and the class of its workers: others may be in the same store.
    name: String,
}

/// Those who play its games.
struct Players {
    /// How many games may still be played.
    may: AtomicI64,
    /// A game that nobody can play.
    poison: Mutex<Option<GameId>>,
}

impl Players {
    fn play(&self, most: i64) {
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
struct ReportedChanges(Vec<String>, RunningGames);

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
    fn all(&self, what: &str) -> Vec<usize> {
        let all = self.0.iter().enumerate();
        all.filter(|(_, told)| told.starts_with(what)).map(|(at, _)| at).collect()
    }
}

/// Does this for each place where an event may be; PostgreSQL need not be installed.
fn everywhere(test: impl Fn(&Bed)) {
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
        let open = |address: String| SharedStore::open(&address, &name, Duration::from_millis(400));
        let shared = address.map(|address| open(address).expect("opens"));
        let players = Arc::new(Players { may: AtomicI64::new(i64::MAX), poison: Mutex::new(None) });
        test(&Bed { folder, shared, players, name });
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
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

    /// Opens it, with whoever plays its games.
    fn hall(&self, fresh: bool) -> Hall {
        let name = &self.name;
        let mut text = format!("name = {name:?}\ngame = \"tictactoe\"\n[sandbox]\nat-least = \"off\"\n");
        (0..4).for_each(|n| text += &format!("[[entries]]\nname = \"p{n}\"\nprogram = \"random\"\n"));
        let file = EventFile::parse(&text, "cup.toml", self.path()).expect("an event");
        let seed = || Seed::new("1");
        if let Some(shared) = &self.shared {
            return Hall::open_shared(file, shared, self.path(), fresh, seed).expect("opens");
        }
        let sandbox = Sandbox::at(SandboxLevel::Off, Path::new("/proc/self/exe")).expect("nothing is set up");
        let mut here = Here::open(Conditions::of(sandbox), self.path()).expect("nobody runs it");
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
        Hall::with(file, runtime, Box::new(journal), Box::new(here), self.path(), fresh, seed).expect("opens")
    }

    /// The worker of the store, until it `is_over`.
    fn work(&self, shared: &SharedStore, is_over: &AtomicBool) {
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
    fn run(
        &self,
        hall: &mut Hall,
        stop: &Stop,
        beside: impl FnOnce() + Send,
    ) -> (Result<(), HallError>, ReportedChanges) {
        let (mut told, is_over) = (ReportedChanges(Vec::new(), hall.running()), AtomicBool::new(false));
        let ran = thread::scope(|scope| {
            let worker = self.shared.as_ref().map(|shared| scope.spawn(|| self.work(shared, &is_over)));
            let beside = scope.spawn(beside);
            let ran = hall.run(JOBS, Affinity::None, stop, &mut told);
            is_over.store(true, Ordering::Relaxed);
            beside.join().expect("no panic");
            worker.map(|worker| worker.join().expect("no panic"));
            ran
        });
        (ran, told)
    }

    /// Waits until this many results are kept.
    fn until_played(&self, games: usize) {
        let mut follower = match &self.shared {
            Some(shared) => Follower::in_store(shared, &self.name).expect("a name"),
            None => Follower::in_folder(self.path(), &self.name),
        };
        until("they are played", || {
            follower.follow().expect("an event");
            follower.history().is_some_and(|history| history.event.games().len() >= games)
        });
    }

    /// Whether a game of this entry is being played, or waits for a worker.
    fn is_played_by(&self, entry: EntryId, running: &RunningGames) -> bool {
        let Some(shared) = &self.shared else {
            return running.now().iter().any(|due| due.first == entry || due.second == entry);
        };
        let jobs = shared.runtime.wait(shared.queue().list(&self.name)).expect("a list");
        let mut waiting = jobs.iter().filter(|job| job.state == JobState::Waiting);
        waiting.any(|job| job.job.game.contains(&entry.to_string()))
    }

    /// The first entry leaves: so rules somebody elsewhere.
    fn rule(&self) {
        let (decision, role) = (Decision::Withdraw { entry: EntryId(0), leave: true }, Role::ChiefReferee);
        let (reason, following, effect) = ("ill".to_owned(), Following::Stands, Effect::AtOnce);
        match &self.shared {
            Some(shared) => shared.rule(&self.name, &decision, role, &reason, following).map(drop),
            None => {
                let request = RulingRequest { decision, role, reason, following, effect };
                rule_in_folder(self.path(), &self.name, &request, &mut |_| ()).map(drop)
            }
        }
        .expect("it fits");
    }

    /// What its journal says after its beginning, in the words of [`ReportedChanges`].
    fn kept(&self) -> Vec<String> {
        let entries = match &self.shared {
            Some(shared) => shared.runtime.wait(shared.journal(&self.name).expect("a name").entries(0)),
            None => FileJournal::peek(&self.path().join("journal.jsonl"), &self.name),
        };
        let words = |entry| match body_of(entry).expect("an entry") {
            JournalBody::Begun(_) => None,
            JournalBody::Played(played) => Some(format!("played {}", played.result.id)),
            JournalBody::Ruled(ruling) => Some(format!("ruled {}", ruling.reason)),
        };
        entries.expect("a journal").into_iter().filter_map(words).collect()
    }
}

#[test]
fn what_is_told_is_what_is_kept_and_each_start_comes_before_its_end() {
    everywhere(|bed| {
        let mut hall = bed.hall(true);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert!(hall.event().state().is_over() && hall.running().now().is_empty());
        let (started, kept): (Vec<_>, Vec<_>) =
            told.0.iter().cloned().partition(|it| it.starts_with("started"));
        assert_eq!((started.len(), &kept), (ALL, &bed.kept()));
        for played in told.all("played") {
            let started = told.0[played].replace("played", "started");
            assert!(told.0[..played].contains(&started), "{:?}", told.0);
        }
    });
}

#[test]
fn what_was_played_before_a_stop_is_kept_and_the_next_run_plays_the_rest() {
    for abandon in [false, true] {
        everywhere(|bed| {
            let stop = Stop::default();
            bed.players.play(3);
            let (ran, told) = bed.run(&mut bed.hall(true), &stop, || {
                bed.until_played(3);
                if abandon { &stop.abandon } else { &stop.finish }.store(true, Ordering::Relaxed);
                // Whoever still plays here may end.
                bed.players.play(if abandon || bed.shared.is_some() { 0 } else { i64::MAX });
            });
            ran.expect("it was stopped");
            let kept = bed.kept();
            let running = if abandon || bed.shared.is_some() { 0 } else { JOBS };
            assert!((3..=3 + running).contains(&kept.len()), "{kept:?}");
            assert_eq!(told.all("played").len(), kept.len());
            bed.players.play(i64::MAX);
            let mut hall = bed.hall(false);
            let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
            ran.expect("it is played");
            assert_eq!((told.all("played").len(), hall.event().games().len()), (ALL - kept.len(), ALL));
        });
    }
}

#[test]
fn a_ruling_counts_from_when_it_was_made_whether_or_not_somebody_runs_the_event() {
    for is_running in [false, true] {
        everywhere(|bed| {
            let (stop, mut hall) = (Stop::default(), bed.hall(true));
            let running = hall.running();
            bed.players.play(3);
            let (ran, told) = bed.run(&mut hall, &stop, || {
                bed.until_played(3);
                if is_running {
                    bed.rule();
                    until("its games are called off", || !bed.is_played_by(EntryId(0), &running));
                    bed.players.play(i64::MAX);
                } else {
                    stop.abandon.store(true, Ordering::Relaxed);
                }
            });
            drop(hall);
            ran.expect("it is played");
            if is_running {
                assert_eq!(told.all("ruled").len(), 1, "it is heard of once");
            } else {
                bed.rule();
                bed.players.play(i64::MAX);
                let (ran, told) = bed.run(&mut bed.hall(false), &Stop::default(), || {});
                ran.expect("it is played");
                assert_eq!(told.all("ruled").len(), 0, "it was read with all before");
            }
            let kept = bed.kept();
            let ruled = kept.iter().position(|it| it == "ruled ill").expect("it is kept");
            assert!(kept[ruled..].iter().all(|it| !it.contains("e0")), "{kept:?}");
            let hall = bed.hall(false);
            assert!(hall.event().state().is_over(), "the others played on: {kept:?}");
        });
    }
}

#[test]
fn a_pause_lets_games_end_and_then_the_event_goes_on() {
    everywhere(|bed| {
        let paused = Arc::new(AtomicBool::new(false));
        let mut hall = bed.hall(true).pausing(Arc::clone(&paused));
        bed.players.play(3);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {
            bed.until_played(3);
            paused.store(true, Ordering::Relaxed);
            // Whoever still plays may end, once nobody else begins.
            thread::sleep(LOOK * 5);
            bed.players.play(i64::MAX);
        });
        ran.expect("it rests");
        let played = told.all("played").len();
        assert!((3..=3 + JOBS).contains(&played), "{:?}", told.0);
        paused.store(false, Ordering::Relaxed);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert_eq!((told.all("played").len(), hall.event().games().len()), (ALL - played, ALL));
    });
}

#[test]
fn a_game_that_cannot_be_played_stops_no_other_and_the_next_run_tries_it_again() {
    everywhere(|bed| {
        let mut hall = bed.hall(true);
        let game = hall.event().state().due().nth(1).expect("many are due").id;
        *bed.players.poison.lock().expect("nobody panics") = Some(game);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        let Err(HallError::Stuck(stuck)) = ran else { panic!("{ran:?}") };
        let said = stuck[0].to_string();
        assert!(said.starts_with(&game.to_string()) && said.contains("planted"), "{said}");
        assert_eq!((stuck.len(), told.all("stuck").len(), told.all("played").len()), (1, 1, ALL - 1));
        assert!(hall.stuck().now().contains_key(&game));
        *bed.players.poison.lock().expect("nobody panics") = None;
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert_eq!((told.all("played").len(), hall.stuck().now().len()), (1, 0));
    });
}
