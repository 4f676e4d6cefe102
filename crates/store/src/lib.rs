//! Durable storage: the journal of an event, the queue of its games, and its programs.
//!
//! A [`Journal`] is an append-only list of an event's entries, in a file of its own ([`FileJournal`]) or in a database
//! ([`SqlJournal`]). A [`Queue`] hands games to workers on many machines: a game is delivered at least once, since a
//! worker may die or freeze, but has exactly one result. [`Blobs`] stores programs under their hash, and
//! [`Submissions`] records who handed in which program and what became of it. [`People`] holds the accounts of a site,
//! and [`Audit`] lists what they did. The [`Database`] is SQLite in one file, or PostgreSQL where one machine is not
//! enough; both pass the same tests.
//!
//! Events and keys are opaque text here, bodies opaque JSON. A number with a fraction may come back changed in its last
//! binary digit; integers and text never do.
#![warn(clippy::unwrap_used)]

mod actor;
#[cfg(feature = "databases")]
mod address;
mod admitted;
mod admitted_only;
#[cfg(feature = "databases")]
mod arrival;
mod audit;
mod blob;
mod calling;
#[cfg(feature = "databases")]
mod copy;
mod crew_order;
mod crew_report;
mod crews;
#[cfg(feature = "databases")]
mod database;
#[cfg(not(feature = "databases"))]
#[path = "without.rs"]
mod database;
mod desk;
#[cfg(feature = "databases")]
mod door_functions;
mod doors;
mod driver_error;
mod error;
mod event_switch;
mod file_lock;
mod forget;
mod game_key;
mod job;
mod journal;
mod journal_file;
mod journal_line;
mod journal_reader;
mod journal_sql;
mod lease_terms;
mod live_game;
mod notices;
mod outage;
mod packed;
mod people;
mod person;
mod private;
mod questions;
mod queue;
mod removal;
mod reports;
mod retry;
mod role;
mod score_columns;
mod second_playings;
mod sessions;
mod sign_in;
mod statement;
mod submission;
mod submissions;
#[cfg(feature = "databases")]
mod tables;
mod tokens;
mod trials;
mod worker;
mod worker_id;

pub use actor::{Actor, Right};
pub use admitted::{AdmittedWorker, AdmittedWorkers};
pub use admitted_only::AdmittedOnly;
pub use audit::{Audit, AuditLine, Deed};
pub use blob::{Blobs, Freed};
pub use calling::Calling;
pub use crew_order::CrewOrder;
pub use crews::{CrewSeen, Crews, HeldBack};
pub use database::Database;
pub use desk::Held;
pub use driver_error::DriverError;
pub use error::{BlobFault, StoreError};
pub use event_switch::{EventSwitch, EventSwitches};
pub use file_lock::FileLock;
pub use game_key::GameKey;
pub use job::{
    CallOff, Dropped, FELL_SILENT, Finished, GameResult, Job, JobState, Lease, Listed, Progress, Release,
    Running, Settled, Standing,
};
pub use journal::{Appended, Journal, JournalEntry, StoreFuture};
pub use journal_file::FileJournal;
pub use journal_reader::{JournalReader, Torn};
pub use journal_sql::{SignedJournal, SqlJournal};
pub use lease_terms::LeaseTerms;
pub use live_game::{Grown, HandedOver, Mark};
pub use notices::{Notice, Notices};
pub use outage::{Outage, tell_of_outages};
pub use people::{Imported, People, RosterEffect};
pub use person::{
    Credentials, CredentialsVersion, NewSession, Opener, Person, RosterEntry, RosterLine, Session,
};
pub use private::{close_entries, close_folder, keep_private, tell_of_closing};
pub use questions::{Question, Questions};
pub use queue::Queue;
pub use removal::{Removed, WITHDRAWN};
pub use reports::{HandedInReport, Report, ReportReceived, Reports};
pub use retry::patiently;
pub use role::Role;
pub use score_columns::{Filled, ScoreColumn, ScoreColumns};
pub use second_playings::{SecondOutcome, SecondPlaying, SecondPlayings};
pub use sessions::SESSION_LASTS;
pub use sign_in::Named;
pub use submission::{HandedIn, HeldSubmission, Received, Submission, SubmissionLimits, SubmissionState};
pub use submissions::{Added, Submissions};
pub use tokens::{ApiToken, MOST_TOKENS, NewToken, Scope, TokenMade};
pub use trials::{OrderedTrial, Trial, TrialOrdered, Trials};
pub use worker::Worker;
