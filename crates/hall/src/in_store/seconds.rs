//! Second playings: a share of an event's games is played again on another machine and compared, to find machines that
//! play wrongly. They do not count, and the event waits for none that no other machine takes.

use super::InStore;
use crate::assignment::seed_of;
use crate::error::{HallError, io_at};
use crate::event_observer::EventObserver;
use crate::game_order::{GameAnswer, GameOrder, key, second_key};
use crate::history::Details;
use crate::played_twice::{Playing, compare, repeats_itself};
use crate::records::record_of;
use leitai_core::Record;
use leitai_store::{CrewOrder, GameKey, Job, Progress, SecondOutcome, SecondPlaying, Settled};
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

/// Games to be played twice, and second playings that are ordered and not compared yet.
#[derive(Default)]
pub(super) struct Seconds {
    /// Games just played, with their records.
    drawn: Vec<(GameId, FirstPlaying, String)>,
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

impl Seconds {
    /// Notes a game to be played twice, with the record of its first playing.
    pub(super) fn draw(&mut self, game: GameId, first: FirstPlaying, record: String) {
        self.drawn.push((game, first, record));
    }
}

/// What a second playing comes to that nobody took.
const NOBODY: (String, SecondOutcome, Option<u32>) = (String::new(), SecondOutcome::NotPlayed, None);

impl InStore {
    /// Whether this game is among those played twice. This is drawn from the event's seed, which no playing machine
    /// knows.
    pub(super) fn is_played_twice(&self, game: GameId) -> bool {
        let Some(seed) = &self.seed else { return false };
        let drawn = seed_of(seed, &format!("twice {game}"));
        (drawn as f64) < self.share_twice * DRAWN as f64
    }

    /// Orders the drawn games again, now that their results are stored. A game voided by a ruling in the meantime is not
    /// ordered twice.
    pub(super) fn order_drawn(
        &mut self,
        details: &BTreeMap<GameId, Details>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        for (game, first, record) in std::mem::take(&mut self.seconds.drawn) {
            if details.contains_key(&game) {
                self.order_second(game, first, &record, see)?;
            }
        }
        Ok(())
    }

    /// Orders a game again from a machine other than the first. `record` is that of the first playing.
    fn order_second(
        &mut self,
        game: GameId,
        first: FirstPlaying,
        record: &str,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        if self.seconds.open.len() >= MOST_OPEN {
            return self.keep_second(game, &first, NOBODY, see);
        }
        let id = key(game)?;
        let Some(job) = self.wait(async || self.queue.job(&self.event, &id).await)? else { return Ok(()) };
        // A game ordered by an older version is played only once.
        let Ok(order) = serde_json::from_value::<GameOrder>(job.payload.clone()) else { return Ok(()) };
        let repeats = repeats_itself(&order.assignment);
        let dice = Record::read(record).ok().and_then(|record| record.end?.seed.map(Cow::into_owned));
        let payload = serde_json::to_value(GameOrder { dice, ..order })
            .map_err(|error| HallError::Io(game.to_string(), error.into()))?;
        let again = Job { game: second_key(game)?, priority: job.priority - 1, payload, ..job };
        if !self.wait(async || self.queue.enqueue_apart(&again, &first.machine).await)? {
            let jobs = [again];
            self.wait(async || self.queue.requeue_unless_stuck(&jobs).await)?;
        }
        self.seconds.open.insert(game, OpenSecond { first, repeats });
        self.seconds.moved = Some(Instant::now());
        Ok(())
    }

    /// Takes over the second playings of the process that ran the event before.
    pub(super) fn resume_seconds(
        &mut self,
        details: &BTreeMap<GameId, Details>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let mut played: Vec<(i64, GameId)> =
            details.iter().map(|(game, details)| (details.ended, *game)).collect();
        played.sort_unstable();
        let played = played.into_iter().rev().map(|(_, game)| game);
        let chosen: Vec<GameId> = played.filter(|game| self.is_played_twice(*game)).collect();
        if chosen.is_empty() {
            return Ok(());
        }
        let known = self.wait(async || self.twice.of(&self.event).await)?;
        let known: BTreeSet<GameKey> = known.into_iter().collect();
        let is_open = |game: &GameId| key(*game).is_ok_and(|key| !known.contains(&key));
        let open = chosen.into_iter().take(TAKEN_OVER).filter(is_open);
        for Settled { game, machine, result, .. } in self.progress(open)?.settled {
            let (Some(machine), Some(result), Ok(game)) = (machine, result, game.parse()) else { continue };
            let Ok(GameAnswer { played, record }) = GameAnswer::read(game, result) else { continue };
            let first = FirstPlaying { machine, outcome: played.result.outcome };
            self.order_second(game, first, &record, see)?;
        }
        Ok(())
    }

    /// Compares the second playings finished since the last call.
    pub(super) fn compare_seconds(&mut self, see: &mut dyn EventObserver) -> Result<(), HallError> {
        let seconds = &self.seconds;
        let poll = self.queue.terms().poll;
        if seconds.open.is_empty() || seconds.looked.is_some_and(|at| at.elapsed() < poll) {
            return Ok(());
        }
        let names = seconds.open.keys().map(|game| second_key(*game)).collect::<Result<Vec<_>, _>>()?;
        let asked = self.wait(async || self.queue.progress(&self.event, &names).await)?;
        let Progress { running, settled } = asked;
        let seconds = &mut self.seconds;
        seconds.looked = Some(Instant::now());
        if running.len() != seconds.playing || !settled.is_empty() {
            seconds.moved = Some(Instant::now());
        }
        seconds.playing = running.len();
        for Settled { game, machine, result, .. } in settled {
            let mut open = self.seconds.open.keys().copied();
            let Some(id) = open.find(|id| second_key(*id).is_ok_and(|key| key == game)) else { continue };
            let Some(open) = self.seconds.open.remove(&id) else { continue };
            let (outcome, ply) = match result {
                Some(result) => self.compared(id, &open, result)?,
                None => (SecondOutcome::NotPlayed, None),
            };
            self.keep_second(id, &open.first, (machine.unwrap_or_default(), outcome, ply), see)?;
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
        game: GameId,
        first: &FirstPlaying,
        (second, outcome, ply): (String, SecondOutcome, Option<u32>),
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (event, first) = (self.event.clone(), first.machine.clone());
        let second = SecondPlaying { event, game: key(game)?, first, second, outcome, ply };
        self.wait(async || self.twice.keep(&second).await)?;
        let again = [second_key(game)?];
        self.wait(async || self.queue.forget(&self.event, &again).await)?;
        see.was_played_twice(&second);
        Ok(())
    }

    /// Whether the event, which has nothing else to do, waits for second playings: as long as one is to be ordered or is
    /// being played, or a machine that may take one is there and something moves within a lease.
    pub(super) fn awaits_seconds(&self) -> Result<bool, HallError> {
        let seconds = &self.seconds;
        if !seconds.drawn.is_empty() {
            return Ok(true);
        }
        if seconds.open.is_empty() {
            return Ok(false);
        }
        if seconds.playing > 0 {
            return Ok(true);
        }
        let lease = self.queue.terms().lease();
        if seconds.moved.is_none_or(|at| at.elapsed() >= lease) {
            return Ok(false);
        }
        let crews = self.wait(async || self.crews.list().await)?;
        let may_take = |open: &OpenSecond| {
            crews.iter().any(|crew| {
                let is_there = !crew.is_silent && crew.order == CrewOrder::Work;
                is_there && crew.class == self.class && crew.name != open.first.machine
            })
        };
        Ok(seconds.open.values().any(may_take))
    }

    /// Cancels the second playings that nobody took.
    pub(super) fn end_seconds(&mut self, see: &mut dyn EventObserver) -> Result<(), HallError> {
        for (game, open) in std::mem::take(&mut self.seconds.open) {
            self.cancel(&second_key(game)?)?;
            self.keep_second(game, &open.first, NOBODY, see)?;
        }
        Ok(())
    }
}
