//! Contests of a store: several events that share teams, hall and awards. What is done to one is decided here, whoever asks.

mod awarded;
mod contest_deeds;
mod contest_file;
mod event_of_game;
mod kept_contest;
mod planned;
#[cfg(test)]
mod tests;

pub use awarded::{AwardedContest, AwardedGame};
pub use contest_file::ContestDraft;
pub(crate) use kept_contest::ContestFolds;
pub use kept_contest::{CONTEST_PREFIX, KeptContest};
pub use planned::PlannedContest;
