//! The stage: runs programs as processes, keeps their clocks and decides games; one game, or many at once.
//!
//! Synchronous: one thread per running game, with `poll(2)` on its pipes. Whatever a program does, a game ends with
//! a verdict within its time limits, in bounded memory, and leaves no process behind.
#![warn(clippy::unwrap_used)]

mod affinity;
mod allowance;
mod awaited_claim;
mod beside_record;
mod boundary;
mod bounded_log;
mod build;
mod calibration;
mod carried;
mod chair;
mod claim;
mod clocks;
mod command_line;
mod conditions;
mod core_line;
mod core_reader;
mod core_time;
mod cores;
mod dice;
mod error;
mod examination;
mod exit;
mod far_program;
mod game;
mod game_cores;
mod game_thread;
mod gathered_cores;
mod hold_up;
mod inbox;
mod intervals;
mod known_habits;
mod launch;
mod live_slot;
mod match_game;
mod person;
mod player;
mod poll;
mod process;
mod program_stdin;
mod program_stdout;
mod recognition;
mod record_file;
mod resident;
mod sandbox_reason;
mod search_path;
mod seating;
mod series;
mod spares;
mod speaker;
mod staging;
mod talk;
mod time_slice;
mod topology;
mod turn_time;
mod undertaker;
mod waiting;
mod watch;

pub use affinity::Affinity;
pub use allowance::Allowance;
pub use beside_record::{BesideRecord, SAID_FILE, is_named_as_record};
pub use boundary::{StopIfPanicking, contained};
pub use build::{
    BadFile, BuildError, Built, Cache, CompilerTime, Excess, Form, Hearing, Language, Parcel, build,
    build_once, build_told, build_within, leads_out,
};
pub use calibration::Calibration;
pub use carried::CarriedProgram;
pub use conditions::{Conditions, Disclosure, Ponder};
pub use cores::{at_once, available};
pub use dice::dice;
pub use error::StageError;
pub use examination::{Enforcement, Evidence, Examined, Guarantee, ProbeEnd, examine};
pub use exit::Exit;
pub use far_program::FarProgram;
pub use game::{Ended, Late, LimitMet, limit_met};
pub use game_cores::GameCores;
pub use game_thread::spawn_game_thread;
pub use intervals::STOP_CHECK;
pub use launch::Launch;
pub use live_slot::{Glimpse, LiveSlot, LiveWriter};
pub use match_game::MatchGame;
pub use person::{FarInput, Person, PersonInput, Typed, Typing};
pub use player::Player;
pub use process::Process;
pub use recognition::{Recognition, TriedDialect, recognise};
pub use record_file::{Durability, RecordFile};
pub use resident::Resident;
pub use search_path::locate;
pub use seating::{Seating, Sitter};
pub use series::{Progress, Series, SeriesGame};
pub use spares::Spares;
pub use staging::{now_ms, staging};
pub use waiting::{is_waiting, tell_of_waiting};
pub use watch::{SeatClock, Seen, Spoke, Watch};
