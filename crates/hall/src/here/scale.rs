//! The coordinator of a large event whose games take no time. To measure the cost:
//! `LEITAI_ENTRIES=500 cargo test --release -p leitai-hall many_entries -- --nocapture`.

use super::*;
use crate::event_file::Runner;
use crate::event_observer::EventChange;
use crate::history::History;
use crate::run::Hall;
use crate::store_runtime::StoreRuntime;
use crate::unplayed::won_by_the_better;
use leitai_arena::Affinity;
use leitai_sandbox::{Sandbox, SandboxLevel};
use leitai_store::{Appended, FileJournal, Journal, JournalEntry, StoreError, StoreFuture};
use leitai_tournament::{Entry, Event, Plan, Sections, Seed};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::AtomicI64;
use std::time::Duration;

/// The number of entries.
fn entries() -> u32 {
    std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// A double round robin with that many entries.
fn large(folder: &Path) -> EventFile {
    let path = folder.join("large.toml");
    let entry = |name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n");
    let text = format!("name = \"large\"\ngame = \"tictactoe\"\nseed = \"1\"\n{}{}", entry("a"), entry("b"));
    fs::write(&path, text).expect("our folder");
    let mut file = EventFile::read(&path).expect("an event");
    file.plan = Plan::school(6, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    file.plan.stages[0].sections = Sections::One;
    file.entries = (0..entries()).map(|number| Entry::new(number, format!("p{number}"))).collect();
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

/// The better entry has the lower number, and always wins.
#[expect(clippy::unnecessary_wraps, reason = "others may fail, or be stopped")]
fn at_once(assignment: &Assignment, _: &AtomicBool, _: &mut dyn Watch) -> Result<Option<Played>, PlayError> {
    Ok(Some(won_by_the_better(assignment)))
}

fn run(hall: &mut Hall, jobs: usize, see: &mut dyn EventObserver) -> Result<(), HallError> {
    hall.run(jobs, Affinity::None, &Stop::default(), see)
}

/// A machine that lacks something for a moment rests, tells why, and goes on where it was; one that is set up wrongly
/// ends the event.
#[test]
fn a_machine_that_lacks_something_rests_and_goes_on() {
    struct Rests(Vec<(String, Duration)>);
    impl EventObserver for Rests {
        fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
        fn is_stuck(&mut self, game: GameId, why: &Sentence) {
            panic!("{game} is held against nobody: {why}");
        }
        fn rests(&mut self, why: &Sentence, lasting: Duration) {
            self.0.push((why.to_string(), lasting));
        }
    }
    for (kind, is_passing) in [(ErrorKind::StorageFull, true), (ErrorKind::PermissionDenied, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let left = AtomicI64::new(2);
        let mut hall = opened(folder.path(), true, move |assignment, off, watch| {
            if left.fetch_sub(1, Ordering::Relaxed) > 0 {
                return Err(StageError::Io("record".to_owned(), kind.into()).into());
            }
            at_once(assignment, off, watch)
        });
        let mut rests = Rests(Vec::new());
        let ran = run(&mut hall, 1, &mut rests);
        if !is_passing {
            assert!(matches!(ran, Err(HallError::Play(..))) && rests.0.is_empty(), "{ran:?}");
            continue;
        }
        ran.expect("it goes on by itself");
        assert_eq!(hall.event().games().len(), (entries() * (entries() - 1)) as usize);
        assert_eq!(rests.0.iter().map(|(_, lasting)| lasting.as_secs()).collect::<Vec<_>>(), [1, 2]);
        assert!(rests.0[0].0.contains("record"), "{:?}", rests.0);
    }
}

/// The observer that shows results panics: the remaining games are not played, and stored results stay stored.
#[test]
fn a_panic_outside_the_games_ends_the_event_and_loses_nothing() {
    struct Breaks(u32);
    impl EventObserver for Breaks {
        fn happened(&mut self, _: &Event, what: &EventChange<'_>) {
            self.0 += u32::from(matches!(what, EventChange::Played(_)));
            assert!(self.0 < 5, "planted in the report");
        }
        fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut hall = opened(folder.path(), true, |assignment, off, watch| {
        std::thread::sleep(Duration::from_millis(1));
        at_once(assignment, off, watch)
    });
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut hall, 3, &mut Breaks(0))));
    assert!(ran.is_err() && hall.running().now().is_empty());
    drop(hall);
    let mut hall = opened(folder.path(), false, at_once);
    assert_eq!(hall.event().games().len(), 5, "each was kept before it was shown");
    run(&mut hall, 3, &mut Nobody).expect("it goes on");
    assert_eq!(hall.event().games().len(), (entries() * (entries() - 1)) as usize);
}

/// A journal that takes this many entries; then its disk is full, or it panics if `panics` is set.
struct Failing {
    journal: FileJournal,
    left: AtomicI64,
    panics: bool,
}

impl Journal for Failing {
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a serde_json::Value,
    ) -> StoreFuture<'a, Appended> {
        if self.left.fetch_sub(1, Ordering::Relaxed) > 0 {
            return Journal::append_after(&self.journal, last, at_ms, key, body);
        }
        assert!(!self.panics, "planted in the store");
        Box::pin(async { Err(StoreError::Full("journal.jsonl".to_owned())) })
    }

    fn append_all<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        entries: &'a [(String, serde_json::Value)],
    ) -> StoreFuture<'a, Vec<Appended>> {
        Box::pin(async move {
            let mut appended = Vec::new();
            for (key, body) in entries {
                appended.push(self.append_after(last, at_ms, Some(key), body).await?);
            }
            Ok(appended)
        })
    }

    fn entry<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<JournalEntry>> {
        Journal::entry(&self.journal, key)
    }

    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>> {
        Journal::entries(&self.journal, after)
    }
}

/// Collects the results that are shown.
struct Shown(Vec<GameId>);

impl EventObserver for Shown {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        if let EventChange::Played(played) = what {
            assert!(event.games().iter().any(|game| game.id == played.result.id));
            self.0.push(played.result.id);
        }
    }
    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

/// A result goes to the journal first, then to the event, and last to the observer: what the journal does not take
/// appears nowhere.
#[test]
fn what_is_shown_is_what_the_journal_holds() {
    for panics in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("journal.jsonl");
        let journal = FileJournal::open(&place, "large").expect("a journal");
        // The beginning, and six results.
        let journal = Failing { journal, left: AtomicI64::new(7), panics };
        let mut hall = opened_with(folder.path(), true, Box::new(journal), at_once);
        let mut shown = Shown(Vec::new());
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut hall, 3, &mut shown)));
        assert!(if panics { ran.is_err() } else { matches!(ran, Ok(Err(HallError::Store(_)))) });
        let mut held: Vec<_> = hall.event().games().iter().map(|game| game.id).collect();
        drop(hall);
        let lines = FileJournal::peek(&place, "large").expect("a journal");
        let history = History::read(lines).expect("an event").expect("it began");
        let mut kept: Vec<_> = history.event.games().iter().map(|game| game.id).collect();
        for games in [&mut shown.0, &mut held, &mut kept] {
            games.sort();
        }
        assert_eq!((kept.len(), &shown.0, &held), (6, &kept, &kept), "panics: {panics}");
    }
}

fn opened(
    folder: &Path,
    fresh: bool,
    play: impl Fn(&Assignment, &AtomicBool, &mut dyn Watch) -> Result<Option<Played>, PlayError>
    + Send
    + Sync
    + 'static,
) -> Hall {
    let journal = FileJournal::open(&folder.join("journal.jsonl"), "large").expect("a journal");
    opened_with(folder, fresh, Box::new(journal), play)
}

fn opened_with(
    folder: &Path,
    fresh: bool,
    journal: Box<dyn Journal>,
    play: impl Fn(&Assignment, &AtomicBool, &mut dyn Watch) -> Result<Option<Played>, PlayError>
    + Send
    + Sync
    + 'static,
) -> Hall {
    let sandbox = Sandbox::at(SandboxLevel::Off, Path::new("/proc/self/exe")).expect("nothing is set up");
    let here = Here::open(Conditions::of(sandbox), folder, false).expect("nobody runs it");
    let here = Box::new(Here { play: Arc::new(play), ..here });
    let runtime = Arc::new(StoreRuntime::start().expect("a thread"));
    Hall::with(large(folder), runtime, journal, here, folder, fresh, || Seed::new("1")).expect("opens")
}

/// The peak memory of this process, in MB.
fn peak_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// A few entries are enough to check this; `LEITAI_ENTRIES=500` with `--nocapture` shows what many cost.
#[test]
fn many_entries_play_everyone_once_a_seat() {
    let entries = entries();
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let mut hall = opened(folder.path(), true, at_once);
    let start = Instant::now();
    run(&mut hall, 8, &mut Nobody).expect("it is played");
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
