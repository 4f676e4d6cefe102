//! An event on its way: what is due is played, each result is on the disk before it counts.

use crate::assignment::{Assignment, Desk, Finished, PlayError, Seated, now_ms};
use crate::event_file::EventFile;
use crate::history::{BEGUN, Begun, Details, History, HistoryError, Kept, Played};
use leitai_arena::{Affinity, Calibration, Conditions, Ponder, available};
use leitai_sandbox::{Level, Sandbox, Unavailable};
use leitai_store::{Journal, StoreError};
use leitai_tournament::{Decision, Due, Event, GameId, Refusal, Role, Ruling, Seed};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long a wish to stop may go unnoticed.
const LOOK_UP: Duration = Duration::from_millis(100);
/// Games taken from what is due at once: what is due follows from all results, and is not asked for each game.
const BATCH: usize = 256;
/// Stack of a game's thread: a game recurses nowhere.
const STACK: usize = 512 << 10;

/// An event with everything that is needed to play it.
pub struct Hall {
    file: EventFile,
    desk: Arc<Desk>,
    journal: Box<dyn Journal>,
    runtime: Runtime,
    folder: PathBuf,
    begun: Begun,
    event: Event,
    details: BTreeMap<GameId, Details>,
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

/// The conditions that an event asks for, on this machine.
pub fn conditions(file: &EventFile, launcher: &Path) -> Result<Conditions, HallError> {
    let sandbox = match file.sandbox {
        Some(level) => Sandbox::at(level, launcher)?,
        None => Sandbox::strongest(launcher),
    };
    if sandbox.level() < file.at_least {
        return Err(HallError::TooWeak(sandbox.level(), file.at_least));
    }
    let ponder = if file.ponder && available().len() > 1 { Ponder::On } else { Ponder::Off };
    let calibration = Some(Calibration::once());
    Ok(Conditions { limits: file.limits, ponder, calibration, ..Conditions::of(sandbox) })
}

impl Hall {
    /// Opens an event: `journal` is its journal, `folder` where records are kept. `fresh`: it must not have begun;
    /// otherwise it must have. `seed` is asked for if the file names none.
    pub fn open(
        file: EventFile,
        conditions: Conditions,
        journal: Box<dyn Journal>,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let io = |path: &Path| {
            let name = path.display().to_string();
            move |error| HallError::Io(name, error)
        };
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(io(folder))?;
        let known = History::read(runtime.block_on(journal.entries(0))?)?;
        let history = match (known, fresh) {
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
                runtime.block_on(journal.append(now_ms(), Some(BEGUN), &body))?;
                let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone())
                    .map_err(HistoryError::Plan)?;
                History { begun, event, details: BTreeMap::new() }
            }
        };
        if let Some(what) = file.differs(&history.begun) {
            return Err(HallError::Differs(what));
        }
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(io(&games))?;
        let desk = Arc::new(Desk::open(conditions).map_err(io(folder))?);
        let History { begun, event, details } = history;
        Ok(Hall { file, desk, journal, runtime, folder: folder.to_owned(), begun, event, details })
    }

    /// Makes every program ready; those that cannot be are told together.
    pub fn prepare(&self, mut ready: impl FnMut(&str)) -> Result<(), HallError> {
        let mut broken = Vec::new();
        for (entry, runner) in self.file.entries.iter().zip(&self.file.runners) {
            match self.desk.ready(&runner.program) {
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

    /// Plays what is due on this machine, `jobs` games at once, until nothing is: the event is over, or waits for
    /// a decision, or a stop was wished for.
    pub fn run(
        &mut self,
        jobs: usize,
        affinity: Affinity,
        stop: &Stop,
        see: &mut dyn See,
    ) -> Result<(), HallError> {
        let cores = available();
        let (done, results) = mpsc::channel();
        let desk = Arc::clone(&self.desk);
        let games = self.folder.join("games");
        std::thread::scope(|scope| {
            let mut tables = Vec::new();
            for slot in 0..jobs.max(1) {
                let (give, take) = mpsc::channel::<Assignment>();
                let (done, desk, games, cores) = (done.clone(), &desk, &games, &cores);
                let table = move || {
                    affinity.place(slot, cores, desk.conditions().ponder);
                    for assignment in take {
                        let record = record_of(games, assignment.id);
                        let played = desk.play(&assignment, &record, &stop.abandon);
                        let kept = played.and_then(|played| sync(&record, played.is_some()).map(|()| played));
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
                            Ok(Some(finished)) => self.keep(finished, see),
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
    pub(crate) fn keep(&mut self, finished: Finished, see: &mut dyn See) -> Result<(), HallError> {
        let Finished { mut played, disturbed } = finished;
        let id = played.result.id;
        played.details.record = Some(format!("games/{id}.jsonl"));
        // An entry may have left while it played: its game is forfeited already, and what came of it counts for
        // nothing. The same game twice counts once.
        if !self.event.record(played.result).unwrap_or(false) {
            return Ok(());
        }
        let body = value(&Kept::Played(played.clone()))?;
        self.runtime.block_on(self.journal.append(now_ms(), Some(&id.to_string()), &body))?;
        self.details.insert(id, played.details.clone());
        see.happened(&self.event, &Happened::Played(&played));
        if let Some(delay) = disturbed {
            let reason = format!("the machine did not run the program for {} ms", delay.as_millis());
            self.decide(Decision::Question { game: id }, Role::Organiser, &reason, see)?;
        }
        Ok(())
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
        self.runtime.block_on(self.journal.append(now_ms(), None, &body))?;
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

fn value(kept: &Kept) -> Result<serde_json::Value, HallError> {
    serde_json::to_value(kept).map_err(|error| HallError::Io("journal".to_owned(), error.into()))
}

pub(crate) fn record_of(games: &Path, id: GameId) -> PathBuf {
    games.join(format!("{id}.jsonl"))
}

/// The record is on the disk before its result is.
fn sync(record: &Path, is_there: bool) -> Result<(), PlayError> {
    if !is_there {
        return Ok(());
    }
    let folder = record.parent().unwrap_or(Path::new("."));
    let synced = File::open(record).and_then(|file| file.sync_all());
    let synced = synced.and_then(|()| File::open(folder)).and_then(|folder| folder.sync_all());
    synced
        .map_err(|error| PlayError::Stage(leitai_arena::StageError::Io(record.display().to_string(), error)))
}
