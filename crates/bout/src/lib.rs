//! A match: many games between players, what they show about their strength, and how the match goes on after an
//! interruption. Settings and results are typed; nothing here prints, or reads a command line.
#![warn(clippy::unwrap_used)]

#[cfg(test)]
mod games;
mod kept_game;
mod losses;
mod record_file;
mod repeats;
mod sequential_test;
mod tally;

pub use kept_game::{Kept, KeptGame};
pub use losses::{FirstLosses, crash};
pub use record_file::{RecordFileError, read_games_of, read_record, record_text};
pub use repeats::Repeats;
pub use sequential_test::{SeatPairs, SequentialTest};
pub use tally::Tally;
