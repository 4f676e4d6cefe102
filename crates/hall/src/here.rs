//! Playing the games of an event on this machine, several at once.

use crate::assignment::{Assignment, GameHost, Unready};
use crate::error::{HallError, PlayError, io_at};
use crate::event_file::EventFile;
use crate::event_observer::EventObserver;
use crate::history::{Details, Played};
use crate::hold::Holds;
use crate::match_programs::MatchPrograms;
use crate::program::Program;
use crate::records::{record_of, sync};
use crate::run_file::{RunFile, Running, RunningGame};
use crate::setbacks::rest;
use crate::stop::Stop;
use crate::venue::{Came, Given, Opening, Stands, Venue};
use leitai_arena::{Conditions, STOP_CHECK, StageError, Watch, available, contained, spawn_game_thread};
use leitai_core::Sentence;
use leitai_tournament::{Due, EntryId, GameId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Scope;
use std::time::Instant;

/// Due games worked out at a time: that takes all results into account, so it is not done for each game.
const BATCH: usize = 256;

/// Plays a game, whose record is on the disk then; returns `None` if it was stopped by the flag.
pub(crate) type Play =
    dyn Fn(&Assignment, &AtomicBool, &mut dyn Watch) -> Result<Option<Played>, PlayError> + Send + Sync;

/// Threads of this process, each of which plays one game at a time.
pub(crate) struct Here {
    // Dropped before the right to run the event.
    host: Arc<GameHost>,
    programs: Arc<MatchPrograms>,
    pub(crate) play: Arc<Play>,
    folder: PathBuf,
    /// The right to run the event.
    run_file: RunFile,
    /// Set once others could not be told what is being played.
    is_mute: bool,
    holds: Holds,
    tables: Vec<Table>,
    results: Receiver<(usize, Result<Option<Played>, PlayError>)>,
    /// How many games in a row this machine could not play for want of something.
    setbacks: u32,
    rests_until: Option<Instant>,
}

struct Table {
    give: Sender<Assignment>,
    /// Breaks off its game.
    off: Arc<AtomicBool>,
    game: Option<RunningGame>,
}

impl Here {
    /// Takes the right to run the event in this folder, whose games are played under these conditions.
    /// `by_submission`: its entries change their programs only by submitting others.
    pub(crate) fn open(
        conditions: Conditions,
        folder: &Path,
        by_submission: bool,
    ) -> Result<Here, HallError> {
        let programs = Arc::new(MatchPrograms::of(folder, by_submission));
        let host = GameHost::of_folder(conditions, programs.folder().to_owned()).map_err(io_at(folder))?;
        let host = Arc::new(host);
        let (at, games, kept) = (Arc::clone(&host), folder.join("games"), Arc::clone(&programs));
        let play = move |assignment: &Assignment, off: &AtomicBool, watch: &mut dyn Watch| {
            let record = record_of(&games, assignment.id);
            let (assignment, programs) = kept.frozen(assignment)?;
            let Some(mut played) = at.play(&assignment, &record, off, watch)? else { return Ok(None) };
            played.details.programs = programs;
            let failed = |error| StageError::Io(record.display().to_string(), error);
            sync(&record).map_err(failed)?;
            Ok(Some(played))
        };
        let run_file = RunFile::take(folder)?;
        programs.clear_away();
        Ok(Here {
            host,
            programs,
            play: Arc::new(play),
            folder: folder.to_owned(),
            run_file,
            is_mute: false,
            holds: Holds::of(folder),
            tables: Vec::new(),
            results: mpsc::channel().1,
            setbacks: 0,
            rests_until: None,
        })
    }

    /// Whether no game is begun now, because this machine lacks something.
    fn rests(&self) -> bool {
        self.rests_until.is_some_and(|until| Instant::now() < until)
    }

    /// Tells others what is being played.
    fn tell(&mut self) -> Result<(), HallError> {
        if self.is_mute {
            return Ok(());
        }
        let games = self.tables.iter().filter_map(|table| table.game).collect();
        let told = self.run_file.tell(Running { games, holds: self.holds.keys() });
        self.is_mute = told.is_err();
        told
    }

    fn came_of(
        &mut self,
        game: GameId,
        played: Result<Option<Played>, PlayError>,
        see: &mut dyn EventObserver,
    ) -> Came {
        match played {
            Ok(Some(played)) => {
                self.setbacks = 0;
                Came::Played(played)
            }
            Ok(None) => Came::Back,
            // The other games go on; `resume` tries this one again.
            Err(PlayError::Stage(error)) if error.is_panic() => Came::Stuck(Sentence::of(&error)),
            Err(error) if error.is_passing() => {
                self.setbacks += 1;
                let lasting = rest(self.setbacks);
                self.rests_until = Some(Instant::now() + lasting);
                see.rests(&Sentence::of(&error), lasting);
                Came::Back
            }
            Err(error) => Came::Failed(HallError::Play(game, error)),
        }
    }
}

impl Venue for Here {
    fn place(&self) -> String {
        self.folder.display().to_string()
    }

    fn ready(&self, program: &Program) -> Result<(), Unready> {
        // What cannot be kept aside is built from where it is.
        match self.programs.keep(program) {
            Ok(kept) => self.host.ready(&kept.program),
            Err(_) => self.host.ready(program),
        }
    }

    fn is_kept_whole(&self, program: &Program) -> Result<(), Sentence> {
        self.programs.is_kept_whole(program)
    }

    fn read_again(&self, file: &mut EventFile, entry: EntryId) {
        let Some(own) = file.runners.get_mut(entry.index()) else { return };
        if let Some(named) = file.source.as_deref().and_then(|path| EventFile::look(path).ok())
            && let Some(runner) = named.runners.get(entry.index())
        {
            own.program = runner.program.clone();
        }
        self.host.forget(&own.program);
    }

    fn open<'scope>(
        &mut self,
        opening: &Opening<'_>,
        stop: &'scope Stop,
        scope: &'scope Scope<'scope, '_>,
        _: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (affinity, cores) = (opening.affinity, Arc::new(available()));
        let ponder = self.host.conditions().ponder;
        affinity.allows(opening.jobs, &cores, ponder)?;
        (self.is_mute, self.setbacks, self.rests_until) = (false, 0, None);
        let (done, results) = mpsc::channel();
        self.results = results;
        for slot in 0..opening.jobs.max(1) {
            let (give, take) = mpsc::channel::<Assignment>();
            let off = Arc::new(AtomicBool::new(false));
            let (cores, spectators) = (Arc::clone(&cores), Arc::clone(opening.spectators));
            let (event, is_off) = (opening.begun.name.clone(), Arc::clone(&off));
            let (play, done) = (Arc::clone(&self.play), done.clone());
            let table = move || {
                let wanted = || stop.is_set() || is_off.load(Ordering::Relaxed);
                for assignment in take {
                    let game = assignment.said(&event);
                    let played = contained(|| {
                        let Some(_place) = affinity.settle(slot, &cores, ponder, &game, &wanted) else {
                            return Ok(None);
                        };
                        play(&assignment, &is_off, &mut *spectators.watch(&event, &assignment))
                    });
                    let played = played.unwrap_or_else(|panicked| Err(panicked.into()));
                    if done.send((slot, played)).is_err() {
                        return;
                    }
                }
            };
            spawn_game_thread(scope, table)?;
            self.tables.push(Table { give, off, game: None });
        }
        Ok(())
    }

    fn room(&self, _: usize) -> usize {
        if self.rests() { 0 } else { self.tables.iter().filter(|table| table.game.is_none()).count() }
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn holds(&self, due: &Due) -> bool {
        self.holds.hold(due)
    }

    fn take(&mut self, games: Vec<Assignment>) -> Result<(), HallError> {
        let idle = self.tables.iter_mut().filter(|table| table.game.is_none());
        for (table, assignment) in idle.zip(games) {
            let id = assignment.id;
            let sides = assignment.seated.each_ref().map(|seated| seated.entry);
            table.game = Some(RunningGame { id, sides });
            table.off.store(false, Ordering::Relaxed);
            // A table waits for its next game until this is closed; no game can end it.
            let _ = table.give.send(assignment);
        }
        Ok(())
    }

    fn call_off(&mut self, games: &[GameId]) -> Result<(), HallError> {
        for table in &self.tables {
            if table.game.is_some_and(|game| games.contains(&game.id)) {
                table.off.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn is_elsewhere(&self) -> bool {
        false
    }

    fn tend(&mut self, _: &BTreeMap<GameId, Details>, _: &mut dyn EventObserver) -> Result<bool, HallError> {
        Ok(self.holds.look())
    }

    fn came(
        &mut self,
        given: &mut BTreeMap<GameId, Given>,
        see: &mut dyn EventObserver,
    ) -> Result<Vec<(GameId, Came)>, HallError> {
        self.tell()?;
        let begun = given.iter_mut().filter(|(_, game)| game.stands == Stands::Waits);
        let begun = begun.map(|(id, game)| {
            game.stands = Stands::Runs;
            (*id, Came::Started)
        });
        let begun: Vec<_> = begun.collect();
        if !begun.is_empty() {
            return Ok(begun);
        }
        let Ok((slot, played)) = self.results.recv_timeout(STOP_CHECK) else { return Ok(Vec::new()) };
        let Some(RunningGame { id, .. }) = self.tables[slot].game.take() else { return Ok(Vec::new()) };
        given.entry(id).and_modify(|game| game.stands = Stands::Waits);
        Ok(vec![(id, self.came_of(id, played, see))])
    }

    fn awaits(&self) -> Result<bool, HallError> {
        Ok(self.rests() || !self.holds.is_empty())
    }

    fn close(&mut self) {
        for table in self.tables.drain(..) {
            table.off.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod scale;
