//! One game to be played, from its order to its result.

use serde_json::Value;

/// A game to be played: one job is one game, so that a lost worker costs minutes.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The event it belongs to.
    pub event: String,
    /// Its id, unique within the event.
    pub game: String,
    /// The class of machines that may play it: all games of an event go to one class.
    pub class: String,
    /// Higher goes first; within one priority the order of enqueueing.
    pub priority: i64,
    /// What a worker needs to know.
    pub payload: Value,
}

/// A worker's right to play a game, until it is lost.
#[derive(Clone, PartialEq, Debug)]
pub struct Lease {
    /// The game.
    pub job: Job,
    /// Who holds it.
    pub worker: String,
    /// Which of the job's leases this is, from 1: no two are alike.
    pub fence: i64,
    /// Which attempt this is, from 1; jobs given back do not count.
    pub attempt: u32,
}

/// Whether a job is still the worker's that holds it: the answer to a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Standing {
    /// Play on.
    Mine,
    /// Somebody called the game off: end it and release the job.
    Cancelled,
    /// The job is another's by now, or over: end the game; nobody waits for its result.
    Lost,
}

/// What became of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finished {
    /// It stands, and no other ever will.
    Stands,
    /// It was dropped.
    Dropped(Dropped),
}

/// Why a result was dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// The lease was lost, and the job handed to another, given back, or stuck.
    Late,
    /// The game was called off.
    Cancelled,
}

/// What is noted of a job whose worker fell silent.
pub const FELL_SILENT: &str = "its worker fell silent";

/// Why a job comes back without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Release {
    /// The worker shuts down: the attempt does not count.
    GivenBack,
    /// The game could not be played, for this reason: the attempt counts.
    Failed(String),
}

/// What became of calling a game off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallOff {
    /// It will not be played.
    Off,
    /// It is being played; its worker learns of it at its next heartbeat, and its result is dropped.
    Soon,
    /// It is over: its result stands.
    TooLate,
    /// There is no such game.
    Unknown,
}

/// Where a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JobState {
    /// For a worker.
    Waiting,
    /// A worker holds it.
    Running,
    /// Its result stands.
    Done,
    /// It was called off.
    Cancelled,
    /// It was tried as often as the terms allow: it needs a person, who may [`Queue::requeue`](crate::Queue::requeue).
    Stuck,
}

/// A job as the queue keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The job.
    pub job: Job,
    /// Where it stands.
    pub state: JobState,
    /// Attempts begun that count.
    pub attempts: u32,
    /// Has somebody called it off while it runs?
    pub called_off: bool,
    /// Who held it last.
    pub worker: Option<String>,
    /// Until when it is held, by the database's clock in milliseconds since 1970-01-01 UTC.
    pub until_ms: Option<i64>,
    /// Why the last attempt came to nothing.
    pub note: Option<String>,
}

/// The one result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// Who played it.
    pub worker: String,
    /// The lease under which it was played.
    pub fence: i64,
    /// When it was written, by the database's clock in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// What came out.
    pub body: Value,
}

/// A job that no worker will play any more, unless somebody says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// The game.
    pub game: String,
    /// [`JobState::Done`], [`JobState::Cancelled`] or [`JobState::Stuck`].
    pub state: JobState,
    /// Why the last attempt came to nothing.
    pub note: Option<String>,
    /// What came out, if it is done.
    pub result: Option<Value>,
}
