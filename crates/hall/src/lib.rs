//! The hall: runs an event. The tournament says what is due, the arena plays it, the journal keeps what was
//! played; standings are computed from what was kept alone.

mod assignment;
mod event_file;
mod history;
mod overrides;
mod place;
mod prizes;
mod program;
mod ruling;
mod run;

pub use assignment::{Assignment, Desk, Finished, PlayError, Seated};
pub use event_file::{EventFile, FileError, Runner};
pub use history::{Begun, Details, History, HistoryError, Kept, Played};
pub use prizes::{People, Prizes};
pub use program::{Program, ProgramError};
pub use ruling::rule;
pub use run::{Hall, HallError, Happened, See, Stop, conditions};
