//! Test games on demand: a person's program against a built-in level, or against a program whose owner allows it, by the
//! rules of an event and counted nowhere. They are games of the store's queue behind all others, and a worker gives
//! one up when a game of an event waits.

mod games;
mod order;

pub use games::{TrialGame, TrialGames};
pub use order::{MOST_TRIAL_GAMES, TrialOpponent, TrialProgram, TrialRequest, TrialSide};
