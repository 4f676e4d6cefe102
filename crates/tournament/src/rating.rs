//! Playing strength from game results: independent of their order, and with the error that the number of games
//! leaves.

mod elo;
mod errors;
mod pairs;
mod sample;
mod score;
mod sprt;
mod strength;

pub use elo::Elo;
pub use errors::Errors;
pub use pairs::Pairs;
pub use score::{GameScore, Score};
pub use sprt::{Hypothesis, Sprt, SprtError};
pub use strength::{Met, Prior, RatingError, Ratings};
