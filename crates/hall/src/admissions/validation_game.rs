//! The validation games of a submission, as its author sees them.

use super::validation::{GAMES, TRIES, sparring, validated_by, validation_game, validation_key};
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::game_order::GameAnswer;
use crate::history::Played;
use crate::note;
use crate::shared_store::SharedStore;
use leitai_core::{Seat, Sentence, sentence};
use leitai_store::{GameKey, JobState, Progress, Settled, Submission, patiently};
use leitai_tournament::{CountedOutcome, GameId};
use serde_json::Value;
use std::collections::BTreeMap;

/// A validation game.
#[derive(Clone, PartialEq, Debug)]
pub struct ValidationGame {
    /// Its id, which no game of the event has.
    pub id: GameId,
    /// The opponent and the seat.
    pub called: Sentence,
    /// Its state.
    pub stands: GameStands,
}

/// The state of a validation game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameStands {
    /// It waits for a worker.
    Waiting,
    /// It is being played.
    Running,
    /// It has been played, with this result.
    Played(Sentence),
    /// It will not be played any more, for this reason.
    Off(Sentence),
}

impl SharedStore {
    /// The validation games of a submission to this file's event, with their current states.
    pub fn validation(
        &self,
        file: &EventFile,
        submission: &Submission,
    ) -> Result<Vec<ValidationGame>, HallError> {
        let mut games = Vec::new();
        for number in 0..GAMES {
            let id = validation_game(submission.id, number);
            let stands = self.stands(submission, number)?;
            games.push(ValidationGame { id, called: called(number, &sparring(file).to_string()), stands });
        }
        Ok(games)
    }

    /// The state of a game's last attempt.
    fn stands(&self, submission: &Submission, number: u16) -> Result<GameStands, HallError> {
        let id = validation_game(submission.id, number);
        let Progress { running, mut settled } = self.attempts(&submission.event, submission.id, number)?;
        if !running.is_empty() {
            return Ok(GameStands::Running);
        }
        settled.sort_by(|a, b| a.game.cmp(&b.game));
        let Some(Settled { state, note, result, .. }) = settled.pop() else { return Ok(GameStands::Waiting) };
        Ok(match result {
            Some(result) => GameStands::Played(came_to(&GameAnswer::read(id, result)?.played)),
            None => settled_as(state, note.as_deref().map(note::read)),
        })
    }

    fn attempts(&self, event: &str, submission: i64, number: u16) -> Result<Progress, HallError> {
        let keys = (0..TRIES).map(|attempt| validation_key(submission, number, attempt));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        let queue = self.queue();
        Ok(self.runtime.wait(patiently(self.terms, async || queue.progress(event, &keys).await))?)
    }

    /// The records of the validation games that were played, in order, each from its last attempt.
    pub fn validation_records(&self, submission: &Submission) -> Result<Vec<(GameId, String)>, HallError> {
        let tries = |number| (0..TRIES).rev().map(move |attempt| (number, attempt));
        let all: Vec<_> = (0..GAMES).flat_map(tries).collect();
        let keys = all.iter().map(|(number, attempt)| validation_key(submission.id, *number, *attempt));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        let queue = self.queue();
        let ask = async || queue.progress(&submission.event, &keys).await;
        let settled = self.runtime.wait(patiently(self.terms, ask))?.settled;
        let mut results: BTreeMap<GameKey, Value> =
            settled.into_iter().filter_map(|one| Some((one.game, one.result?))).collect();
        let mut records: Vec<(GameId, String)> = Vec::new();
        for ((number, _), key) in all.iter().zip(&keys) {
            let game = validation_game(submission.id, *number);
            let Some(result) = results.remove(key) else { continue };
            if records.last().is_none_or(|(last, _)| *last != game) {
                records.push((game, GameAnswer::read(game, result)?.record));
            }
        }
        Ok(records)
    }

    /// The record of a validation game; `None` if it is another game, or has not been played.
    pub fn validation_record(&self, event: &str, game: GameId) -> Result<Option<String>, HallError> {
        let Some(submission) = validated_by(game) else { return Ok(None) };
        let mut settled = self.attempts(event, submission, game.number)?.settled;
        settled.sort_by(|a, b| a.game.cmp(&b.game));
        let result = settled.pop().and_then(|settled| settled.result);
        let answer = result.map(|result| GameAnswer::read(game, result)).transpose()?;
        Ok(answer.map(|answer| answer.record))
    }
}

/// The state of a game that is settled without a result.
pub(crate) fn settled_as(state: JobState, note: Option<Sentence>) -> GameStands {
    GameStands::Off(match state {
        JobState::Cancelled => Sentence::new("called off", "已取消"),
        _ => note.unwrap_or_default(),
    })
}

/// "against easy, as First".
fn called(number: u16, opponent: &str) -> Sentence {
    match number {
        0 => sentence!("against {opponent}, as First", "执先手对 {opponent}"),
        1 => sentence!("against {opponent}, as Second", "执后手对 {opponent}"),
        _ => Sentence::new("against itself", "对自身"),
    }
}

fn came_to(played: &Played) -> Sentence {
    let reason = &played.details.reason;
    let winner = match played.result.outcome {
        CountedOutcome::Win(Seat::First) => Sentence::new("First won", "先手胜"),
        CountedOutcome::Win(Seat::Second) => Sentence::new("Second won", "后手胜"),
        CountedOutcome::Draw => Sentence::new("drawn", "和棋"),
        CountedOutcome::Nobody => Sentence::new("lost by both", "双方皆负"),
    };
    sentence!("{winner}: {reason}", "{winner}：{reason}"; winner, reason)
}
