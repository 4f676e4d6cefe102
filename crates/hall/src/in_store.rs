//! Playing the games of an event on other machines: they are put into a store's queue, and results are taken from it.

mod desk;
mod seconds;

use crate::assignment::Assignment;
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::event_observer::EventObserver;
use crate::game_order::{GameAnswer, GameOrder, key};
use crate::history::Details;
use crate::note;
use crate::records::write_all;
use crate::shared_store::SharedStore;
use crate::stop::Stop;
use crate::venue::{Assign, Came, Given, Opening, Stands, Venue};
use crate::wanted_conditions::WantedConditions;
use desk::Desk;
use leitai_arena::STOP_CHECK;
use leitai_core::{Sentence, sentence};
use leitai_store::{Blobs, Freed, Job, JobState, LeaseTerms, Progress, Settled};
use leitai_tournament::{Due, GameId};
use seconds::{FirstPlaying, Seconds};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::thread::{Scope, sleep};
use std::time::Instant;

/// The queue of a store, whose workers play the games.
pub(crate) struct InStore {
    desk: Desk,
    blobs: Blobs,
    wanted: WantedConditions,
    /// Most games that no worker has begun.
    ahead: usize,
    awaits_operator: bool,
    /// The last lease under which the start of a game was told.
    told: BTreeMap<GameId, i64>,
    seconds: Seconds,
    /// When order among the workers was last kept.
    looked: Option<Instant>,
    /// Whether nothing had come when it was last asked.
    is_quiet: bool,
}

impl InStore {
    /// A store's workers as the venue of the event of this file, with this folder for its records.
    pub(crate) fn new(shared: &SharedStore, file: &EventFile, folder: &Path) -> InStore {
        let desk = Desk {
            runtime: Arc::clone(&shared.runtime),
            queue: shared.queue(),
            event: file.name.clone(),
            class: shared.class.clone(),
            folder: folder.to_owned(),
        };
        InStore {
            desk,
            blobs: shared.blobs(),
            wanted: WantedConditions::of(file),
            ahead: 0,
            awaits_operator: false,
            told: BTreeMap::new(),
            seconds: Seconds::new(shared, file.twice),
            looked: None,
            is_quiet: false,
        }
    }

    fn job(&self, assignment: Assignment) -> Result<Job, HallError> {
        let game = assignment.id;
        let order = GameOrder { assignment, wanted: self.wanted, dice: None };
        let payload =
            serde_json::to_value(&order).map_err(|error| HallError::Io(game.to_string(), error.into()))?;
        let (event, class) = (self.desk.event.clone(), self.desk.class.clone());
        Ok(Job { event, game: key(game)?, class, priority: 0, payload })
    }

    /// Pauses machines that fail what others play, once in a while.
    fn keep_order(&mut self, see: &mut dyn EventObserver) -> Result<(), HallError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < self.desk.queue.terms().heartbeat) {
            return Ok(());
        }
        let paused = self.desk.wait(async || self.desk.queue.keep_order().await)?;
        self.looked = Some(Instant::now());
        for machine in &paused {
            see.was_paused(machine);
        }
        Ok(())
    }

    /// The start of a game, once for each lease.
    fn started(&mut self, game: GameId, fence: i64) -> Option<(GameId, Came)> {
        let told = self.told.insert(game, fence);
        told.is_none_or(|told| told < fence).then_some((game, Came::Started))
    }

    /// Takes up what became of games that no worker will play unless they are ordered again.
    fn settle(&mut self, all: BTreeMap<GameId, Settled>) -> Result<Vec<(GameId, Came)>, HallError> {
        let (mut came, mut records, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for (game, settled) in all {
            match settled.state {
                JobState::Done => {}
                // It was cancelled because others are to play it: its worker has let it go, and it is ordered anew.
                JobState::Cancelled => {
                    came.push((game, Came::Back));
                    continue;
                }
                _ => {
                    let why = settled.note.as_deref().map(note::read).unwrap_or_default();
                    came.push((game, Came::Stuck(why)));
                    continue;
                }
            }
            let unreadable = || {
                let why = sentence!("its contents cannot be read", "内容无法读取");
                HallError::Result(game, why)
            };
            let answer =
                settled.result.ok_or_else(unreadable).and_then(|result| GameAnswer::read(game, result));
            let GameAnswer { played, record } = match answer {
                Ok(answer) => answer,
                // Whatever its worker handed in, the game is for another then.
                Err(error) => {
                    let why = note::write(&Sentence::of(&error));
                    let (id, fence) = (&settled.game, settled.fence);
                    self.desk
                        .wait(async || self.desk.queue.refuse(&self.desk.event, id, fence, &why).await)?;
                    continue;
                }
            };
            let outcome = played.result.outcome;
            firsts.push(settled.machine.map(|machine| FirstPlaying { machine, outcome }));
            records.push((game, record));
            // It may have started and ended between two looks.
            came.extend(self.started(game, settled.fence));
            came.push((game, Came::Played(played)));
        }
        write_all(&self.desk.folder.join("games"), &records)?;
        for ((game, record), first) in records.into_iter().zip(firsts) {
            if let Some(first) = first.filter(|_| self.seconds.is_played_twice(game)) {
                self.seconds.drawn.push((game, first, record));
            }
        }
        Ok(came)
    }
}

impl Venue for InStore {
    fn place(&self) -> String {
        "this store".to_owned()
    }

    fn terms(&self) -> LeaseTerms {
        self.desk.queue.terms()
    }

    fn clear(&self, last: u64) -> Result<Freed, HallError> {
        self.desk.wait(async || self.blobs.release(&self.desk.event, last).await)
    }

    fn renew(&self, due: &[Due], assign: &Assign<'_>) -> Result<Vec<GameId>, HallError> {
        let settled = self.desk.progress(due.iter().map(|due| due.id))?.settled;
        let stuck = settled.iter().filter(|it| it.state == JobState::Stuck);
        let stuck: BTreeSet<GameId> = stuck.filter_map(|it| it.game.parse().ok()).collect();
        let jobs = due.iter().filter(|due| stuck.contains(&due.id)).map(|due| self.job(assign(due)?));
        let jobs = jobs.collect::<Result<Vec<_>, _>>()?;
        self.desk.wait(async || self.desk.queue.requeue(&jobs).await)?;
        Ok(stuck.into_iter().collect())
    }

    fn forget(&self, games: &[GameId]) -> Result<(), HallError> {
        self.desk.forget(&games.iter().map(|game| key(*game)).collect::<Result<Vec<_>, _>>()?)
    }

    fn open<'scope>(
        &mut self,
        opening: &Opening<'_>,
        _: &'scope Stop,
        _: &'scope Scope<'scope, '_>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        (self.ahead, self.awaits_operator) = (opening.ahead, opening.awaits_operator);
        (self.told, self.looked, self.is_quiet) = (BTreeMap::new(), None, false);
        self.seconds.resume(&self.desk, opening, see)
    }

    fn room(&self, waiting: usize) -> usize {
        // If more was due than there was room for, there is room again once workers have begun half of it.
        if waiting <= self.ahead / 2 { self.ahead - waiting } else { 0 }
    }

    fn take(&mut self, games: Vec<Assignment>) -> Result<(), HallError> {
        let jobs = games.into_iter().map(|one| self.job(one)).collect::<Result<Vec<_>, _>>()?;
        let new = self.desk.wait(async || self.desk.queue.enqueue(&jobs).await)?;
        if new < jobs.len() as u64 {
            // Some were ordered by the process that ran the event before. Games that nobody has begun are played
            // according to the current file, and cancelled ones are tried again. So are stuck ones, unless that is up
            // to an operator.
            self.desk.wait(async || {
                if self.awaits_operator {
                    self.desk.queue.requeue_unless_stuck(&jobs).await
                } else {
                    self.desk.queue.requeue(&jobs).await
                }
            })?;
        }
        Ok(())
    }

    fn call_off(&mut self, games: &[GameId]) -> Result<(), HallError> {
        games.iter().try_for_each(|game| self.desk.cancel(&key(*game)?))
    }

    fn is_elsewhere(&self) -> bool {
        true
    }

    fn tend(
        &mut self,
        details: &BTreeMap<GameId, Details>,
        see: &mut dyn EventObserver,
    ) -> Result<bool, HallError> {
        self.keep_order(see)?;
        self.seconds.order_drawn(&self.desk, details, see)?;
        self.seconds.compare(&self.desk, see)?;
        Ok(false)
    }

    fn came(
        &mut self,
        given: &mut BTreeMap<GameId, Given>,
        _: &mut dyn EventObserver,
    ) -> Result<Vec<(GameId, Came)>, HallError> {
        if self.is_quiet {
            sleep(self.desk.queue.terms().poll.min(STOP_CHECK));
        }
        self.is_quiet = true;
        if given.is_empty() {
            return Ok(Vec::new());
        }
        let Progress { running, settled } = self.desk.progress(given.keys().copied())?;
        let (mut came, mut settled): (Vec<_>, BTreeMap<GameId, Settled>) =
            (Vec::new(), settled.into_iter().filter_map(|it| Some((it.game.parse().ok()?, it))).collect());
        for (game, known) in given.iter_mut() {
            if known.stands != Stands::Stuck {
                known.stands = Stands::Waits;
            } else if settled.get(game).is_some_and(|it| it.state == JobState::Stuck) {
                settled.remove(game);
            } else {
                // An operator retries it.
                known.stands = Stands::Waits;
                came.push((*game, Came::Renewed));
            }
        }
        for one in running {
            let Ok(game) = one.game.parse() else { continue };
            if let Some(known) = given.get_mut(&game) {
                known.stands = Stands::Runs;
                came.extend(self.started(game, one.fence));
            }
        }
        self.is_quiet = settled.is_empty();
        came.extend(self.settle(settled)?);
        Ok(came)
    }

    fn awaits(&self) -> Result<bool, HallError> {
        self.seconds.awaits(&self.desk)
    }

    fn end(&mut self, see: &mut dyn EventObserver) -> Result<(), HallError> {
        self.seconds.end(&self.desk, see)
    }
}

#[cfg(test)]
mod absorbed;
#[cfg(test)]
mod bed;
#[cfg(test)]
mod orders;
#[cfg(test)]
mod pairings;
#[cfg(test)]
mod paused;
#[cfg(test)]
mod starts;
#[cfg(test)]
mod stuck;
