mod elo;
mod pairs;
mod sample;
mod score;
mod sprt;

pub use elo::Elo;
pub use pairs::Pairs;
pub use score::{GameScore, Score};
pub use sprt::{Hypothesis, Sprt, SprtError};
