//! The ids of test games, which no game of an event has.

use leitai_core::Seat;
use leitai_store::{GameKey, StoreError};
use leitai_tournament::{GameId, MatchId, Spot};

/// A number that no stage of a plan has, nor validation games.
const STAGE: u16 = u16::MAX - 1;

/// The id of a test game in which the program under test takes this seat; no game of an event has it.
pub(crate) fn trial_game(trial: i64, number: u16, seat: Seat) -> GameId {
    let of = MatchId { stage: STAGE, section: 0, spot: Spot::Table { round: 0, table: trial as u32 } };
    of.game(2 * number + seat.index() as u16)
}

/// The order of a test game, and the seat of the program under test; `None` for any other game.
pub(crate) fn trial_of(game: GameId) -> Option<(i64, Seat)> {
    match game.of.spot {
        Spot::Table { table, .. } if game.of.stage == STAGE => {
            Some((table.into(), Seat::BOTH[usize::from(game.number % 2)]))
        }
        _ => None,
    }
}

/// The key of a test game in the queue.
pub(crate) fn trial_key(game: GameId) -> Result<GameKey, StoreError> {
    let trial = trial_of(game).map_or(0, |(trial, _)| trial);
    format!("trial {trial}.{}", game.number).parse()
}
