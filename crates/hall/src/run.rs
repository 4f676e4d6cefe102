//! An event on its way: what is due is played, each result is on the disk before it counts.

use crate::assignment::{Assignment, Desk, PlayError, Seated, now_ms};
use crate::drive::Drive;
use crate::event_file::EventFile;
use crate::history::{BEGUN, Begun, Details, History, HistoryError, Kept, Played};
use crate::remote::Remote;
use crate::shared::Shared;
use leitai_arena::{Affinity, Conditions, StageError, available};
use leitai_sandbox::{Level, Unavailable};
use leitai_store::{Appended, Entry as Line, Journal, StoreError};
use leitai_tournament::{Decision, Due, Event, GameId, Refusal, Role, Ruling, Seed};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How long a wish to stop may go unnoticed.
const LOOK_UP: Duration = Duration::from_millis(100);
/// Games taken from what is due at once: what is due follows from all results, and is not asked for each game.
const BATCH: usize = 256;
/// Stack of a game's thread: a game recurses nowhere.
const STACK: usize = 512 << 10;

/// An event with everything that is needed to play it.
pub struct Hall {
    pub(crate) file: EventFile,
    journal: Box<dyn Journal>,
    pub(crate) drive: Drive,
    place: Place,
    pub(crate) folder: PathBuf,
    pub(crate) begun: Begun,
    pub(crate) event: Event,
    details: BTreeMap<GameId, Details>,
    /// How far the journal was read, and what we wrote after that.
    heard: u64,
    mine: BTreeSet<u64>,
}

/// Where games are played.
enum Place {
    Here(Arc<Desk>),
    Away(Remote),
}

/// A wish to stop. Raised from outside.
#[derive(Default, Debug)]
pub struct Stop {
    /// No more games are begun; those that run are played to their end.
    pub finish: AtomicBool,
    /// Games that run are broken off: nothing of them is kept, they are played again on resuming.
    pub abandon: AtomicBool,
}

/// What happened in an event.
pub enum Happened<'a> {
    /// A game began.
    Started(&'a Due),
    /// A game was played, and its result is kept.
    Played(&'a Played),
    /// Something was decided, and is kept.
    Ruled(&'a Ruling),
}

/// Somebody who is told.
pub trait See {
    /// Something happened; `event` is as it is after it.
    fn happened(&mut self, event: &Event, what: &Happened<'_>);

    /// No worker could play a game; the rest of the event goes on.
    fn is_stuck(&mut self, game: GameId, why: &str);
}

/// Why an event cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// The journal.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the journal holds.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The event began before, or has not begun.
    #[error("{0}")]
    Begun(String),
    /// The file says otherwise than the event did when it began.
    #[error(
        "the event began with another {0}: what is drawn stands; put the file back as it was, or begin another event in another folder (--out)"
    )]
    Differs(&'static str),
    /// Programs that cannot be made ready, each with the reason.
    #[error("{} of the programs cannot be made ready:\n{}", .0.len(), .0.join("\n"))]
    Programs(Vec<String>),
    /// A game could not be played, through no fault of a program.
    #[error("{0}: {1}")]
    Play(GameId, PlayError),
    /// Games that no worker could play, each with the reason.
    #[error("{} of the games could not be played and need a person (`resume` lets them be tried again):\n{}", .0.len(), .0.join("\n"))]
    Stuck(Vec<String>),
    /// The sandbox.
    #[error(transparent)]
    Sandbox(#[from] Unavailable),
    /// This machine is too weak for the event.
    #[error(
        "this machine can set up level {0} of the sandbox, and the event asks for {1} or better (`leitai doctor` says what would help; `at-least` in the file lowers it)"
    )]
    TooWeak(Level, Level),
    /// A result or a decision does not fit.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// A file of ours.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

impl Hall {
    /// Opens an event whose games are played on this machine: `journal` is its journal, `folder` where records are
    /// kept. `fresh`: it must not have begun; otherwise it must have. `seed` is asked for if the file names none.
    pub fn open(
        file: EventFile,
        conditions: Conditions,
        journal: Box<dyn Journal>,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let drive = Drive::start().map_err(io_at(folder))?;
        let desk = Arc::new(Desk::open(conditions).map_err(io_at(folder))?);
        Hall::with(file, drive, journal, Place::Here(desk), folder, fresh, seed)
    }

    /// Opens an event whose games are played by the workers of a store, which also holds its journal, under the
    /// event's name.
    pub fn open_shared(
        mut file: EventFile,
        shared: Shared,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let mut rooted = Vec::new();
        for (entry, runner) in file.entries.iter().zip(&mut file.runners) {
            match runner.program.portable() {
                Ok(program) => runner.program = program,
                Err(why) => rooted.push(format!("{}: {why}", entry.name)),
            }
        }
        if !rooted.is_empty() {
            return Err(HallError::Programs(rooted));
        }
        let journal = Box::new(shared.journal(&file.name)?);
        let place = Place::Away(Remote::new(&shared, &file));
        Hall::with(file, shared.drive, journal, place, folder, fresh, seed)
    }

    fn with(
        file: EventFile,
        drive: Drive,
        journal: Box<dyn Journal>,
        place: Place,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let known = drive.wait(journal.entries(0))?;
        let heard = known.last().map_or(0, |line| line.seq);
        let history = match (History::read(known)?, fresh) {
            (Some(_), true) => {
                return Err(HallError::Begun(format!(
                    "{} has begun: `resume` goes on with it; --out begins another in another folder",
                    folder.display()
                )));
            }
            (None, false) => {
                return Err(HallError::Begun(format!(
                    "nothing has begun in {}: `run` begins it",
                    folder.display()
                )));
            }
            (Some(history), false) => history,
            (None, true) => {
                let begun = file.begun(seed);
                let body = value(&Kept::Begun(begun.clone()))?;
                drive.wait(journal.append(now_ms(), Some(BEGUN), &body))?;
                let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone())
                    .map_err(HistoryError::Plan)?;
                History { begun, event, details: BTreeMap::new() }
            }
        };
        if let Some(what) = file.differs(&history.begun) {
            return Err(HallError::Differs(what));
        }
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(io_at(&games))?;
        clear_away(&games);
        let (History { begun, event, details }, folder) = (history, folder.to_owned());
        let mine = BTreeSet::new();
        Ok(Hall { file, journal, drive, place, folder, begun, event, details, heard, mine })
    }

    /// Makes every program ready that is to be played with on this machine; those that cannot be are told together.
    pub fn prepare(&self, mut ready: impl FnMut(&str)) -> Result<(), HallError> {
        let Place::Here(desk) = &self.place else { return Ok(()) };
        let mut broken = Vec::new();
        for (entry, runner) in self.file.entries.iter().zip(&self.file.runners) {
            match desk.ready(&runner.program) {
                Ok(_) => ready(&entry.name),
                Err(why) => broken.push(format!("{}: {why}", entry.name)),
            }
        }
        if broken.is_empty() { Ok(()) } else { Err(HallError::Programs(broken)) }
    }

    /// The event as it stands.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// How its games went.
    pub fn details(&self) -> &BTreeMap<GameId, Details> {
        &self.details
    }

    /// How it began.
    pub fn begun(&self) -> &Begun {
        &self.begun
    }

    /// Plays what is due until nothing is: the event is over, or waits for a decision, or a stop was wished for.
    /// On this machine `jobs` games run at once.
    pub fn run(
        &mut self,
        jobs: usize,
        affinity: Affinity,
        stop: &Stop,
        see: &mut dyn See,
    ) -> Result<(), HallError> {
        // Whoever kept a disturbed game may have been killed before it was put in question.
        for game in self.details.keys().copied().collect::<Vec<_>>() {
            self.question(game, see)?;
        }
        match &self.place {
            Place::Here(desk) => {
                let desk = Arc::clone(desk);
                self.run_here(&desk, jobs, affinity, stop, see)
            }
            Place::Away(remote) => {
                let remote = remote.clone();
                self.run_away(&remote, stop, see)
            }
        }
    }

    fn run_here(
        &mut self,
        desk: &Desk,
        jobs: usize,
        affinity: Affinity,
        stop: &Stop,
        see: &mut dyn See,
    ) -> Result<(), HallError> {
        let cores = available();
        let (done, results) = mpsc::channel();
        let games = self.folder.join("games");
        std::thread::scope(|scope| {
            let mut tables = Vec::new();
            for slot in 0..jobs.max(1) {
                let (give, take) = mpsc::channel::<Assignment>();
                let (done, games, cores) = (done.clone(), &games, &cores);
                let table = move || {
                    affinity.place(slot, cores, desk.conditions().ponder);
                    for assignment in take {
                        let record = record_of(games, assignment.id);
                        let played = desk.play(&assignment, &record, &stop.abandon);
                        let kept = played.and_then(|played| {
                            let failed = |error| StageError::Io(record.display().to_string(), error);
                            played.as_ref().map_or(Ok(()), |_| sync(&record)).map_err(failed)?;
                            Ok(played)
                        });
                        if done.send((slot, assignment.id, kept)).is_err() {
                            return;
                        }
                    }
                };
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, table).map_err(|e| HallError::Io("thread".to_owned(), e))?;
                tables.push(give);
            }
            let mut floor = Floor {
                idle: (0..tables.len()).rev().collect(),
                running: BTreeSet::new(),
                due: VecDeque::new(),
                failed: None,
            };
            loop {
                let stopped = floor.failed.is_some()
                    || stop.finish.load(Ordering::Relaxed)
                    || stop.abandon.load(Ordering::Relaxed);
                while let (false, Some(&slot)) = (stopped, floor.idle.last()) {
                    let Some(due) = floor.next(&self.event) else { break };
                    let assignment = self.assignment(&due);
                    floor.idle.pop();
                    floor.running.insert(due.id);
                    // A table that is gone took its game with it: its thread has panicked, which ends the scope.
                    let _ = tables[slot].send(assignment);
                    see.happened(&self.event, &Happened::Started(&due));
                }
                if floor.running.is_empty() {
                    return floor.failed.map_or(Ok(()), Err);
                }
                match results.recv_timeout(LOOK_UP) {
                    Ok((slot, id, played)) => {
                        floor.idle.push(slot);
                        floor.running.remove(&id);
                        let kept = match played {
                            Ok(Some(played)) => self.keep(played, see),
                            Ok(None) => Ok(()),
                            Err(error) => Err(HallError::Play(id, error)),
                        };
                        if let Err(error) = kept {
                            floor.failed.get_or_insert(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    /// Keeps a result: once it has returned, no power cut takes it away.
    pub(crate) fn keep(&mut self, mut played: Played, see: &mut dyn See) -> Result<(), HallError> {
        let id = played.result.id;
        played.details.record = Some(format!("games/{id}.jsonl"));
        // An entry may have left while it played: its game is forfeited already, and what came of it counts for
        // nothing. The same game twice counts once.
        if !self.event.record(played.result).unwrap_or(false) {
            return Ok(());
        }
        let body = value(&Kept::Played(played.clone()))?;
        self.append(Some(&id.to_string()), &body)?;
        self.details.insert(id, played.details.clone());
        see.happened(&self.event, &Happened::Played(&played));
        self.question(id, see)
    }

    fn append(&mut self, key: Option<&str>, body: &serde_json::Value) -> Result<(), HallError> {
        let appended = self.drive.wait(self.journal.append(now_ms(), key, body))?;
        // Only what others may write to is read again.
        if let (Appended::Written(seq), Place::Away(_)) = (appended, &self.place) {
            self.mine.insert(seq);
        }
        Ok(())
    }

    /// Takes up what others have kept in the journal since it was last read; true if there was anything.
    pub(crate) fn hear(&mut self, see: &mut dyn See) -> Result<bool, HallError> {
        let lines = self.drive.wait(self.journal.entries(self.heard))?;
        let mut news = false;
        for Line { seq, body, .. } in lines {
            self.heard = seq;
            if self.mine.remove(&seq) {
                continue;
            }
            news = true;
            match serde_json::from_value(body).map_err(|error| HistoryError::Unknown(seq, error))? {
                Kept::Begun(_) => {}
                Kept::Played(played) => {
                    if self.event.record(played.result)? {
                        self.details.insert(played.result.id, played.details.clone());
                        see.happened(&self.event, &Happened::Played(&played));
                    }
                }
                Kept::Ruled(ruling) => {
                    self.event = self.event.clone().resume([], [ruling.clone()])?;
                    see.happened(&self.event, &Happened::Ruled(&ruling));
                }
            }
        }
        Ok(news)
    }

    /// Puts a result in question if the machine disturbed its game, and nobody did so before.
    fn question(&mut self, game: GameId, see: &mut dyn See) -> Result<(), HallError> {
        let Some(delay) = self.details.get(&game).and_then(|details| details.disturbed_ms) else {
            return Ok(());
        };
        let decision = Decision::Question { game };
        if self.event.rulings().iter().any(|ruling| ruling.decision == decision) {
            return Ok(());
        }
        let reason = format!("the machine did not run the program for {delay} ms");
        self.decide(decision, Role::Organiser, &reason, see)
    }

    /// Keeps a decision.
    pub fn decide(
        &mut self,
        decision: Decision,
        by: Role,
        reason: &str,
        see: &mut dyn See,
    ) -> Result<(), HallError> {
        let mut after = self.event.clone();
        let ruling = after.decide(decision, by, reason)?.clone();
        let body = value(&Kept::Ruled(ruling.clone()))?;
        self.append(None, &body)?;
        self.event = after;
        see.happened(&self.event, &Happened::Ruled(&ruling));
        Ok(())
    }

    /// A due game with everything that its table needs.
    pub(crate) fn assignment(&self, due: &Due) -> Assignment {
        let seated = [due.first, due.second].map(|entry| {
            let runner = &self.file.runners[entry.index()];
            Seated {
                entry,
                name: self.event.name(entry).to_owned(),
                program: runner.program.clone(),
                dialect: runner.dialect.map(|dialect| dialect.name().to_owned()),
            }
        });
        Assignment {
            id: due.id,
            game: self.begun.game.clone(),
            options: self.begun.options.clone(),
            clock: self.file.clock_of(due.side_ms).to_string(),
            seated,
            seed: seed_of(&self.begun.seed, due.id),
        }
    }
}

/// Who plays where, and what comes next.
struct Floor {
    idle: Vec<usize>,
    running: BTreeSet<GameId>,
    due: VecDeque<Due>,
    failed: Option<HallError>,
}

impl Floor {
    fn next(&mut self, event: &Event) -> Option<Due> {
        if self.due.is_empty() {
            let state = event.state();
            self.due = state.due().filter(|due| !self.running.contains(&due.id)).take(BATCH).collect();
        }
        self.due.pop_front()
    }
}

/// What built-in players draw from in a game: it follows from the event's seed, so that a game that is played
/// again is played alike.
fn seed_of(seed: &Seed, id: GameId) -> u64 {
    let text = Seed::new(format!("{}|players of {id}", seed.text())).commitment();
    u64::from_str_radix(&text[..13], 16).unwrap_or(0)
}

/// A failure of a file of ours.
pub(crate) fn io_at(path: &Path) -> impl Fn(io::Error) -> HallError + use<> {
    let name = path.display().to_string();
    move |error| HallError::Io(name.clone(), error)
}

fn value(kept: &Kept) -> Result<serde_json::Value, HallError> {
    serde_json::to_value(kept).map_err(|error| HallError::Io("journal".to_owned(), error.into()))
}

pub(crate) fn record_of(games: &Path, id: GameId) -> PathBuf {
    games.join(format!("{id}.jsonl"))
}

/// Removes what a stage that was killed had begun to write.
fn clear_away(games: &Path) {
    let files = fs::read_dir(games).into_iter().flatten().flatten().map(|file| file.path());
    for fragment in files.filter(|path| path.extension().is_some_and(|ending| ending == "part")) {
        // A fragment under a name of its own harms nothing.
        let _ = fs::remove_file(fragment);
    }
}

/// The record is on the disk before its result is.
pub(crate) fn sync(record: &Path) -> io::Result<()> {
    File::open(record)?.sync_all()?;
    File::open(record.parent().unwrap_or(Path::new(".")))?.sync_all()
}
