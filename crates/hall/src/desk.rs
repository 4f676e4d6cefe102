//! The desk at a table: an operator's, at which a game between the program of this machine and one of somebody else's machine is
//! relayed, or a referee's, who enters both sides of a game that is played by nobody of this machine.

mod agreed_end;
mod checklist;
mod consent;
mod corrections;
#[expect(clippy::module_inception, reason = "the desk itself")]
mod desk;
mod desk_board;
mod desk_deed;
mod desk_file;
mod desk_folder;
mod desk_game;
mod desk_machine;
mod desk_setup;
mod desk_shown;
mod desk_views;
mod machine_clocks;
mod move_list;
mod operator;
mod program_trial;
mod referee_to_do;
mod rehearsal;
mod said_file;
#[cfg(test)]
mod slept_tests;
mod what_to_do;

pub use agreed_end::{AgreedEnd, Proposal};
pub use checklist::{CheckLine, CheckState, checklist};
pub use corrections::{CORRECTION, CORRECTIONS, is_consent, not_put_back};
pub use desk::Desk;
pub use desk_deed::{DeskDeed, DeskError};
pub use desk_folder::DeskFolder;
pub use desk_machine::{DeskMachine, Power, PowerPlan, Sleep};
pub use desk_setup::{DeskGames, DeskSetup};
pub use desk_shown::{Correcting, DeskMove, DeskResult, DeskShown, DeskState, OtherSide};
pub use desk_views::{DeskEye, DeskLook, DeskSight, DeskViews};
pub use program_trial::ProgramTrial;
pub use rehearsal::{MendedSlip, Rehearsal, RehearsalReport};
pub use said_file::Confirmed;
pub use what_to_do::what_to_do;
