//! Playing the games of an event on this machine, several at once.

use crate::assignment::Assignment;
use crate::error::{HallError, PlayError};
use crate::history::Played;
use crate::ruling::AskedRulings;
use crate::run::{EventChange, EventObserver, Hall, Stop};
use crate::running_games::RunningGames;
use leitai_arena::{STOP_CHECK, StopIfPanicking, contained, spawn_game_thread};
use leitai_core::{Sentence, sentence};
use leitai_tournament::{Due, GameId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};

/// Games taken from what is due at once: what is due follows from all results, and is not asked for each game.
const BATCH: usize = 256;

/// Plays a game in a slot; none if it was stopped, by the flag.
pub(crate) type Play<'a> =
    dyn Fn(usize, &Assignment, &AtomicBool) -> Result<Option<Played>, PlayError> + Sync + 'a;

impl Hall {
    /// Hands what is due to `jobs` threads, each of which plays one game at a time.
    pub(crate) fn run_here(
        &mut self,
        play: &Play<'_>,
        jobs: usize,
        stop: &Stop,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (done, results) = mpsc::channel();
        // One flag a table: a ruling may break off the game at one of them.
        let off: Vec<AtomicBool> = (0..jobs.max(1)).map(|_| AtomicBool::new(false)).collect();
        let mut asked = AskedRulings::open(&self.folder);
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
            };
            loop {
                if stop.abandon.load(Ordering::Relaxed) {
                    for off in &off {
                        off.store(true, Ordering::Relaxed);
                    }
                }
                if floor.failed.is_none() && asked.is_due() {
                    floor.take_up(self, &mut asked, &off, see);
                }
                let stopped = floor.failed.is_some()
                    || stop.finish.load(Ordering::Relaxed)
                    || stop.abandon.load(Ordering::Relaxed);
                while let (false, Some(&slot)) = (stopped, floor.idle.last()) {
                    let next = floor.next(self, &asked).unwrap_or_else(|error| {
                        floor.failed = Some(error);
                        None
                    });
                    let Some((due, assignment)) = next else { break };
                    floor.idle.pop();
                    floor.running.insert(due);
                    floor.seats[slot] = Some(due.id);
                    off[slot].store(false, Ordering::Relaxed);
                    // A table waits for its next game until this scope ends: what it plays cannot end it.
                    let _ = tables[slot].send(assignment);
                    see.happened(&self.event, &EventChange::Started(&due));
                }
                if floor.idle.len() == tables.len() {
                    return floor.end();
                }
                match results.recv_timeout(STOP_CHECK) {
                    Ok((slot, id, played)) => {
                        floor.idle.push(slot);
                        floor.seats[slot] = None;
                        floor.running.remove(id);
                        let kept = match played {
                            Ok(Some(played)) => self.keep(played, see),
                            Ok(None) => Ok(()),
                            // Everybody else plays on; `resume` tries it again.
                            Err(PlayError::Stage(error)) if error.is_panic() => {
                                let why = Sentence::of(&error);
                                see.is_stuck(id, &why);
                                floor.panicked.insert(id, why);
                                Ok(())
                            }
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
}

/// Who plays where, and what comes next.
struct Floor {
    idle: Vec<usize>,
    /// The game in each slot.
    seats: Vec<Option<GameId>>,
    running: RunningGames,
    due: VecDeque<(Due, Assignment)>,
    /// Games that the stage panicked in, and what it said.
    panicked: BTreeMap<GameId, Sentence>,
    failed: Option<HallError>,
}

impl Floor {
    /// Takes up rulings that were asked for meanwhile, and breaks off what they leave nothing of.
    fn take_up(
        &mut self,
        hall: &mut Hall,
        asked: &mut AskedRulings,
        off: &[AtomicBool],
        see: &mut dyn EventObserver,
    ) {
        let Some(broken_off) = hall.take_up(asked, &self.running.now(), see) else { return };
        // What was due was drawn before.
        self.due.clear();
        for (seat, off) in self.seats.iter().zip(off) {
            if seat.is_some_and(|game| broken_off.contains(&game)) {
                off.store(true, Ordering::Relaxed);
            }
        }
    }

    fn next(&mut self, hall: &Hall, asked: &AskedRulings) -> Result<Option<(Due, Assignment)>, HallError> {
        if self.due.is_empty() {
            let state = hall.event.state();
            let is_due = |due: &Due| {
                !self.running.contains(due.id) && !self.panicked.contains_key(&due.id) && !asked.holds(due)
            };
            let due = state.due().filter(is_due).take(BATCH);
            let with = due.map(|due| Ok((due, hall.assignment(&due, &state)?)));
            self.due = with.collect::<Result<_, HallError>>()?;
        }
        Ok(self.due.pop_front())
    }

    /// How it ended, now that nothing runs.
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
