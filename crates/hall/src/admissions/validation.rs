//! The validation games of a submission: in both seats against `easy`, and against itself. A fault fails it, losing
//! does not.

use crate::assignment::seed_of;
use crate::assignment::{Assignment, Seated};
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::game_order::{GameAnswer, GameOrder};
use crate::note;
use crate::program::Program;
use crate::shared_store::SharedStore;
use crate::wanted_conditions::WantedConditions;
use leitai_core::{Level, Seat, Sentence, sentence};
use leitai_store::{
    GameKey, HeldSubmission, Job, JobState, Progress, Settled, StoreError, Submission, patiently,
};
use leitai_tournament::{EntryId, GameId, How, MatchId, Seed, Spot};
use std::collections::BTreeMap;

/// Games of a validation.
pub(crate) const GAMES: u16 = 4;
/// Most attempts at a game that the machine disturbs.
pub(super) const TRIES: u16 = 3;
/// Ahead of ladder games, whose priority is 0.
const PRIORITY: i64 = 1;
/// A number that no stage of a plan has.
const STAGE: u16 = u16::MAX;

/// The key of a validation game in the queue.
pub(crate) fn validation_key(submission: i64, number: u16, attempt: u16) -> Result<GameKey, StoreError> {
    format!("submission {submission}.{number}.{attempt}").parse()
}

/// The id of a validation game, which no game of an event has.
pub(super) fn validation_game(submission: i64, number: u16) -> GameId {
    let of = MatchId { stage: STAGE, section: 0, spot: Spot::Table { round: 0, table: submission as u32 } };
    of.game(number)
}

/// The submission of a validation game; `None` for a game of an event.
pub(crate) fn validated_by(game: GameId) -> Option<i64> {
    match game.of.spot {
        Spot::Table { table, .. } if game.of.stage == STAGE => Some(table.into()),
        _ => None,
    }
}

/// The state of a validation.
pub(super) enum Course {
    Open,
    Passed,
    Failed(Sentence),
}

/// A submission under validation.
pub(super) struct Validation {
    pub(super) held: HeldSubmission,
    /// The games as ordered, by number, each with its current attempt.
    games: Vec<(GameOrder, u16)>,
    class: String,
    /// How many games were settled and running at the last look, and whether that was reported.
    seen: ([usize; 2], bool),
}

impl Validation {
    pub(super) fn new(held: HeldSubmission, file: &EventFile, entry: EntryId, class: &str) -> Validation {
        let games = (0..GAMES).map(|number| (order(&held.submission, file, entry, number), 0)).collect();
        Validation { held, games, class: class.to_owned(), seen: ([0; 2], true) }
    }

    /// Whether anything has changed since the last call.
    pub(super) fn has_news(&mut self) -> bool {
        !std::mem::replace(&mut self.seen.1, true)
    }

    /// The event.
    pub(super) fn event(&self) -> &str {
        &self.held.submission.event
    }

    /// Orders its games; those already ordered are left unchanged.
    pub(super) fn order(&self, shared: &SharedStore) -> Result<(), HallError> {
        let jobs = (0..).zip(&self.games).map(|(number, (order, attempt))| {
            let payload = serde_json::to_value(order)
                .map_err(|error| HallError::Io(order.assignment.id.to_string(), error.into()))?;
            Ok(Job {
                event: self.event().to_owned(),
                game: validation_key(self.held.submission.id, number, *attempt)?,
                class: self.class.clone(),
                priority: PRIORITY,
                payload,
            })
        });
        let jobs = jobs.collect::<Result<Vec<_>, HallError>>()?;
        let queue = shared.queue();
        shared.runtime.wait(patiently(shared.terms, async || queue.enqueue(&jobs).await))?;
        Ok(())
    }

    /// Evaluates the games played so far.
    pub(super) fn look(&mut self, shared: &SharedStore) -> Result<Course, HallError> {
        let keys = (0..)
            .zip(&self.games)
            .map(|(number, (_, attempt))| validation_key(self.held.submission.id, number, *attempt));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        let queue = shared.queue();
        let ask = async || queue.progress(self.event(), &keys).await;
        let Progress { running, settled } = shared.runtime.wait(patiently(shared.terms, ask))?;
        let seen = [settled.len(), running.len()];
        if seen != self.seen.0 {
            self.seen = (seen, false);
        }
        let mut settled: BTreeMap<GameKey, Settled> =
            settled.into_iter().map(|one| (one.game.clone(), one)).collect();
        let (mut open, mut again) = (0, false);
        for (number, key) in (0..).zip(&keys) {
            let Some(settled) = settled.remove(key) else {
                open += 1;
                continue;
            };
            match self.judge(number, settled)? {
                Course::Passed => {}
                Course::Open => {
                    self.games[usize::from(number)].1 += 1;
                    (open, again) = (open + 1, true);
                }
                Course::Failed(why) => {
                    self.call_off(shared, &keys)?;
                    return Ok(Course::Failed(why));
                }
            }
        }
        if again {
            self.order(shared)?;
        }
        Ok(if open > 0 { Course::Open } else { Course::Passed })
    }

    /// Judges one game; open if it is to be played again.
    fn judge(&self, number: u16, settled: Settled) -> Result<Course, HallError> {
        let (order, attempt) = &self.games[usize::from(number)];
        let called = called(order);
        let Some(result) = settled.result else {
            let why = match settled.state {
                JobState::Cancelled => Sentence::new("it was called off", "已取消"),
                _ => settled.note.as_deref().map(note::read).unwrap_or_default(),
            };
            return Ok(Course::Failed(called.then(&why)));
        };
        let played = GameAnswer::read(order.assignment.id, result)?.played;
        let fails = |seat: Seat| is_own(order, seat) && played.result.faults[seat.index()] > 0;
        let at_fault = played.result.how == How::Fault && Seat::BOTH.into_iter().any(fails);
        Ok(if !at_fault {
            Course::Passed
        } else if played.details.disturbed_ms.is_some() && attempt + 1 < TRIES {
            Course::Open
        } else {
            Course::Failed(called.then(&played.details.reason))
        })
    }

    /// Cancels the remaining games, which need not be played.
    fn call_off(&self, shared: &SharedStore, keys: &[GameKey]) -> Result<(), HallError> {
        let queue = shared.queue();
        for key in keys {
            shared.runtime.wait(patiently(shared.terms, async || queue.cancel(self.event(), key).await))?;
        }
        Ok(())
    }
}

/// Whether the submission itself plays in that seat.
fn is_own(order: &GameOrder, seat: Seat) -> bool {
    matches!(order.assignment.seated[seat.index()].program, Program::Stored { .. })
}

/// "in a game against easy, as First: ".
fn called(order: &GameOrder) -> Sentence {
    match Seat::BOTH.map(|seat| is_own(order, seat)) {
        [true, true] => Sentence::new("in a game against itself: ", "与自身对局："),
        [own, _] => {
            let opponent = &order.assignment.seated[usize::from(own)].name;
            let (en, zh) = if own { ("First", "先手") } else { ("Second", "后手") };
            sentence!("in a game against {opponent}, as {en}: ", "执{zh}与 {opponent} 对局：")
        }
    }
}

/// The opponent in a validation, besides the program itself.
pub(super) fn sparring(file: &EventFile) -> Level {
    let facts = file.game.facts();
    if facts.levels.contains(&Level::Easy) { Level::Easy } else { facts.levels[0] }
}

/// The order of a validation game: 0 and 1 are against `easy`, the others against itself.
fn order(submission: &Submission, file: &EventFile, entry: EntryId, number: u16) -> GameOrder {
    let Submission { id, name, standard, sha256, .. } = submission;
    let (name, standard) = (name.clone(), standard.clone());
    let program = Program::Stored { name, sha256: *sha256, standard };
    let own = Seated { entry, name: submission.entry.clone(), program, dialect: file.dialect_of(entry) };
    let level = sparring(file);
    let easy = Seated { entry, name: level.to_string(), program: Program::Level(level), dialect: None };
    let seated = match number {
        0 => [own, easy],
        1 => [easy, own],
        _ => [own.clone(), own],
    };
    let assignment = Assignment {
        id: validation_game(*id, number),
        game: file.game.game(),
        options: file.game.given().to_vec(),
        clock: file.clock_of(file.plan.stages[0].side_ms),
        seated,
        seed: seed_of(&Seed::new(&file.name), &format!("validation {id}.{number}")),
        opening: None,
    };
    GameOrder { assignment, wanted: WantedConditions::of(file), dice: None }
}
