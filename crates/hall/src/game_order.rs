//! What is sent to a worker to have a game played, and what it returns.

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

/// What the store knows a game by: its name in the event.
pub(crate) fn key(game: GameId) -> Result<GameKey, StoreError> {
    game.to_string().parse()
}

/// What it knows the second playing of a game by.
pub(crate) fn second_key(game: GameId) -> Result<GameKey, StoreError> {
    format!("{game} again").parse()
}

/// A game to be played by whoever takes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameOrder {
    /// The game; its programs need no file of the machine that ordered it but those that a command names. What
    /// travels lies in the store.
    pub(crate) assignment: Assignment,
    /// How its programs run.
    pub(crate) wanted: WantedConditions,
    /// What its dice come from, as a record names it, where the game was played before and is to be played alike; none:
    /// new ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dice: Option<String>,
}

/// How it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameAnswer {
    /// What is kept of it.
    pub(crate) played: Played,
    /// The record's text.
    pub(crate) record: String,
}

impl GameAnswer {
    /// What a worker said of this game.
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
    /// The text of a game's record as its worker handed it in; none if no worker has.
    pub fn record(&self, event: &str, game: GameId) -> Result<Option<String>, HallError> {
        let (queue, names) = (self.queue(), [key(game)?]);
        let progress = async || queue.progress(event, &names).await;
        let settled = self.runtime.wait(patiently(self.terms, progress))?.settled;
        let result = settled.into_iter().find_map(|settled| settled.result);
        let answer = result.map(|result| GameAnswer::read(game, result)).transpose()?;
        Ok(answer.map(|answer| answer.record))
    }
}
