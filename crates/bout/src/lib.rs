//! A match: many games between players, what they show about their strength, and how the match goes on after an
//! interruption. Settings and results are typed; nothing here prints, or reads a command line.
#![warn(clippy::unwrap_used)]

mod kept_game;
mod record_file;

pub use kept_game::{Kept, KeptGame};
pub use record_file::{RecordFileError, read_games_of, read_record, record_text};
