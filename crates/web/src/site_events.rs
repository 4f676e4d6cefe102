//! All events of a site: those whose files are in its folder, run side by side on one store.

use crate::current_file::written;
use crate::found_game::FoundGame;
use crate::live::{LiveGame, LiveGames};
use crate::log;
use crate::lost_game::{broken, lost, unread};
use crate::names::Names;
use crate::nicknames::Nicknames;
use crate::published::HeldBack;
use crate::recorded::{Breaks, verified};
use crate::refusal::Refused;
use crate::reporter::Reporter;
use crate::site_event::SiteEvent;
use crate::waiting_games::Awaited;
use leitai_arena::{Affinity, Watch, now_ms};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{
    Assignment, EventFile, Hall, HallError, History, PrivateGame, SharedStore, Spectators, Stop, Zone,
};
use leitai_pages::event::age;
use leitai_pages::{EventCard, StandingsCard};
use leitai_store::EventSwitch;
use leitai_tournament::{GameId, Role, Seed};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a resting thread checks whether it should end.
const NAP: Duration = Duration::from_millis(200);
/// How long an event rests if its store failed or its files are wrong.
const REST: Duration = Duration::from_secs(5);
/// How often to check whether records can be deleted.
const SWEEP: Duration = Duration::from_hours(1);

/// The reason given for first submissions to a ladder that come from the event's file; in both languages, since a
/// journal may be read in either.
const NAMED: Words = Words::new("the program that the event's file names", "赛事文件中写明的程序");

/// The events of a site.
pub(crate) struct SiteEvents {
    shared: Arc<SharedStore>,
    /// The zone of all times.
    zone: Zone,
    folder: PathBuf,
    /// How many games an event orders at one time.
    ahead: usize,
    /// How long records of voided games are kept.
    voided: Duration,
    /// When each event's records were last checked, by its name.
    swept: Mutex<BTreeMap<String, Instant>>,
    names: Arc<Names>,
    nicknames: Arc<Nicknames>,
    all: RwLock<BTreeMap<String, Arc<SiteEvent>>>,
    /// The errors already reported for files that cannot be read.
    told: Mutex<BTreeMap<PathBuf, String>>,
    store_is_there: AtomicBool,
    /// Events that nobody runs yet.
    fresh: Mutex<Vec<Arc<SiteEvent>>>,
}

impl SiteEvents {
    /// The events whose files are in `folder`, which need not exist. Each orders up to `ahead` games at a time, and
    /// keeps the records of voided games for `voided`.
    pub(crate) fn new(
        shared: Arc<SharedStore>,
        zone: Zone,
        folder: PathBuf,
        ahead: usize,
        voided: Duration,
    ) -> SiteEvents {
        let (names, nicknames, all, told, swept) =
            (Arc::default(), Arc::default(), RwLock::default(), Mutex::default(), Mutex::default());
        let (store_is_there, fresh) = (AtomicBool::new(true), Mutex::default());
        SiteEvents {
            shared,
            zone,
            folder,
            ahead,
            voided,
            swept,
            names,
            nicknames,
            all,
            told,
            store_is_there,
            fresh,
        }
    }

    /// Reads everybody's nickname, and shows the entries of all events under it; returns whether any has changed.
    /// Waits for the store.
    pub(crate) fn call_anew(&self) -> Result<bool, HallError> {
        // Held so that the latest reading is also the last to be stored.
        let _door = self.nicknames.door();
        let is_new = self.nicknames.take(self.shared.callings()?);
        if is_new {
            self.all().iter().for_each(|event| event.call());
        }
        Ok(is_new)
    }

    /// The zone of all times.
    pub(crate) fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The folder of its events' files.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of an event of this name.
    pub(crate) fn address(&self, name: &str) -> String {
        self.names.event(name)
    }

    pub(crate) fn shared(&self) -> &Arc<SharedStore> {
        &self.shared
    }

    /// The events found since the last call, for whoever runs them.
    pub(crate) fn take_fresh(&self) -> Vec<Arc<SiteEvent>> {
        std::mem::take(&mut *self.fresh.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads new files, and returns the events in them. An error in a file is reported once.
    pub(crate) fn look(&self) -> Vec<Arc<SiteEvent>> {
        let mut new = Vec::new();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        for path in files(&self.folder) {
            let file = match EventFile::read(&path) {
                Ok(file) => file,
                Err(error) => {
                    let why = error.to_string();
                    if told.get(&path) != Some(&why) {
                        log::warn("an event's file cannot be read", &[("why", &why)]);
                        told.insert(path, why);
                    }
                    continue;
                }
            };
            let event = Arc::new(SiteEvent::new(
                (Arc::clone(&self.names), Arc::clone(&self.nicknames)),
                self.zone.clone(),
                file,
                path,
            ));
            if self.read().contains_key(&event.id) {
                continue;
            }
            // A pause survives the server; if the store is away, this is retried.
            match self.shared.switches(&event.name) {
                Ok(on) => {
                    let since =
                        |wanted| on.iter().find(|(switch, _)| *switch == wanted).map(|(_, since)| *since);
                    event.pause(since(EventSwitch::Paused).is_some());
                    event.published.begin(since(EventSwitch::Frozen));
                }
                Err(error) => {
                    log::warn("the store of events failed", &[("why", &error.to_string())]);
                    continue;
                }
            }
            let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
            if !all.contains_key(&event.id) {
                all.insert(event.id.clone(), Arc::clone(&event));
                new.push(event);
            }
        }
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner).extend(new.iter().cloned());
        new
    }

    /// Runs an event until the site stops: orders the games due, and keeps the results. While it waits for a ruling
    /// it is polled, since the ruling may be made elsewhere.
    pub(crate) fn run(&self, event: &SiteEvent, stop: &Stop) {
        while !stop.is_set() {
            if let Err(why) = self.go_on(event, stop) {
                log::warn("an event does not go on", &[("event", &event.name), ("why", &why.to_string())]);
                event.is_in_trouble(Some(why));
                rest(REST, stop);
            }
        }
    }

    fn go_on(&self, event: &SiteEvent, stop: &Stop) -> Result<(), Sentence> {
        // Read anew each time: its owner may have fixed it. Later changes are read the next time.
        event.rests.set_stale(false);
        let then = written(&event.source);
        let file = || {
            let file = EventFile::read(&event.source).map_err(|error| Sentence::of(&error))?;
            if file.name == event.name { Ok(file) } else { Err(renamed(&event.name, &file.name)) }
        };
        let half = || RandomState::new().hash_one(now_ms());
        // Cannot be guessed from its hash, which is public from the start.
        let seed = || Seed::new(format!("{:016x}{:016x}", half(), half()));
        let folder = event.folder();
        let open = |file, fresh| Hall::open_shared(file, &self.shared, &folder, fresh, seed);
        let failed = |error: HallError| {
            self.store_is_there.store(!matches!(error, HallError::Store(_)), Ordering::Relaxed);
            Sentence::of(&error)
        };
        let mut hall = match open(file()?, false) {
            Err(HallError::NoEvent { .. }) => open(file()?, true),
            // Its file was changed before its first game was due: it begins anew.
            Err(HallError::Differs(what)) => match self.shared.begin_anew(&file()?) {
                Ok(true) => open(file()?, false),
                _ => Err(HallError::Differs(what)),
            },
            opened => opened,
        }
        .map_err(failed)?
        .ordering(self.ahead)
        .pausing(event.rests.flag())
        .awaiting_operator();
        self.store_is_there.store(true, Ordering::Relaxed);
        event.take_up();
        if let Some([moment, before]) = event.published.wanted(now_ms()) {
            // What was published stays published after a restart, and its arrows too.
            let [shown, before] = [moment, before].map(|at| self.shared.history_at(&event.name, at));
            event.restore(shown.map_err(failed)?, before.map_err(failed)?.as_ref(), moment);
        }
        event.know(&hall);
        event.take_up();
        let see = &mut Reporter(event);
        let reason = || format!("{} {}", NAMED.zh, NAMED.en);
        let first: Vec<_> = hall.first_submissions().into_iter().map(|made| (made, reason())).collect();
        hall.decide_all(first, Role::Organiser, see).map_err(failed)?;
        self.sweep(&hall, &event.name).map_err(failed)?;
        let was_paused = event.is_paused();
        match hall.run(1, Affinity::Auto, stop, see) {
            Err(HallError::Anew(_)) => return Ok(()),
            ran => ran.map_err(failed)?,
        }
        if event.trouble().is_some() {
            event.is_in_trouble(None);
        }
        // Nothing is due, or it rests: wait until somebody rules or resumes it, or its owner rewrites the file.
        let is_as_before = || {
            let is_same = written(&event.source) == then && !event.rests.is_stale();
            is_same && event.is_paused() == was_paused
        };
        while !stop.is_set() && is_as_before() {
            match hall.has_news(see) {
                Ok(true) | Err(HallError::Anew(_)) => break,
                heard => heard.map_err(failed)?,
            };
            self.sweep(&hall, &event.name).map_err(failed)?;
            rest(NAP * 5, stop);
        }
        Ok(())
    }

    /// Deletes the records of games that no longer count, if it was not done recently.
    fn sweep(&self, hall: &Hall, event: &str) -> Result<(), HallError> {
        let is_due = {
            let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = swept.get(event).is_none_or(|last| last.elapsed() >= SWEEP);
            if is_due {
                swept.insert(event.to_owned(), Instant::now());
            }
            is_due
        };
        if is_due { hall.forget_replaced(self.voided).map(drop) } else { Ok(()) }
    }

    /// All events, in the order of their names.
    pub(crate) fn all(&self) -> Vec<Arc<SiteEvent>> {
        let mut all: Vec<_> = self.read().values().cloned().collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// The event of an address.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<SiteEvent>> {
        self.read().get(id).cloned()
    }

    /// The event of a name.
    pub(crate) fn named(&self, name: &str) -> Option<Arc<SiteEvent>> {
        self.get(&self.names.event(name))
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<String, Arc<SiteEvent>>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The event and the game of an address.
    pub(crate) fn game_of(&self, id: &str) -> Option<(Arc<SiteEvent>, GameId)> {
        let (name, game) = self.names.game_of(id)?;
        Some((self.named(&name)?, game))
    }

    /// A finished game of an event, by its address; `None` if no event has it.
    pub(crate) fn game(&self, id: &str) -> Option<Result<FoundGame, Refused>> {
        let (event, game) = self.game_of(id)?;
        let path = event.record(game);
        // The result is available without the record.
        let with_result = |refused: Refused| refused.of(event.result(game));
        let read = match fs::read(&path) {
            Ok(text) => verified(&text, Breaks::Never).map_err(|error| with_result(broken(id, &error))),
            Err(error) if error.kind() == ErrorKind::NotFound => match self.private(&event, game) {
                Some(text) => verified(&text, Breaks::Never).map_err(|error| broken(id, &error)),
                None => Err(lost(&event, game)),
            },
            Err(error) => Err(with_result(unread(id, &path, &error))),
        };
        let known = event.known();
        let age = known.as_ref().map_or(Duration::ZERO, |known| age(&known.history, game, now_ms()));
        drop(known);
        let named = |mut record| {
            event.rename(&mut record);
            record
        };
        Some(read.map(named).map(|record| FoundGame {
            id: id.to_owned(),
            event: Some((event.id.clone(), event.name.clone())),
            record,
            secrets: event.file().secrets,
            age,
            shown_every: event.file().shown_every,
            next: None,
            runs: false,
        }))
    }

    /// The record of a game that is not everybody's, which is in the store.
    fn private(&self, event: &SiteEvent, game: GameId) -> Option<Vec<u8>> {
        Some(self.shared.private_record(&event.name, game).ok()??.into_bytes())
    }

    /// A game of an event that is still to be played or is being played, by its address.
    pub(crate) fn awaited(&self, id: &str) -> Option<(Arc<SiteEvent>, Awaited)> {
        let (event, game) = self.game_of(id)?;
        let awaited = event.awaited(game)?;
        Some((event, awaited))
    }

    /// The address of a game of the event with that address.
    pub(crate) fn game_address(&self, event: &str, game: GameId) -> Option<String> {
        self.get(event).map(|event| self.names.game(&event.name, game))
    }

    /// Follows the number of changes to an event, as [`SiteEvent::changes`].
    pub(crate) fn changes(&self, id: &str, all: bool) -> Option<watch::Receiver<u64>> {
        self.get(id).map(|event| event.changes(all))
    }

    /// What the public may not have of a game with this address, while its event is frozen; `None` if nothing is held
    /// back.
    pub(crate) fn held_back(&self, id: &str) -> Option<HeldBack> {
        let (event, game) = self.game_of(id)?;
        // A validation game is its author's.
        event.published.held_back(game).filter(|_| PrivateGame::of(game).is_none())
    }

    fn store_is_there(&self) -> bool {
        self.store_is_there.load(Ordering::Relaxed)
    }

    /// Whether the journal of an event has not been read yet, though nothing is wrong with it.
    pub(crate) fn are_being_read(&self) -> bool {
        let is_store_there = self.store_is_there();
        self.all()
            .iter()
            .any(|event| event.known().is_none() && (event.trouble().is_none() || !is_store_there))
    }

    pub(crate) fn cards(&self) -> Vec<EventCard> {
        self.all().iter().map(|event| event.card()).collect()
    }

    /// The standings for the first page: those of an event being played, or else of another.
    pub(crate) fn standings(&self) -> Option<StandingsCard> {
        let all = self.all();
        let mut events: Vec<_> = all.iter().filter(|event| event.known().is_some()).collect();
        let is_done = |history: &History| history.event.state().due().next().is_none();
        events.sort_by_cached_key(|event| event.public(is_done));
        events.first().and_then(|event| event.standings())
    }

    pub(crate) fn count(&self) -> usize {
        self.read().len()
    }

    pub(crate) fn due(&self) -> usize {
        self.all().iter().map(|event| event.due()).sum()
    }

    /// How many games no worker could play.
    pub(crate) fn stuck(&self) -> usize {
        self.all().iter().map(|event| event.stuck()).sum()
    }
}

/// Shows the games of events to watchers.
pub(crate) struct Onlookers {
    pub(crate) events: Arc<SiteEvents>,
    pub(crate) live: Arc<LiveGames>,
}

impl Spectators for Onlookers {
    fn watch(&self, event: &str, assignment: &Assignment) -> Box<dyn Watch + Send> {
        let Some(site_event) = self.events.get(&self.events.names.event(event)) else { return Box::new(()) };
        let id = self.events.names.game(event, assignment.id);
        self.live.enter(LiveGame::new(id, assignment.clone(), site_event.belongs()))
    }
}

/// The error if an event's file has another name: this event's journal is under the old one.
fn renamed(was: &str, is: &str) -> Sentence {
    sentence!(
        "the file of \"{was}\" now says \"{is}\": restore its name; another event needs a file of its own",
        "“{was}”的文件现在写的是“{is}”：请改回原名，另一场赛事须另用文件"
    )
}

/// Sleeps for a time, or until the site stops.
fn rest(time: Duration, stop: &Stop) {
    let mut left = time;
    while !left.is_zero() && !stop.is_set() {
        thread::sleep(NAP.min(left));
        left = left.saturating_sub(NAP);
    }
}

/// The files of events in a folder, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut files: Vec<_> =
        all.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    files.sort();
    files
}
