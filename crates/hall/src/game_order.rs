//! The order for a game as sent to a worker, and the worker's answer.

use crate::assignment::Assignment;
use crate::error::HallError;
use crate::history::Played;
use crate::shared_store::SharedStore;
use crate::wanted_conditions::WantedConditions;
use leitai_core::{Sentence, sentence};
use leitai_store::{GameKey, StoreError, patiently};
use leitai_tournament::GameId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The store's key of a game: its id in the event.
pub(crate) fn key(game: GameId) -> Result<GameKey, StoreError> {
    game.to_string().parse()
}

/// The store's key of a game's second playing.
pub(crate) fn second_key(game: GameId) -> Result<GameKey, StoreError> {
    format!("{game} again").parse()
}

/// A game to be played by the worker that takes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameOrder {
    /// The game. Its programs need no file of the machine that ordered it, except those that a command names;
    /// everything else is in the store.
    pub(crate) assignment: Assignment,
    /// How its programs run.
    pub(crate) wanted: WantedConditions,
    /// The source of its dice, as named in a record, if the game was played before and must be repeated alike; `None`
    /// for new ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dice: Option<String>,
}

/// A worker's answer to an order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameAnswer {
    /// The result and details, which are kept.
    pub(crate) played: Played,
    /// The record's text.
    pub(crate) record: String,
}

impl GameAnswer {
    /// Reads a worker's answer about this game.
    pub(crate) fn read(game: GameId, result: Value) -> Result<GameAnswer, HallError> {
        let unreadable = |why: Sentence| HallError::Result(game, why);
        let answer: GameAnswer = serde_json::from_value(result)
            .map_err(|error| unreadable(sentence!("it cannot be read ({error})", "无法读取（{error}）")))?;
        match answer.played.result.id {
            id if id == game => Ok(answer),
            other => Err(unreadable(sentence!("it belongs to {other}", "是 {other} 的"))),
        }
    }
}

impl SharedStore {
    /// The text of a game's record as its worker handed it in; `None` if none has.
    pub fn record(&self, event: &str, game: GameId) -> Result<Option<String>, HallError> {
        let (queue, names) = (self.queue(), [key(game)?]);
        let progress = async || queue.progress(event, &names).await;
        let settled = self.runtime.wait(patiently(self.terms, progress))?.settled;
        let result = settled.into_iter().find_map(|settled| settled.result);
        let answer = result.map(|result| GameAnswer::read(game, result)).transpose()?;
        Ok(answer.map(|answer| answer.record))
    }
}
