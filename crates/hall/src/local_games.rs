//! Playing the games of an event on this machine, several at once.

use crate::assignment::Assignment;
use crate::error::{HallError, PlayError};
use crate::history::Played;
use crate::run::{EventChange, EventObserver, Hall, Stop};
use crate::running_games::RunningGames;
use leitai_arena::{STOP_CHECK, StopIfPanicking, contained, spawn_game_thread};
use leitai_core::{Sentence, sentence};
use leitai_tournament::{Due, GameId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};

/// Games taken from what is due at once: what is due follows from all results, and is not asked for each game.
const BATCH: usize = 256;

/// Plays a game in a slot; none if it was stopped.
pub(crate) type Play<'a> = dyn Fn(usize, &Assignment) -> Result<Option<Played>, PlayError> + Sync + 'a;

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
        std::thread::scope(|scope| {
            let _guard = StopIfPanicking(&stop.abandon);
            let mut tables = Vec::new();
            for slot in 0..jobs.max(1) {
                let (give, take) = mpsc::channel::<Assignment>();
                let done = done.clone();
                let table = move || {
                    for assignment in take {
                        let played = contained(|| play(slot, &assignment));
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
                running: self.running.clone(),
                due: VecDeque::new(),
                panicked: BTreeMap::new(),
                failed: None,
            };
            loop {
                let stopped = floor.failed.is_some()
                    || stop.finish.load(Ordering::Relaxed)
                    || stop.abandon.load(Ordering::Relaxed);
                while let (false, Some(&slot)) = (stopped, floor.idle.last()) {
                    let next = floor.next(self).unwrap_or_else(|error| {
                        floor.failed = Some(error);
                        None
                    });
                    let Some((due, assignment)) = next else { break };
                    floor.idle.pop();
                    floor.running.insert(due);
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
    running: RunningGames,
    due: VecDeque<(Due, Assignment)>,
    /// Games that the stage panicked in, and what it said.
    panicked: BTreeMap<GameId, Sentence>,
    failed: Option<HallError>,
}

impl Floor {
    fn next(&mut self, hall: &Hall) -> Result<Option<(Due, Assignment)>, HallError> {
        if self.due.is_empty() {
            let state = hall.event.state();
            let is_due = |due: &Due| !self.running.contains(due.id) && !self.panicked.contains_key(&due.id);
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
