//! The demonstration: an event that is already half played when a visitor comes.

use crate::log;
use crate::reporter::Reporter;
use crate::site_event::SiteEvent;
use leitai_arena::Affinity;
use leitai_core::Sentence;
use leitai_hall::{EventChange, EventFile, EventObserver, Hall, HallError, SharedStore, Stop};
use leitai_tournament::{Event, GameId, Seed};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The file of its event.
const FILE: &str = include_str!("../assets/demo.toml");
/// How many games are played at full speed, before anybody can be watching.
const AT_ONCE: usize = 14;
/// How often a thread checks whether it should end.
const NAP: Duration = Duration::from_millis(50);

/// Puts the demonstration's file into a folder that contains no event.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files = fs::read_dir(folder)?.flatten();
    if files.any(|file| file.path().extension().is_some_and(|ending| ending == "toml")) {
        return Ok(());
    }
    fs::write(folder.join("demo.toml"), FILE)
}

/// Plays the first games of the demonstration at full speed, if it has not begun. Errors are ignored here: they
/// recur, and are reported, when it continues at its usual pace.
pub(crate) fn begin(event: &SiteEvent, shared: &SharedStore, stop: &Stop) {
    let at_full_speed = FILE.replace("[show]\npace = \"600ms\"\n", "");
    let is_demo = fs::read_to_string(&event.source).is_ok_and(|text| text == FILE);
    if !is_demo {
        return;
    }
    let Ok(file) = EventFile::parse(&at_full_speed, "demo.toml", Path::new("/")) else { return };
    let hall = Hall::open_shared(file, shared, &event.folder(), true, || Seed::new("demo"));
    let Ok(mut hall) = hall else { return };
    event.know(&hall);
    let (half, done) = (Stop::default(), AtomicBool::new(false));
    let ran = thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if stop.is_set() {
                    half.finish.store(true, Ordering::Relaxed);
                }
                thread::sleep(NAP);
            }
        });
        let mut see = UntilThen { reporter: Reporter(event), stop: &half };
        let ran = hall.run(1, Affinity::Auto, &half, &mut see);
        done.store(true, Ordering::Relaxed);
        ran
    });
    if let Err(error) = ran {
        log::warn("the demonstration does not begin", &[("why", &HallError::to_string(&error))]);
    }
}

/// Stops when enough games are played.
struct UntilThen<'a> {
    reporter: Reporter<'a>,
    stop: &'a Stop,
}

impl EventObserver for UntilThen<'_> {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        self.reporter.happened(event, what);
        if event.games().len() >= AT_ONCE {
            self.stop.finish.store(true, Ordering::Relaxed);
        }
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.reporter.is_stuck(game, why);
    }

    fn is_renewed(&mut self, game: GameId) {
        self.reporter.is_renewed(game);
    }
}
