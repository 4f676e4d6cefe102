//! Test games on demand: a person's program against a built-in level, or against a program whose owner allows it, by the
//! rules of an event and counted nowhere. They are games of the store's queue behind all others, and a worker gives
//! one up when a game of an event waits.

mod games;
mod order;

pub use games::{TrialGame, TrialGames};
pub use order::{TrialOpponent, TrialProgram, TrialRequest, TrialSide};

use leitai_core::Seat;
use leitai_store::{GameKey, StoreError};
use leitai_tournament::{GameId, MatchId, Spot};

/// Most games of an order.
pub const MOST_TRIAL_GAMES: u16 = 10;
/// Behind games of events, whose priority is 0, and validation games.
const PRIORITY: i64 = -1;
/// A number that no stage of a plan has, nor validation games.
const STAGE: u16 = u16::MAX - 1;

/// The id of a test game in which the program under test takes this seat; no game of an event has it.
fn trial_game(trial: i64, number: u16, seat: Seat) -> GameId {
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
fn trial_key(game: GameId) -> Result<GameKey, StoreError> {
    let trial = trial_of(game).map_or(0, |(trial, _)| trial);
    format!("trial {trial}.{}", game.number).parse()
}
