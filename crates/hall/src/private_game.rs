//! Games that are not everybody's: those in which a submission is validated, and test games.

use crate::admissions::validated_by;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use crate::trial_id::trial_of;
use leitai_core::Seat;
use leitai_tournament::GameId;

/// What a game that is not everybody's belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivateGame {
    /// The submission under test.
    OfSubmission(i64),
    /// An order of test games.
    OfTrial(i64),
}

impl PrivateGame {
    /// What a game belongs to, and the seats that its owner's program plays; `None` for a game of an event.
    pub fn of(game: GameId) -> Option<(PrivateGame, &'static [Seat])> {
        if let Some((trial, seat)) = trial_of(game) {
            return Some((PrivateGame::OfTrial(trial), &Seat::BOTH[seat.index()..=seat.index()]));
        }
        let seats = match game.number {
            0 => &Seat::BOTH[..1],
            1 => &Seat::BOTH[1..],
            _ => &Seat::BOTH[..],
        };
        validated_by(game).map(|submission| (PrivateGame::OfSubmission(submission), seats))
    }
}

impl SharedStore {
    /// The record of a game that is not everybody's; `None` if it is another game, or has not been played.
    pub fn private_record(&self, event: &str, game: GameId) -> Result<Option<String>, HallError> {
        match PrivateGame::of(game) {
            Some((PrivateGame::OfSubmission(_), _)) => self.validation_record(event, game),
            Some((PrivateGame::OfTrial(_), _)) => self.trial_record(event, game),
            None => Ok(None),
        }
    }
}
