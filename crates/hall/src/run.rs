//! A running event: what is known of it, and how it is opened.

use crate::assignment::{Assignment, Seated, Unready};
use crate::error::{HallError, io_at};
use crate::event_file::{EventFile, Runner};
use crate::hearing::players_seed;
use crate::here::Here;
use crate::history::{BEGUN, Begun, Details, History, HistoryError, JournalBody};
use crate::in_store::InStore;
use crate::program::Program;
use crate::running_games::RunningGames;
use crate::shared_store::SharedStore;
use crate::spectators::Spectators;
use crate::store_runtime::StoreRuntime;
use crate::stuck_games::StuckGames;
use crate::unbuilt::Unbuilt;
use crate::venue::Venue;
use leitai_arena::{Conditions, Parcel, now_ms};
use leitai_core::{Sentence, Words, sentence};
use leitai_store::{Appended, FileJournal, Freed, Journal, StoreError, Torn};
use leitai_tournament::{Due, EntryId, Event, EventState, Format, GameId, Seed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games that are ordered ahead by default: enough for some hundred workers.
const AHEAD: usize = 1024;

/// A running event: its state, journal, programs and the place where its games are played.
pub struct Hall {
    pub(crate) file: EventFile,
    pub(crate) journal: Box<dyn Journal>,
    pub(crate) runtime: Arc<StoreRuntime>,
    /// Where its games are played.
    pub(crate) venue: Box<dyn Venue>,
    pub(crate) folder: PathBuf,
    pub(crate) begun: Begun,
    pub(crate) event: Event,
    pub(crate) details: BTreeMap<GameId, Details>,
    torn: Option<Torn>,
    /// How far the journal was read, and which later entries are our own.
    pub(crate) heard: u64,
    pub(crate) mine: BTreeSet<u64>,
    /// Whether entries by others have been read since this was last checked.
    pub(crate) news: bool,
    pub(crate) spectators: Arc<dyn Spectators>,
    /// Most games ordered from a store's workers that none of them has begun.
    pub(crate) ahead: usize,
    pub(crate) running: RunningGames,
    pub(crate) stuck: StuckGames,
    /// Whether it waits for an operator if no worker can play a game.
    pub(crate) awaits_operator: bool,
    /// Set while no game is to be started.
    pub(crate) paused: Arc<AtomicBool>,
}

impl Hall {
    /// Opens an event whose games are played on this machine, with the `folder` for its journal and records, which is
    /// created if necessary. If `fresh`, the event must not have begun; otherwise it must have. `seed` is called if the
    /// file sets none.
    pub fn open(
        file: EventFile,
        conditions: Conditions,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        fs::create_dir_all(folder).map_err(io_at(folder))?;
        let journal = journal_in(folder, &file.name)?;
        let torn = journal.torn().cloned();
        let runtime = StoreRuntime::start().map_err(io_at(folder))?;
        let venue = Box::new(Here::open(conditions, folder, file.plan.stages[0].format == Format::Ladder)?);
        let hall = Hall::with(file, Arc::new(runtime), Box::new(journal), venue, folder, fresh, seed)?;
        Ok(Hall { torn, ..hall })
    }

    /// Opens an event whose games are played by the workers of a store. The store also holds its journal, under the
    /// event's name. Any number of events may run in parallel, each on its own thread and in its own folder.
    pub fn open_shared(
        mut file: EventFile,
        shared: &SharedStore,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let mut rooted = Vec::new();
        for (entry, runner) in file.entries.iter().zip(&mut file.runners) {
            match runner.program.parcel() {
                Ok(None) => {}
                Ok(Some(Parcel { form, name, contents, .. })) => {
                    runner.program = Program::stored(form, name, shared.put(&file.name, &contents)?);
                }
                Err(why) => rooted.push(of_entry(&entry.name, &Sentence::of(&why))),
            }
        }
        if !rooted.is_empty() {
            return Err(HallError::Programs(rooted));
        }
        if !fresh && !shared.events()?.contains(&file.name) {
            return Err(shared.no_event(&file.name)?);
        }
        let journal = Box::new(shared.journal(&file.name)?);
        let venue = Box::new(InStore::new(shared, &file, folder));
        Hall::with(file, Arc::clone(&shared.runtime), journal, venue, folder, fresh, seed)
    }

    pub(crate) fn with(
        file: EventFile,
        runtime: Arc<StoreRuntime>,
        journal: Box<dyn Journal>,
        venue: Box<dyn Venue>,
        folder: &Path,
        fresh: bool,
        seed: impl FnOnce() -> Seed,
    ) -> Result<Hall, HallError> {
        let known = runtime.wait(journal.entries(0))?;
        let heard = known.last().map_or(0, |line| line.seq);
        let history = match (History::read(known)?, fresh) {
            (Some(_), true) => return Err(begun_before(&file.name, &venue.place())),
            (None, false) => {
                let (name, place) = (&file.name, venue.place());
                return Err(HallError::Begun(sentence!(
                    "\"{name}\" has not begun in {place}: `run` begins it",
                    "“{name}”尚未在 {place} 中开始：用 `run` 开始"
                )));
            }
            (Some(history), false) => history,
            (None, true) => {
                let begun = file.begun(seed);
                let body = value(&JournalBody::Begun(begun.clone()))?;
                // Another process may begin it at the same time: only one succeeds.
                if !matches!(
                    runtime.wait(journal.append_after(Some(0), now_ms(), Some(BEGUN), &body))?,
                    Appended::Written(_)
                ) {
                    return Err(begun_before(&file.name, &venue.place()));
                }
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
        let (History { begun, event, details }, folder) = (history, folder.to_owned());
        let (mine, news) = (BTreeSet::new(), false);
        let (spectators, running) = (Arc::new(()), RunningGames::default());
        Ok(Hall {
            file,
            journal,
            runtime,
            venue,
            folder,
            begun,
            event,
            details,
            torn: None,
            heard,
            mine,
            news,
            spectators,
            ahead: AHEAD,
            running,
            stuck: StuckGames::default(),
            awaits_operator: false,
            paused: Arc::default(),
        })
    }

    /// Limits the games ordered from a store's workers that none of them has begun. Events that share few workers take
    /// turns if each orders few: what is ordered first is played first.
    #[must_use]
    pub fn ordering(self, ahead: usize) -> Hall {
        Hall { ahead: ahead.max(1), ..self }
    }

    /// Makes it keep waiting if no worker of the store can play a game: an operator retries the game with
    /// [`renew`](Hall::renew), from any process. Without this, running it ends with [`HallError::Stuck`] once nothing
    /// else is due, and running it again retries the games.
    #[must_use]
    pub fn awaiting_operator(self) -> Hall {
        Hall { awaits_operator: true, ..self }
    }

    /// Lets it rest while this flag is set: games that a store's workers have not begun are cancelled, those being
    /// played are finished and stored, and then running it ends. Run it again to continue.
    #[must_use]
    pub fn pausing(self, paused: Arc<AtomicBool>) -> Hall {
        Hall { paused, ..self }
    }

    /// Sets observers for the games that it plays on this machine. Games of a store's workers are watched where they
    /// are played.
    #[must_use]
    pub fn watched(self, spectators: Arc<dyn Spectators>) -> Hall {
        Hall { spectators, ..self }
    }

    /// Builds the programs of all entries still in the event, for games on this machine. Returns the entries whose
    /// source is to blame that it cannot be built: they lose their games, and all others play. Fails with
    /// [`HallError::Programs`], which lists what this machine cannot build.
    pub fn prepare(&self) -> Result<Vec<Unbuilt>, HallError> {
        let state = self.event.state();
        let (mut unbuilt, mut broken) = (Vec::new(), Vec::new());
        for (entry, runner) in self.file.entries.iter().zip(&self.file.runners) {
            if state.left(entry.id).is_some() || runner.program == Program::HandedIn {
                continue;
            }
            match self.venue.ready(&runner.program) {
                Ok(()) => {}
                Err(Unready::Source(why)) => unbuilt.push(Unbuilt { entry: entry.id, why }),
                Err(Unready::Machine(why)) => broken.push(of_entry(&entry.name, &why)),
            }
        }
        if broken.is_empty() { Ok(unbuilt) } else { Err(HallError::Programs(broken)) }
    }

    /// The entries still in the event of whose programs something is not kept aside for a match, with what that is.
    pub fn not_kept_whole(&self) -> Vec<(EntryId, Sentence)> {
        let state = self.event.state();
        let all = self.file.entries.iter().zip(&self.file.runners);
        let all = all.filter(|(entry, _)| state.left(entry.id).is_none());
        all.filter_map(|(entry, runner)| Some((entry.id, self.venue.is_kept_whole(&runner.program).err()?)))
            .collect()
    }

    /// The incomplete last line of its journal that was removed when it was opened, if any.
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Whether its games are played at tables of a hall, by others.
    pub fn is_at_tables(&self) -> bool {
        self.file.at_tables
    }

    /// The current state of the event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Details of the games played.
    pub fn details(&self) -> &BTreeMap<GameId, Details> {
        &self.details
    }

    /// The games that are being played, for other threads while this one runs the event.
    pub fn running(&self) -> RunningGames {
        self.running.clone()
    }

    /// The games that no worker could play, for other threads while this one runs the event.
    pub fn stuck(&self) -> StuckGames {
        self.stuck.clone()
    }

    /// The start of the event.
    pub fn begun(&self) -> &Begun {
        &self.begun
    }

    /// If the event is over, deletes the programs from its store that no other event needs, and returns how much was
    /// freed. Does nothing before that, or without a store. If a ruling reopens the event, the programs are stored
    /// again.
    pub fn clear(&self) -> Result<Freed, HallError> {
        if self.event.state().is_over() { self.venue.clear(self.heard) } else { Ok(Freed::default()) }
    }

    /// Retries the games that no worker could play, or those of them in `wanted` if it is not empty, according to the
    /// event's current file. The process that runs the event picks them up. Returns their ids; none for an event that
    /// is played here.
    pub fn renew(&self, wanted: &[GameId]) -> Result<Vec<GameId>, HallError> {
        let state = self.event.state();
        let due = state.due().filter(|due| wanted.is_empty() || wanted.contains(&due.id));
        self.venue.renew(&due.collect::<Vec<_>>(), &|due| self.assignment(due, &state))
    }

    /// A due game with everything needed to play it.
    pub(crate) fn assignment(&self, due: &Due, state: &EventState<'_>) -> Result<Assignment, HallError> {
        let seated = |entry| {
            let name = self.event.name(entry).to_owned();
            let Some(Runner { program, dialect }) = self.file.runner(entry, state.program(entry)) else {
                return Err(HallError::NoProgram(name));
            };
            Ok(Seated { entry, name, program, dialect })
        };
        Ok(Assignment {
            id: due.id,
            game: self.begun.game,
            options: self.begun.options.clone(),
            clock: self.file.clock_of(due.side_ms),
            seated: [seated(due.first)?, seated(due.second)?],
            seed: players_seed(&self.begun.seed, due.id),
            opening: None,
        })
    }
}

fn begun_before(name: &str, place: &str) -> HallError {
    HallError::Begun(sentence!(
        "\"{name}\" has begun in {place}: `resume` continues it; start another one in another folder (--out), or in \
         a store under another name",
        "“{name}”已在 {place} 中开始：用 `resume` 继续；另开一场请用其他文件夹（--out）或数据库中的其他名称"
    ))
}

pub(crate) fn value(body: &JournalBody) -> Result<serde_json::Value, HallError> {
    serde_json::to_value(body).map_err(|error| HallError::System(Words::new("journal", "日志"), error.into()))
}

/// The journal of an event in a folder.
pub(crate) fn journal_in(folder: &Path, event: &str) -> Result<FileJournal, StoreError> {
    FileJournal::open(&folder.join("journal.jsonl"), event)
}

/// An error message about an entry's program.
fn of_entry(name: &str, why: &Sentence) -> Sentence {
    sentence!("{name}: ", "{name}：").then(why)
}
