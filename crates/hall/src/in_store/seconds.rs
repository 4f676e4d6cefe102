//! Second playings: a share of an event's games is played again on another machine and compared, to find machines that
//! play wrongly. They do not count, and the event waits for none that no other machine takes.

use super::desk::Desk;
use crate::assignment::seed_of;
use crate::error::{HallError, io_at};
use crate::event_observer::EventObserver;
use crate::game_order::{GameAnswer, GameOrder, key, second_key};
use crate::history::Details;
use crate::played_twice::{Playing, compare, repeats_itself};
use crate::records::record_of;
use crate::shared_store::SharedStore;
use crate::venue::Opening;
use leitai_core::Record;
use leitai_store::{
    CrewOrder, Crews, GameKey, Job, Progress, SecondOutcome, SecondPlaying, SecondPlayings, Settled,
};
use leitai_tournament::{CountedOutcome, GameId, Seed};
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
pub(super) struct Seconds {
    twice: SecondPlayings,
    crews: Crews,
    /// The share of games that are played twice.
    share: f64,
    /// The event's, once it is run.
    seed: Option<Seed>,
    /// Games just played, with their records.
    pub(super) drawn: Vec<(GameId, FirstPlaying, String)>,
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

/// What a second playing comes to that nobody took.
const NOBODY: (String, SecondOutcome, Option<u32>) = (String::new(), SecondOutcome::NotPlayed, None);

impl Seconds {
    /// For an event that has this share of its games played twice.
    pub(super) fn new(shared: &SharedStore, share: f64) -> Seconds {
        Seconds {
            twice: SecondPlayings::new(shared.database.clone()),
            crews: Crews::new(shared.database.clone(), shared.terms),
            share,
            seed: None,
            drawn: Vec::new(),
            open: BTreeMap::new(),
            playing: 0,
            looked: None,
            moved: None,
        }
    }

    /// Whether this game is among those played twice. This is drawn from the event's seed, which no playing machine
    /// knows.
    pub(super) fn is_played_twice(&self, game: GameId) -> bool {
        let Some(seed) = &self.seed else { return false };
        let drawn = seed_of(seed, &format!("twice {game}"));
        (drawn as f64) < self.share * DRAWN as f64
    }

    /// Orders the drawn games again, now that their results are stored. A game voided by a ruling in the meantime is not
    /// ordered twice.
    pub(super) fn order_drawn(
        &mut self,
        desk: &Desk,
        details: &BTreeMap<GameId, Details>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        for (game, first, record) in std::mem::take(&mut self.drawn) {
            if details.contains_key(&game) {
                self.order(desk, game, first, &record, see)?;
            }
        }
        Ok(())
    }

    /// Orders a game again from a machine other than the first. `record` is that of the first playing.
    fn order(
        &mut self,
        desk: &Desk,
        game: GameId,
        first: FirstPlaying,
        record: &str,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        if self.open.len() >= MOST_OPEN {
            return self.keep(desk, game, &first, NOBODY, see);
        }
        let id = key(game)?;
        let Some(job) = desk.wait(async || desk.queue.job(&desk.event, &id).await)? else { return Ok(()) };
        // A game ordered by an older version is played only once.
        let Ok(order) = serde_json::from_value::<GameOrder>(job.payload.clone()) else { return Ok(()) };
        let repeats = repeats_itself(&order.assignment);
        let dice = Record::read(record).ok().and_then(|record| record.end?.seed.map(Cow::into_owned));
        let payload = serde_json::to_value(GameOrder { dice, ..order })
            .map_err(|error| HallError::Io(game.to_string(), error.into()))?;
        let again = Job { game: second_key(game)?, priority: job.priority - 1, payload, ..job };
        if !desk.wait(async || desk.queue.enqueue_apart(&again, &first.machine).await)? {
            let jobs = [again];
            desk.wait(async || desk.queue.requeue_unless_stuck(&jobs).await)?;
        }
        self.open.insert(game, OpenSecond { first, repeats });
        self.moved = Some(Instant::now());
        Ok(())
    }

    /// Takes over the second playings of the process that ran the event before.
    pub(super) fn resume(
        &mut self,
        desk: &Desk,
        opening: &Opening<'_>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        self.seed = Some(opening.begun.seed.clone());
        self.drawn.clear();
        self.open.clear();
        (self.playing, self.looked, self.moved) = (0, None, None);
        let mut played: Vec<(i64, GameId)> =
            opening.details.iter().map(|(game, details)| (details.ended, *game)).collect();
        played.sort_unstable();
        let played = played.into_iter().rev().map(|(_, game)| game);
        let chosen: Vec<GameId> = played.filter(|game| self.is_played_twice(*game)).collect();
        if chosen.is_empty() {
            return Ok(());
        }
        let known = desk.wait(async || self.twice.of(&desk.event).await)?;
        let known: BTreeSet<GameKey> = known.into_iter().collect();
        let is_open = |game: &GameId| key(*game).is_ok_and(|key| !known.contains(&key));
        let open = chosen.into_iter().take(TAKEN_OVER).filter(is_open);
        for Settled { game, machine, result, .. } in desk.progress(open)?.settled {
            let (Some(machine), Some(result), Ok(game)) = (machine, result, game.parse()) else { continue };
            let Ok(GameAnswer { played, record }) = GameAnswer::read(game, result) else { continue };
            let first = FirstPlaying { machine, outcome: played.result.outcome };
            self.order(desk, game, first, &record, see)?;
        }
        Ok(())
    }

    /// Compares the second playings finished since the last call.
    pub(super) fn compare(&mut self, desk: &Desk, see: &mut dyn EventObserver) -> Result<(), HallError> {
        let poll = desk.queue.terms().poll;
        if self.open.is_empty() || self.looked.is_some_and(|at| at.elapsed() < poll) {
            return Ok(());
        }
        let names = self.open.keys().map(|game| second_key(*game)).collect::<Result<Vec<_>, _>>()?;
        let asked = desk.wait(async || desk.queue.progress(&desk.event, &names).await)?;
        let Progress { running, settled } = asked;
        self.looked = Some(Instant::now());
        if running.len() != self.playing || !settled.is_empty() {
            self.moved = Some(Instant::now());
        }
        self.playing = running.len();
        for Settled { game, machine, result, .. } in settled {
            let mut open = self.open.keys().copied();
            let Some(id) = open.find(|id| second_key(*id).is_ok_and(|key| key == game)) else { continue };
            let Some(open) = self.open.remove(&id) else { continue };
            let (outcome, ply) = match result {
                Some(result) => Seconds::compared(desk, id, &open, result)?,
                None => (SecondOutcome::NotPlayed, None),
            };
            self.keep(desk, id, &open.first, (machine.unwrap_or_default(), outcome, ply), see)?;
        }
        Ok(())
    }

    fn compared(
        desk: &Desk,
        game: GameId,
        open: &OpenSecond,
        result: serde_json::Value,
    ) -> Result<(SecondOutcome, Option<u32>), HallError> {
        let path = record_of(&desk.folder.join("games"), game);
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
            let twice = desk.folder.join("twice");
            let path = record_of(&twice, game);
            fs::create_dir_all(&twice).and_then(|()| fs::write(&path, &record)).map_err(io_at(&path))?;
        }
        Ok((outcome, ply))
    }

    fn keep(
        &self,
        desk: &Desk,
        game: GameId,
        first: &FirstPlaying,
        (second, outcome, ply): (String, SecondOutcome, Option<u32>),
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        let (event, first) = (desk.event.clone(), first.machine.clone());
        let second = SecondPlaying { event, game: key(game)?, first, second, outcome, ply };
        desk.wait(async || self.twice.keep(&second).await)?;
        desk.forget(&[second_key(game)?])?;
        see.was_played_twice(&second);
        Ok(())
    }

    /// Whether the event, which has nothing else to do, waits for second playings: as long as one is to be ordered or is
    /// being played, or a machine that may take one is there and something moves within a lease.
    pub(super) fn awaits(&self, desk: &Desk) -> Result<bool, HallError> {
        if !self.drawn.is_empty() {
            return Ok(true);
        }
        if self.open.is_empty() {
            return Ok(false);
        }
        if self.playing > 0 {
            return Ok(true);
        }
        let lease = desk.queue.terms().lease();
        if self.moved.is_none_or(|at| at.elapsed() >= lease) {
            return Ok(false);
        }
        let crews = desk.wait(async || self.crews.list().await)?;
        let may_take = |open: &OpenSecond| {
            crews.iter().any(|crew| {
                let is_there = !crew.is_silent && crew.order == CrewOrder::Work;
                is_there && crew.class == desk.class && crew.name != open.first.machine
            })
        };
        Ok(self.open.values().any(may_take))
    }

    /// Cancels the second playings that nobody took.
    pub(super) fn end(&mut self, desk: &Desk, see: &mut dyn EventObserver) -> Result<(), HallError> {
        for (game, open) in std::mem::take(&mut self.open) {
            desk.cancel(&second_key(game)?)?;
            self.keep(desk, game, &open.first, NOBODY, see)?;
        }
        Ok(())
    }
}
