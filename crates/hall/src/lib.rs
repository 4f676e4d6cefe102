//! The hall: runs an event. The tournament decides which games are due, the arena plays them, the journal stores the
//! results; standings are computed from the journal alone.

mod assignment;
mod error;
mod event_file;
mod far_game;
mod first_submissions;
mod follower;
mod game_order;
mod hand_over;
mod history;
mod local_games;
mod note;
mod prizes;
mod program;
mod program_cache;
mod remote;
mod remote_games;
mod ruling;
mod run;
mod running_games;
mod shared_store;
mod short_id;
mod spectators;
mod store_runtime;
mod wanted_conditions;
mod worker;
mod workshop;

pub use assignment::{Assignment, GameHost, Seated};
pub use error::{HallError, PlayError};
pub use event_file::{EventFile, FileError, Runner};
pub use far_game::FarGame;
pub use first_submissions::first_submissions;
pub use follower::Follower;
pub use history::{Begun, Details, History, HistoryError, JournalBody, Played};
pub use prizes::{People, Prizes};
pub use program::{Program, ProgramError};
pub use ruling::{Following, rule};
pub use run::{EventChange, EventObserver, Hall, Stop};
pub use running_games::RunningGames;
pub use shared_store::SharedStore;
pub use short_id::{NoShortId, ShortId, ShortIds};
pub use spectators::Spectators;
pub use wanted_conditions::{WantedConditions, conditions};
pub use worker::{Crew, Worked};
