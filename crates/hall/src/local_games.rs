//! Playing the games of an event on this machine, several at once.

use crate::assignment::Assignment;
use crate::error::{HallError, PlayError};
use crate::history::Played;
use crate::hold::Holds;
use crate::ruling::broken_off;
use crate::run::{EventChange, EventObserver, Hall, Stop};
use crate::run_file::{Running, RunningGame};
use crate::running_games::RunningGames;
use crate::setbacks::rest;
use leitai_arena::{STOP_CHECK, StopIfPanicking, contained, spawn_game_thread};
use leitai_core::{Sentence, sentence};
use leitai_tournament::{Due, GameId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Due games fetched at a time: computing what is due takes all results into account, so it is not done for each game.
const BATCH: usize = 256;

/// Plays a game in a slot; returns `None` if it was stopped by the flag.
pub(crate) type Play<'a> =
    dyn Fn(usize, &Assignment, &AtomicBool) -> Result<Option<Played>, PlayError> + Sync + 'a;

impl Hall {
    /// Hands due games to `jobs` threads, each of which plays one game at a time.
    pub(crate) fn run_here(
        &mut self,
        play: &Play<'_>,
        jobs: usize,
        stop: &Stop,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (done, results) = mpsc::channel();
        // One flag per table: a ruling may break off the game there.
        let off: Vec<AtomicBool> = (0..jobs.max(1)).map(|_| AtomicBool::new(false)).collect();
        let mut holds = Holds::of(&self.folder);
        std::thread::scope(|scope| {
            let _guards: Vec<_> = off.iter().chain([&stop.abandon]).map(StopIfPanicking).collect();
            let mut tables = Vec::new();
            for slot in 0..jobs.max(1) {
                let (give, take) = mpsc::channel::<Assignment>();
                let (done, off) = (done.clone(), &off[slot]);
                let table = move || {
                    for assignment in take {
                        let played = contained(|| play(slot, &assignment, off));
                        let played = played.unwrap_or_else(|panicked| Err(panicked.into()));
                        if done.send((slot, assignment.id, played)).is_err() {
                            return;
                        }
                    }
                };
                spawn_game_thread(scope, table)?;
                tables.push(give);
            }
            let mut floor = Floor {
                idle: (0..tables.len()).rev().collect(),
                seats: vec![None; tables.len()],
                running: self.running.clone(),
                due: VecDeque::new(),
                panicked: BTreeMap::new(),
                failed: None,
                setbacks: 0,
                rests_until: None,
            };
            loop {
                if stop.abandon.load(Ordering::Relaxed) {
                    for off in &off {
                        off.store(true, Ordering::Relaxed);
                    }
                }
                if floor.failed.is_none()
                    && let Err(error) = floor.look_around(self, &mut holds, &off, see)
                {
                    floor.failed = Some(error);
                }
                let stopped = floor.failed.is_some()
                    || stop.finish.load(Ordering::Relaxed)
                    || stop.abandon.load(Ordering::Relaxed);
                let waits = stopped || floor.rests();
                while let (false, Some(&slot)) = (waits, floor.idle.last()) {
                    let next = floor.next(self, &holds).unwrap_or_else(|error| {
                        floor.failed = Some(error);
                        None
                    });
                    let Some((due, assignment)) = next else { break };
                    floor.idle.pop();
                    floor.running.insert(due);
                    floor.seats[slot] = Some(due.id);
                    off[slot].store(false, Ordering::Relaxed);
                    // A table waits for its next game until this scope ends; no game can end it.
                    let _ = tables[slot].send(assignment);
                    see.happened(&self.event, &EventChange::Started(&due));
                }
                if let (None, Err(error)) = (&floor.failed, floor.tell(self, &holds)) {
                    floor.failed = Some(error);
                }
                if floor.idle.len() == tables.len() && (stopped || !waits && holds.is_empty()) {
                    // Somebody may have ruled just now, and there may be more to play.
                    match self.hear(see) {
                        Ok(()) if self.news && !stopped => continue,
                        Err(error) if floor.failed.is_none() => floor.failed = Some(error),
                        _ => {}
                    }
                    return floor.end();
                }
                match results.recv_timeout(STOP_CHECK) {
                    Ok((slot, id, played)) => {
                        floor.idle.push(slot);
                        floor.seats[slot] = None;
                        floor.running.remove(id);
                        if let Err(error) = floor.settle(self, id, played, see) {
                            floor.failed.get_or_insert(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }
}

/// Which game is played at which table, and what comes next.
struct Floor {
    idle: Vec<usize>,
    /// The game in each slot.
    seats: Vec<Option<GameId>>,
    running: RunningGames,
    due: VecDeque<(Due, Assignment)>,
    /// Games in which the stage panicked, with its message.
    panicked: BTreeMap<GameId, Sentence>,
    failed: Option<HallError>,
    /// How many games in a row this machine could not play for want of something.
    setbacks: u32,
    rests_until: Option<Instant>,
}

impl Floor {
    /// Whether no game is begun now, because this machine lacks something.
    fn rests(&self) -> bool {
        self.rests_until.is_some_and(|until| Instant::now() < until)
    }

    /// Begins a rest, and returns how long it lasts. The game goes back to its place.
    fn rest(&mut self) -> Duration {
        self.due.clear();
        self.setbacks += 1;
        let lasting = rest(self.setbacks);
        self.rests_until = Some(Instant::now() + lasting);
        lasting
    }

    /// Takes up rulings that others have made, and breaks off games that they void.
    fn look_around(
        &mut self,
        hall: &mut Hall,
        holds: &mut Holds,
        off: &[AtomicBool],
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        // Whoever waited with a ruling has made it by the time at which nothing is held back for it any more.
        if holds.is_due() {
            if holds.look() {
                self.due.clear();
            }
            hall.hear(see)?;
        }
        if std::mem::take(&mut hall.news) {
            // The list of due games predates the rulings.
            self.due.clear();
            let off_now = broken_off(&hall.event, self.running.now().iter().map(RunningGame::from));
            for (seat, off) in self.seats.iter().zip(off) {
                if seat.is_some_and(|game| off_now.contains(&game)) {
                    off.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }

    /// Tells others what is being played.
    fn tell(&self, hall: &mut Hall, holds: &Holds) -> Result<(), HallError> {
        let games = self.running.now().iter().map(RunningGame::from).collect();
        hall.run_file.as_mut().map_or(Ok(()), |file| file.tell(Running { games, holds: holds.keys() }))
    }

    /// Stores what became of a game.
    fn settle(
        &mut self,
        hall: &mut Hall,
        id: GameId,
        played: Result<Option<Played>, PlayError>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        match played {
            Ok(Some(played)) => {
                self.setbacks = 0;
                hall.keep(played, see)
            }
            Ok(None) => Ok(()),
            // The other games go on; `resume` tries this one again.
            Err(PlayError::Stage(error)) if error.is_panic() => {
                let why = Sentence::of(&error);
                see.is_stuck(id, &why);
                self.panicked.insert(id, why);
                Ok(())
            }
            Err(error) if error.is_passing() => {
                let lasting = self.rest();
                see.rests(&Sentence::of(&error), lasting);
                Ok(())
            }
            Err(error) => Err(HallError::Play(id, error)),
        }
    }

    fn next(&mut self, hall: &Hall, holds: &Holds) -> Result<Option<(Due, Assignment)>, HallError> {
        if self.due.is_empty() {
            let state = hall.event.state();
            let is_due = |due: &Due| {
                !self.running.contains(due.id) && !self.panicked.contains_key(&due.id) && !holds.hold(due)
            };
            let due = state.due().filter(is_due).take(BATCH);
            let with = due.map(|due| Ok((due, hall.assignment(&due, &state)?)));
            self.due = with.collect::<Result<_, HallError>>()?;
        }
        Ok(self.due.pop_front())
    }

    /// The final outcome, once nothing is running.
    fn end(self) -> Result<(), HallError> {
        match self.failed {
            Some(error) => Err(error),
            None if self.panicked.is_empty() => Ok(()),
            None => {
                let stuck = self.panicked.iter().map(|(id, why)| sentence!("{id}: ", "{id}：").then(why));
                Err(HallError::Stuck(stuck.collect()))
            }
        }
    }
}

#[cfg(test)]
mod scale;
