//! Events that run in one process alongside each other and alongside spectators.

use crate::house::House;
use crate::workers::Bed;
use leitai_arena::{Affinity, Seen, Watch};
use leitai_core::Sentence;
use leitai_hall::{
    Assignment, Crew, EventChange, EventFile, EventObserver, FarGame, Following, Hall, SharedStore,
    Spectators, Stop, Worked, conditions,
};
use leitai_store::GameKey;
use leitai_tournament::{Decision, EntryId, Event, GameId, Role, Seed};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a busy machine may take for anything here.
const PATIENCE: Duration = Duration::from_mins(1);
/// The names of the entries.
const NAMES: [&str; 4] = ["甲", "乙", "丙", "丁"];

/// An event of four, a double round robin whose every game goes the same way each time; the first entry's program
/// does `first` before it plays.
pub(crate) fn event(house: &House, name: &str, game: &str, first: &str) -> PathBuf {
    let mut text =
        format!("name = {name:?}\ngame = {game:?}\nseed = \"7\"\nclock = \"start=60s,game=60s\"\n");
    text += "[sandbox]\nlevel = \"off\"\nat-least = \"off\"\n";
    for (seed, entry) in NAMES.iter().enumerate() {
        let before = if seed == 0 { first } else { "" };
        let engine =
            format!("{before}exec {} engine {game} --level random --seed {seed}", house.binary().display());
        text += &format!("[[entries]]\nname = \"{entry}\"\nprogram = \"cmd:sh -c '{engine}'\"\n");
    }
    let file = house.path(&format!("{name}.toml"));
    fs::write(&file, text).expect("our folder");
    file
}

/// What spectators saw of each game, by event and game.
#[derive(Default)]
struct Stand(Arc<Mutex<BTreeMap<(String, GameId), SeenGame>>>);

#[derive(Clone, Default, Debug)]
struct SeenGame {
    record: Vec<u8>,
    is_watched: bool,
}

/// A spectator of one game.
struct Seat {
    at: (String, GameId),
    stand: Arc<Mutex<BTreeMap<(String, GameId), SeenGame>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Spectators for Stand {
    fn watch(&self, event: &str, assignment: &Assignment) -> Box<dyn Watch + Send> {
        let at = (event.to_owned(), assignment.id);
        locked(&self.0).insert(at.clone(), SeenGame { record: Vec::new(), is_watched: true });
        Box::new(Seat { at, stand: Arc::clone(&self.0) })
    }
}

impl Watch for Seat {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        locked(&self.stand).entry(self.at.clone()).or_default().record.extend_from_slice(seen.lines);
        true
    }

    fn again(&mut self) {
        locked(&self.stand).entry(self.at.clone()).or_default().record.clear();
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        locked(&self.stand).entry(self.at.clone()).or_default().is_watched = false;
    }
}

/// Counts the changes of an event.
#[derive(Default)]
pub(crate) struct Counts {
    started: usize,
    pub(crate) played: usize,
    ruled: usize,
}

impl EventObserver for Counts {
    fn happened(&mut self, _: &Event, what: &EventChange<'_>) {
        match what {
            EventChange::Started(_) => self.started += 1,
            EventChange::Played(_) => self.played += 1,
            EventChange::Ruled(_) => self.ruled += 1,
        }
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

/// Runs an event alone on this machine, with these decisions made before its first game.
fn alone(house: &House, file: &Path, decisions: &[Decision], spectators: Arc<dyn Spectators>) -> Event {
    let folder = file.with_extension("alone");
    fs::create_dir(&folder).expect("our folder");
    let file = EventFile::read(file).unwrap_or_else(|error| panic!("{error}"));
    let conditions = conditions(&file, &house.binary()).expect("nothing is set up");
    let hall = Hall::open(file, conditions, &folder, true, || Seed::new("7"));
    let mut hall = hall.expect("it begins").watched(spectators);
    let mut counts = Counts::default();
    for decision in decisions {
        hall.decide(decision, Role::ChiefReferee, "left the hall", &mut counts).expect("it fits");
    }
    hall.run(2, Affinity::Auto, &Stop::default(), &mut counts).expect("it is played");
    assert!(hall.event().state().is_over());
    assert_eq!((counts.started, counts.ruled), (counts.played, decisions.len()));
    hall.event().clone()
}

/// Checks that every game of the event was seen as in its record, and is no longer watched.
fn was_seen(stand: &Stand, event: &Event, name: &str, folder: &Path) {
    let seen = locked(&stand.0);
    for game in event.games() {
        let kept = fs::read(folder.join(format!("games/{}.jsonl", game.id))).expect("a record");
        let one = seen.get(&(name.to_owned(), game.id)).unwrap_or_else(|| panic!("{} was not seen", game.id));
        assert!(!one.is_watched, "{} is over", game.id);
        assert_eq!(String::from_utf8_lossy(&one.record), String::from_utf8_lossy(&kept), "{}", game.id);
    }
}

#[test]
fn whoever_looks_on_at_home_sees_every_game_as_its_record_has_it() {
    let house = House::open();
    let file = event(&house, "seen", "tictactoe", "");
    let stand = Arc::new(Stand::default());
    let event = alone(&house, &file, &[], Arc::clone(&stand) as Arc<dyn Spectators>);
    assert!(event.games().len() >= 12);
    assert_eq!(locked(&stand.0).len(), event.games().len());
    was_seen(&stand, &event, "seen", &file.with_extension("alone"));
}

/// Ends everything else that runs if a test fails.
pub(crate) struct End<'a>(pub(crate) &'a Stop);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.abandon.store(true, Ordering::Relaxed);
    }
}

/// Runs an event on the store; its games are played by the workers of the store.
pub(crate) fn in_store(shared: &SharedStore, file: &Path, stop: &Stop) -> (Event, Counts) {
    let read = EventFile::read(file).unwrap_or_else(|error| panic!("{error}"));
    let hall = Hall::open_shared(read, shared, &file.with_extension(""), true, || Seed::new("7"));
    let (mut hall, mut counts) = (hall.expect("it begins"), Counts::default());
    hall.run(1, Affinity::Auto, stop, &mut counts).expect("it is played");
    (hall.event().clone(), counts)
}

/// Waits until a game of this event is watched.
fn until_watched(stand: &Stand, event: &str) {
    let start = Instant::now();
    while !locked(&stand.0).iter().any(|((of, _), seen)| of == event && seen.is_watched) {
        assert!(start.elapsed() < PATIENCE, "no game of {event} is played");
        sleep(Duration::from_millis(10));
    }
}

/// One entry of the second event is never ready to play, and leaves while the others play: what is left is as if it
/// had left before.
#[test]
fn three_events_and_a_crew_share_one_store_in_one_process() {
    let Bed { house, address, .. } = &Bed::sqlite();
    let shared = SharedStore::open(address, "default", Duration::from_millis(400)).expect("opens");
    let shared = Arc::new(shared);
    let files = [
        event(house, "three", "tictactoe", ""),
        event(house, "five", "gomoku", "sleep 50; "),
        event(house, "six", "connect6", ""),
    ];
    let leave = Decision::Withdraw { entry: EntryId(0), leave: true };
    let stand = Arc::new(Stand::default());
    let crew = Crew::new(Arc::clone(&shared), 3, Affinity::Auto, &house.binary());
    let crew = crew.watched(Arc::clone(&stand) as Arc<dyn Spectators>);
    let (stop, stood) = (Stop::default(), AtomicUsize::new(0));
    let told = |_: &str, _: &GameKey, worked: &Worked| {
        stood.fetch_add(usize::from(matches!(worked, Worked::Stands(_))), Ordering::Relaxed);
    };
    let together = std::thread::scope(|scope| {
        let _end = End(&stop);
        let crew = scope.spawn(|| crew.work("here", &stop, &told));
        let events = files.each_ref().map(|file| scope.spawn(|| in_store(&shared, file, &stop)));
        until_watched(&stand, "five");
        let ruled = shared.rule("five", &leave, Role::ChiefReferee, "left the hall", Following::Stands);
        ruled.expect("it fits");
        let together = events.map(|event| event.join().expect("no panic"));
        stop.finish.store(true, Ordering::Relaxed);
        crew.join().expect("no panic").expect("the store is there");
        together
    });
    let mut games = 0;
    for (file, (event, counts)) in files.iter().zip(&together) {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("text");
        let decisions = if name == "five" { &[leave.clone()][..] } else { &[] };
        assert!(event.state().is_over());
        assert_eq!((counts.played, counts.ruled), (event.games().len(), decisions.len()), "{name}");
        // A game that a busy machine drops is taken again.
        assert!(counts.started >= counts.played, "{name}: {} starts", counts.started);
        was_seen(&stand, event, name, &file.with_extension(""));
        games += event.games().len();
        let alone = alone(house, file, decisions, Arc::new(()));
        assert_eq!(event.games(), alone.games(), "{name}");
        assert_eq!(event.state().ranking(), alone.state().ranking(), "{name}");
    }
    assert_eq!(stood.into_inner(), games);
    assert!(locked(&stand.0).values().all(|seen| !seen.is_watched), "nothing is played any more");
}

/// A spectator of a game that is played elsewhere.
#[derive(Default)]
struct Afar {
    record: Vec<u8>,
    /// Whether clocks with time left were seen.
    saw_clocks: bool,
}

impl Watch for Afar {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.record.extend_from_slice(seen.lines);
        self.saw_clocks |= seen.clocks.iter().all(|clock| clock.left.is_some());
        true
    }

    fn again(&mut self) {
        self.record.clear();
    }
}

/// The crew has its own connection: spectators hear of the game only through the store.
#[test]
fn a_game_that_is_played_elsewhere_is_followed_through_the_store() {
    let Bed { house, address, .. } = &Bed::sqlite();
    let open = || SharedStore::open(address, "default", Duration::from_millis(400)).expect("opens");
    let file = event(house, "afar", "tictactoe", "");
    // A game takes seconds, so that it is seen before it is over.
    let text = fs::read_to_string(&file).expect("our file");
    fs::write(&file, text.replace("[sandbox]", "[show]\npace = \"500ms\"\n[sandbox]")).expect("our file");
    let (shared, elsewhere, stop) = (open(), Arc::new(open()), Stop::default());
    let crew = Crew::new(elsewhere, 1, Affinity::Auto, &house.binary());
    let read = EventFile::read(&file).unwrap_or_else(|error| panic!("{error}"));
    let folder = file.with_extension("");
    let hall = Hall::open_shared(read, &shared, &folder, true, || Seed::new("7"));
    let mut hall = hall.expect("it begins");
    let running = hall.running();
    let (game, afar) = std::thread::scope(|scope| {
        let _end = End(&stop);
        scope.spawn(|| crew.work("elsewhere", &stop, &|_, _, _| {}).expect("the store is there"));
        scope.spawn(|| hall.run(1, Affinity::Auto, &stop, &mut Counts::default()).expect("it is played"));
        let start = Instant::now();
        let game = loop {
            if let Some(due) = running.now().first() {
                break due.id;
            }
            assert!(start.elapsed() < PATIENCE, "no game is played");
            sleep(Duration::from_millis(10));
        };
        let (mut far, mut afar) = (FarGame::new(&shared, "afar", game).expect("a game"), Afar::default());
        let record = folder.join(format!("games/{game}.jsonl"));
        while !record.exists() {
            far.show(&mut afar).expect("the store is there");
            assert!(start.elapsed() < PATIENCE, "it takes too long");
            sleep(Duration::from_millis(50));
        }
        let mut late = FarGame::new(&shared, "afar", game).expect("a game");
        assert!(!late.show(&mut Afar::default()).expect("the store is there"), "nothing is left of it");
        (game, afar)
    });
    let record = fs::read(folder.join(format!("games/{game}.jsonl"))).expect("a record");
    let [seen, whole] = [&afar.record, &record].map(|text| String::from_utf8_lossy(text));
    assert!(whole.starts_with(&*seen), "{seen}\nis no part of\n{whole}");
    let plays = |text: &str| text.lines().filter(|line| line.contains("\"type\":\"play\"")).count();
    assert!(plays(&seen) >= 2, "{seen}\nof\n{whole}");
    assert!(afar.saw_clocks, "clocks are shown");
}
