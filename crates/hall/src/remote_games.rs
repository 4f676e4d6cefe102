//! Playing the games of an event on other machines: due games are queued, results are collected.

mod seconds;

use crate::error::{HallError, io_at};
use crate::game_order::{GameAnswer, GameOrder, key};
use crate::note;
use crate::remote::Remote;
use crate::run::{EventChange, EventObserver, Hall, Stop, Venue, record_of};
use leitai_arena::STOP_CHECK;
use leitai_core::{Sentence, sentence};
use leitai_store::{Freed, Job, JobState, Progress, Running, Settled, patiently};
use leitai_tournament::{Due, EntryId, Event, EventState, GameId};
use seconds::{FirstPlaying, Seconds};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Number of records written in parallel.
const WRITERS: usize = 16;

/// First and Second of a game.
type Sides = [EntryId; 2];

/// Games that are ordered and not settled.
#[derive(Default)]
struct Ordered {
    games: BTreeMap<GameId, OrderedGame>,
    /// The games that no worker could play.
    stuck: BTreeMap<GameId, OrderedGame>,
    seconds: Seconds,
    /// When order among the workers was last kept.
    looked: Option<Instant>,
}

/// An ordered game.
struct OrderedGame {
    due: Due,
    /// The last lease reported as its start; 0 if none.
    told: i64,
}

impl Hall {
    /// If the event is over, deletes the programs from its store that no other event needs, and returns how much was
    /// freed. Does nothing before that, or without a store. If a ruling reopens the event, the programs are stored
    /// again.
    pub fn clear(&self) -> Result<Freed, HallError> {
        let Venue::Away(remote) = &self.venue else { return Ok(Freed::default()) };
        if !self.event.state().is_over() {
            return Ok(Freed::default());
        }
        let last = self.heard;
        let clear = async || remote.blobs.release(&self.begun.name, last).await;
        Ok(self.runtime.wait(patiently(remote.queue.terms(), clear))?)
    }

    /// Retries the games that no worker could play, or those of them in `wanted` if it is not empty, according to the
    /// event's current file. The process that runs the event picks them up. Returns their ids; none for an event that
    /// is played here.
    pub fn renew(&self, wanted: &[GameId]) -> Result<Vec<GameId>, HallError> {
        let Venue::Away(remote) = &self.venue else { return Ok(Vec::new()) };
        let (state, is_wanted) = (self.event.state(), |game| wanted.is_empty() || wanted.contains(&game));
        let due: BTreeMap<GameId, Due> =
            state.due().filter(|due| is_wanted(due.id)).map(|due| (due.id, due)).collect();
        let progress = self.progress(remote, due.keys())?;
        let stuck = progress.settled.iter().filter(|it| it.state == JobState::Stuck);
        let stuck: Vec<&Due> = stuck.filter_map(|it| due.get(&it.game.parse::<GameId>().ok()?)).collect();
        let jobs = stuck.iter().map(|due| self.job(remote, due, &state)).collect::<Result<Vec<_>, _>>()?;
        self.runtime.wait(patiently(remote.queue.terms(), async || remote.queue.requeue(&jobs).await))?;
        Ok(stuck.into_iter().map(|due| due.id).collect())
    }

    /// Orders due games and stores results. A requested stop ends this at once: workers go on with what is ordered, and
    /// the process that resumes the event stores the results.
    pub(crate) fn run_away(
        &mut self,
        remote: &Remote,
        stop: &Stop,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let mut ordered = Ordered::default();
        let (mut news, mut more) = (true, false);
        self.resume_seconds(remote, &mut ordered.seconds, see)?;
        loop {
            if stop.is_set() {
                return Ok(());
            }
            self.hear(see)?;
            self.keep_order(remote, &mut ordered, see)?;
            if std::mem::take(&mut self.news) {
                self.call_off(remote, &mut ordered)?;
                news = true;
            }
            let paused = self.paused.load(Ordering::Relaxed);
            // If more was due than there was room for, there is room again once workers have begun half of it.
            if (news || more) && !paused && self.not_begun(&ordered) <= self.ahead / 2 {
                news = false;
                more = self.order(remote, &mut ordered)?;
            }
            self.compare_seconds(remote, &mut ordered.seconds, see)?;
            if paused && ordered.games.is_empty() {
                return self.end_seconds(remote, &mut ordered.seconds, see);
            }
            if ordered.games.is_empty() && (ordered.stuck.is_empty() || !self.awaits_operator) {
                if self.awaits_seconds(remote, &mut ordered.seconds)? {
                    std::thread::sleep(remote.queue.terms().poll.min(STOP_CHECK));
                    continue;
                }
                self.end_seconds(remote, &mut ordered.seconds, see)?;
                let stuck = self.stuck.now();
                let stuck: Vec<_> =
                    stuck.iter().map(|(game, why)| sentence!("{game}: ", "{game}：").then(why)).collect();
                return if stuck.is_empty() { Ok(()) } else { Err(HallError::Stuck(stuck)) };
            }
            let asked = ordered.games.keys().chain(ordered.stuck.keys());
            let Progress { running, mut settled } = self.progress(remote, asked)?;
            self.take_renewed(&mut settled, &mut ordered, see);
            self.tell_started(&running, &mut ordered, see);
            if paused {
                self.rest(remote, &mut ordered, &settled)?;
                news = true;
            }
            if settled.is_empty() {
                std::thread::sleep(remote.queue.terms().poll.min(STOP_CHECK));
            } else {
                news = true;
                self.settle(remote, settled, &mut ordered, see)?;
            }
        }
    }

    /// Pauses machines that fail what others play, once in a while.
    fn keep_order(
        &self,
        remote: &Remote,
        ordered: &mut Ordered,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let terms = remote.queue.terms();
        if ordered.looked.is_some_and(|looked| looked.elapsed() < terms.heartbeat) {
            return Ok(());
        }
        let paused = self.runtime.wait(patiently(terms, async || remote.queue.keep_order().await))?;
        ordered.looked = Some(Instant::now());
        for machine in &paused {
            see.was_paused(machine);
        }
        Ok(())
    }

    /// Number of ordered games that no worker has begun.
    fn not_begun(&self, ordered: &Ordered) -> usize {
        ordered.games.len().saturating_sub(self.running.count())
    }

    /// Orders due games not ordered yet, as far as there is room; returns whether there may be more.
    fn order(&mut self, remote: &Remote, ordered: &mut Ordered) -> Result<bool, HallError> {
        let (due, jobs, more) = {
            let state = self.event.state();
            let new =
                |due: &Due| !ordered.games.contains_key(&due.id) && !ordered.stuck.contains_key(&due.id);
            let room = self.ahead.saturating_sub(self.not_begun(ordered));
            let due: Vec<Due> = state.due().filter(new).take(room).collect();
            let jobs = due.iter().map(|due| self.job(remote, due, &state)).collect::<Result<Vec<_>, _>>()?;
            let more = due.len() == room;
            (due, jobs, more)
        };
        if due.is_empty() {
            return Ok(false);
        }
        let new =
            self.runtime.wait(patiently(remote.queue.terms(), async || remote.queue.enqueue(&jobs).await))?;
        if new < jobs.len() as u64 {
            // Some were ordered by the process that ran the event before. Games that nobody has begun are played
            // according to the current file, and cancelled ones are tried again. So are stuck ones, unless that is up
            // to an operator.
            let again = async || {
                if self.awaits_operator {
                    remote.queue.requeue_unless_stuck(&jobs).await
                } else {
                    remote.queue.requeue(&jobs).await
                }
            };
            self.runtime.wait(patiently(remote.queue.terms(), again))?;
        }
        ordered.games.extend(due.into_iter().map(|due| (due.id, OrderedGame { due, told: 0 })));
        Ok(more)
    }

    fn job(&self, remote: &Remote, due: &Due, state: &EventState<'_>) -> Result<Job, HallError> {
        let order = GameOrder { assignment: self.assignment(due, state)?, wanted: remote.wanted, dice: None };
        let payload =
            serde_json::to_value(&order).map_err(|e| HallError::Io(due.id.to_string(), e.into()))?;
        Ok(Job {
            event: self.begun.name.clone(),
            game: key(due.id)?,
            class: remote.class.clone(),
            priority: 0,
            payload,
        })
    }

    /// Cancels games that are no longer due, or now due between others, because of a ruling.
    fn call_off(&mut self, remote: &Remote, ordered: &mut Ordered) -> Result<(), HallError> {
        let due: BTreeMap<GameId, Sides> =
            self.event.state().due().map(|due| (due.id, sides(&due))).collect();
        let is_off = |ordered: &&OrderedGame| due.get(&ordered.due.id) != Some(&sides(&ordered.due));
        let all = ordered.games.values().chain(ordered.stuck.values());
        let off: Vec<GameId> = all.filter(is_off).map(|off| off.due.id).collect();
        for game in off {
            let (event, id) = (&self.begun.name, key(game)?);
            self.runtime
                .wait(patiently(remote.queue.terms(), async || remote.queue.cancel(event, &id).await))?;
            ordered.games.remove(&game);
            if ordered.stuck.remove(&game).is_some() {
                self.stuck.remove(game);
            }
        }
        Ok(())
    }

    /// Cancels games that nobody is playing yet: they are ordered again when the event goes on.
    fn rest(&self, remote: &Remote, ordered: &mut Ordered, settled: &[Settled]) -> Result<(), HallError> {
        let settled: BTreeSet<GameId> = settled.iter().filter_map(|it| it.game.parse().ok()).collect();
        let waits = |game: &GameId| !self.running.contains(*game) && !settled.contains(game);
        let waiting: Vec<GameId> = ordered.games.keys().copied().filter(waits).collect();
        for game in waiting {
            let (event, id) = (&self.begun.name, key(game)?);
            self.runtime
                .wait(patiently(remote.queue.terms(), async || remote.queue.cancel(event, &id).await))?;
            ordered.games.remove(&game);
        }
        Ok(())
    }

    fn progress<'a>(
        &self,
        remote: &Remote,
        games: impl Iterator<Item = &'a GameId>,
    ) -> Result<Progress, HallError> {
        let games = games.copied().map(key).collect::<Result<Vec<_>, _>>()?;
        let ask = async || remote.queue.progress(&self.begun.name, &games).await;
        Ok(self.runtime.wait(patiently(remote.queue.terms(), ask))?)
    }

    /// Takes up the games that an operator has retried, and removes from `settled` those already known to be stuck.
    fn take_renewed(
        &mut self,
        settled: &mut Vec<Settled>,
        ordered: &mut Ordered,
        see: &mut dyn EventObserver,
    ) {
        let (mut still, known) = (BTreeSet::new(), &ordered.stuck);
        settled.retain(|it| {
            let game = it.game.parse().ok().filter(|game| known.contains_key(game));
            let is_still = game.filter(|_| it.state == JobState::Stuck);
            still.extend(is_still);
            is_still.is_none()
        });
        let renewed: Vec<GameId> =
            ordered.stuck.keys().copied().filter(|game| !still.contains(game)).collect();
        for game in renewed {
            ordered.games.extend(ordered.stuck.remove(&game).map(|renewed| (game, renewed)));
            self.stuck.remove(game);
            see.is_renewed(game);
        }
    }

    /// Reports each game that a worker has taken since the last report, and notes which are being played.
    fn tell_started(&self, running: &[Running], ordered: &mut Ordered, see: &mut dyn EventObserver) {
        let mut now = BTreeMap::new();
        for Running { game, fence } in running {
            let game = game.parse().ok().and_then(|game: GameId| ordered.games.get_mut(&game));
            if let Some(game) = game {
                now.insert(game.due.id, game.due);
                game.start(*fence, &self.event, see);
            }
        }
        self.running.set(now);
    }

    /// Stores all results at once, and notes games that could not be played.
    fn settle(
        &mut self,
        remote: &Remote,
        all: impl IntoIterator<Item = Settled>,
        ordered: &mut Ordered,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (mut records, mut played, mut machines) = (Vec::new(), Vec::new(), Vec::new());
        for settled in all {
            let game: GameId = settled.game.parse().map_err(|_| {
                let why = Sentence::new("not a game's name", "不是一局的名称");
                HallError::Io(settled.game.to_string(), io::Error::other(why))
            })?;
            let known = ordered.games.remove(&game);
            // It was cancelled because others are to play it: its worker has let it go, and it is ordered anew.
            if settled.state == JobState::Cancelled {
                continue;
            }
            if settled.state != JobState::Done {
                let why = settled.note.as_deref().map(note::read).unwrap_or_default();
                self.stuck.insert(game, why.clone());
                ordered.stuck.extend(known.map(|known| (game, known)));
                see.is_stuck(game, &why);
                continue;
            }
            let unreadable = || {
                let why = sentence!("its contents cannot be read", "内容无法读取");
                HallError::Result(game, why)
            };
            let answer =
                settled.result.ok_or_else(unreadable).and_then(|result| GameAnswer::read(game, result));
            let answer = match answer {
                Ok(answer) => answer,
                // Whatever its worker handed in, the game is for another then.
                Err(error) => {
                    let (event, why) = (&self.begun.name, note::write(&Sentence::of(&error)));
                    let refuse =
                        async || remote.queue.refuse(event, &settled.game, settled.fence, &why).await;
                    self.runtime.wait(patiently(remote.queue.terms(), refuse))?;
                    ordered.games.extend(known.map(|known| (game, known)));
                    continue;
                }
            };
            // It may have started and ended between two looks.
            if let Some(mut known) = known {
                known.start(settled.fence, &self.event, see);
            }
            records.push((game, answer.record));
            machines.push(settled.machine);
            played.push(answer.played);
        }
        self.write(&records)?;
        let outcomes: Vec<_> = played.iter().map(|played| played.result.outcome).collect();
        self.keep_all(played, see)?;
        for (((game, record), machine), outcome) in records.iter().zip(machines).zip(outcomes) {
            if let Some(machine) = machine.filter(|_| self.is_played_twice(*game)) {
                let first = FirstPlaying { machine, outcome };
                self.order_second(remote, &mut ordered.seconds, *game, (first, record), see)?;
            }
        }
        Ok(())
    }

    /// Writes records completely to the disk before their results are stored. They are written in parallel, since the
    /// disk syncs concurrent writes together.
    fn write(&self, records: &[(GameId, String)]) -> Result<(), HallError> {
        if records.is_empty() {
            return Ok(());
        }
        let games = self.folder.join("games");
        std::thread::scope(|scope| {
            let some = records.chunks(records.len().div_ceil(WRITERS));
            let writers: Vec<_> = some.map(|some| scope.spawn(|| write_each(&games, some))).collect();
            let ends = writers.into_iter().map(|writer| match writer.join() {
                Ok(written) => written,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ends.fold(Ok(()), Result::and)
        })?;
        File::open(&games).and_then(|games| games.sync_all()).map_err(io_at(&games))
    }
}

fn write_each(games: &Path, records: &[(GameId, String)]) -> Result<(), HallError> {
    for (game, text) in records {
        let record = record_of(games, *game);
        let part = record.with_extension("part");
        let written = File::create(&part).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &record)
        });
        written.map_err(io_at(&record))?;
    }
    Ok(())
}

impl OrderedGame {
    /// Reports, once, that it was taken under this lease.
    fn start(&mut self, fence: i64, event: &Event, see: &mut dyn EventObserver) {
        if self.told < fence {
            self.told = fence;
            see.happened(event, &EventChange::Started(&self.due));
        }
    }
}

fn sides(due: &Due) -> Sides {
    [due.first, due.second]
}

#[cfg(test)]
mod absorbed;
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
