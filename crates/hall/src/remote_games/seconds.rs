//! Second playings: a share of an event's games is played again on another machine and compared, to find machines that
//! play wrongly. They do not count, and the event waits for none that no other machine takes.

use crate::error::{HallError, io_at};
use crate::game_order::{GameAnswer, GameOrder, key, second_key};
use crate::played_twice::{Playing, compare, repeats_itself};
use crate::remote::Remote;
use crate::run::{EventObserver, Hall, record_of, seed_of};
use leitai_core::Record;
use leitai_store::{CrewOrder, GameKey, Job, Progress, SecondOutcome, SecondPlaying, Settled, patiently};
use leitai_tournament::{CountedOutcome, GameId};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Instant;

/// Most second playings that a process taking over an event orders or finds ordered: those of the newest games.
const TAKEN_OVER: usize = 64;
/// Most second playings waiting at a time: with only one machine they would accumulate for ever.
const MOST_OPEN: usize = 256;
/// The range of numbers from which is drawn whether a game is played twice.
const DRAWN: u64 = 1 << 52;

/// How a game was played the first time.
pub(super) struct FirstPlaying {
    pub(super) machine: String,
    pub(super) outcome: CountedOutcome,
}

/// Second playings that are ordered and not compared yet.
#[derive(Default)]
pub(super) struct Seconds {
    open: BTreeMap<GameId, OpenSecond>,
    /// How many of them are being played.
    playing: usize,
    looked: Option<Instant>,
    /// When one was last ordered, taken or handed in.
    moved: Option<Instant>,
}

struct OpenSecond {
    first: FirstPlaying,
    repeats: bool,
}

impl Hall {
    /// Whether this game is among those played twice. This is drawn from the event's seed, which no playing machine
    /// knows.
    pub(super) fn is_played_twice(&self, game: GameId) -> bool {
        let drawn = seed_of(&self.begun.seed, &format!("twice {game}"));
        (drawn as f64) < self.file.twice * DRAWN as f64
    }

    /// Orders a game again from a machine other than the first. `record` is that of the first playing.
    pub(super) fn order_second(
        &self,
        remote: &Remote,
        seconds: &mut Seconds,
        game: GameId,
        (first, record): (FirstPlaying, &str),
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        // A game voided by a ruling in the meantime is not ordered twice.
        if !self.details.contains_key(&game) {
            return Ok(());
        }
        if seconds.open.len() >= MOST_OPEN {
            let nobody = (String::new(), SecondOutcome::NotPlayed, None);
            return self.keep_second(remote, game, &first, nobody, see);
        }
        let (terms, queue, event, id) = (remote.queue.terms(), &remote.queue, &self.begun.name, key(game)?);
        let job = self.runtime.wait(patiently(terms, async || queue.job(event, &id).await))?;
        let Some(job) = job else { return Ok(()) };
        // A game ordered by an older version is played only once.
        let Ok(order) = serde_json::from_value::<GameOrder>(job.payload.clone()) else { return Ok(()) };
        let repeats = repeats_itself(&order.assignment);
        let dice = Record::read(record).ok().and_then(|record| record.end?.seed.map(Cow::into_owned));
        let payload = serde_json::to_value(GameOrder { dice, ..order })
            .map_err(|error| HallError::Io(game.to_string(), error.into()))?;
        let again = Job { game: second_key(game)?, priority: job.priority - 1, payload, ..job };
        let machine = &first.machine;
        let new = async || queue.enqueue_apart(&again, machine).await;
        if !self.runtime.wait(patiently(terms, new))? {
            let jobs = [again];
            self.runtime.wait(patiently(terms, async || queue.requeue_unless_stuck(&jobs).await))?;
        }
        seconds.open.insert(game, OpenSecond { first, repeats });
        seconds.moved = Some(Instant::now());
        Ok(())
    }

    /// Takes over the second playings of the process that ran the event before.
    pub(super) fn resume_seconds(
        &self,
        remote: &Remote,
        seconds: &mut Seconds,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let mut played: Vec<(i64, GameId)> =
            self.details.iter().map(|(game, details)| (details.ended, *game)).collect();
        played.sort_unstable();
        let chosen: Vec<GameId> = played
            .into_iter()
            .rev()
            .map(|(_, game)| game)
            .filter(|game| self.is_played_twice(*game))
            .collect();
        if chosen.is_empty() {
            return Ok(());
        }
        let known = async || remote.seconds.of(&self.begun.name).await;
        let known: BTreeSet<GameKey> =
            self.runtime.wait(patiently(remote.queue.terms(), known))?.into_iter().collect();
        let is_open = |game: &GameId| key(*game).is_ok_and(|key| !known.contains(&key));
        let open: Vec<GameId> = chosen.into_iter().take(TAKEN_OVER).filter(is_open).collect();
        for Settled { game, machine, result, .. } in self.progress(remote, open.iter())?.settled {
            let (Some(machine), Some(result), Ok(game)) = (machine, result, game.parse()) else { continue };
            let Ok(GameAnswer { played, record }) = GameAnswer::read(game, result) else { continue };
            let first = FirstPlaying { machine, outcome: played.result.outcome };
            self.order_second(remote, seconds, game, (first, &record), see)?;
        }
        Ok(())
    }

    /// Compares the second playings finished since the last call.
    pub(super) fn compare_seconds(
        &self,
        remote: &Remote,
        seconds: &mut Seconds,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let terms = remote.queue.terms();
        if seconds.open.is_empty() || seconds.looked.is_some_and(|at| at.elapsed() < terms.poll) {
            return Ok(());
        }
        seconds.looked = Some(Instant::now());
        let names = seconds.open.keys().map(|game| second_key(*game)).collect::<Result<Vec<_>, _>>()?;
        let ask = async || remote.queue.progress(&self.begun.name, &names).await;
        let Progress { running, settled } = self.runtime.wait(patiently(terms, ask))?;
        if running.len() != seconds.playing || !settled.is_empty() {
            seconds.moved = Some(Instant::now());
        }
        seconds.playing = running.len();
        for Settled { game, machine, result, .. } in settled {
            let Some(id) =
                seconds.open.keys().copied().find(|id| second_key(*id).is_ok_and(|key| key == game))
            else {
                continue;
            };
            let Some(open) = seconds.open.remove(&id) else { continue };
            let machine = machine.unwrap_or_default();
            let (outcome, ply) = match result {
                Some(result) => self.compared(id, &open, result)?,
                None => (SecondOutcome::NotPlayed, None),
            };
            self.keep_second(remote, id, &open.first, (machine, outcome, ply), see)?;
        }
        Ok(())
    }

    fn compared(
        &self,
        game: GameId,
        open: &OpenSecond,
        result: serde_json::Value,
    ) -> Result<(SecondOutcome, Option<u32>), HallError> {
        let path = record_of(&self.folder.join("games"), game);
        let first = fs::read_to_string(&path).map_err(io_at(&path))?;
        // A machine that hands in an invalid answer plays wrongly too.
        let Ok(GameAnswer { played, record }) = GameAnswer::read(game, result) else {
            return Ok((SecondOutcome::Differs, None));
        };
        let first = Playing { outcome: open.first.outcome, record: &first };
        let second = Playing { outcome: played.result.outcome, record: &record };
        let (outcome, ply) = compare(open.repeats, [first, second]);
        if outcome.is_difference() {
            // The other machine's record is kept next to those that count, for inspection.
            let twice = self.folder.join("twice");
            let path = record_of(&twice, game);
            fs::create_dir_all(&twice).and_then(|()| fs::write(&path, &record)).map_err(io_at(&path))?;
        }
        Ok((outcome, ply))
    }

    fn keep_second(
        &self,
        remote: &Remote,
        game: GameId,
        first: &FirstPlaying,
        (second, outcome, ply): (String, SecondOutcome, Option<u32>),
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (terms, event) = (remote.queue.terms(), self.begun.name.clone());
        let second =
            SecondPlaying { event, game: key(game)?, first: first.machine.clone(), second, outcome, ply };
        self.runtime.wait(patiently(terms, async || remote.seconds.keep(&second).await))?;
        let again = [second_key(game)?];
        let forget = async || remote.queue.forget(&self.begun.name, &again).await;
        self.runtime.wait(patiently(terms, forget))?;
        see.was_played_twice(&second);
        Ok(())
    }

    /// Whether the event, which has nothing else to do, waits for second playings: as long as one is being played, or a
    /// machine that may take one is there and something moves within a lease.
    pub(super) fn awaits_seconds(&self, remote: &Remote, seconds: &mut Seconds) -> Result<bool, HallError> {
        if seconds.open.is_empty() {
            return Ok(false);
        }
        let terms = remote.queue.terms();
        if seconds.playing > 0 {
            return Ok(true);
        }
        if seconds.moved.is_none_or(|at| at.elapsed() >= terms.lease()) {
            return Ok(false);
        }
        let crews = self.runtime.wait(patiently(terms, async || remote.crews.list().await))?;
        let may_take = |open: &OpenSecond| {
            crews.iter().any(|crew| {
                let is_there = !crew.is_silent && crew.order == CrewOrder::Work;
                is_there && crew.class == remote.class && crew.name != open.first.machine
            })
        };
        Ok(seconds.open.values().any(may_take))
    }

    /// Cancels the second playings that nobody took.
    pub(super) fn end_seconds(
        &self,
        remote: &Remote,
        seconds: &mut Seconds,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        for (game, open) in std::mem::take(&mut seconds.open) {
            let (event, again) = (&self.begun.name, second_key(game)?);
            let cancel = async || remote.queue.cancel(event, &again).await;
            self.runtime.wait(patiently(remote.queue.terms(), cancel))?;
            let nobody = (String::new(), SecondOutcome::NotPlayed, None);
            self.keep_second(remote, game, &open.first, nobody, see)?;
        }
        Ok(())
    }
}
