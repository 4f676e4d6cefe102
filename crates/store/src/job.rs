//! Jobs: one game each, from enqueueing to its result.

use crate::GameKey;
use leitai_core::Words;
use serde_json::Value;

/// A game to be played. One job is one game, so that a lost worker costs only minutes.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The event it belongs to.
    pub event: String,
    /// The game, unique within the event.
    pub game: GameKey,
    /// The class of machines that may play it; the same for all games of an event.
    pub class: String,
    /// Higher priorities go first; equal ones in the order of enqueueing.
    pub priority: i64,
    /// What a worker needs to play it; opaque to the store.
    pub payload: Value,
}

/// A worker's exclusive right to play a game, which ends if the worker misses its heartbeats.
#[derive(Clone, PartialEq, Debug)]
pub struct Lease {
    /// The game.
    pub job: Job,
    /// The worker that holds it.
    pub worker: String,
    /// The number of this lease among those of the job, from 1; never reused.
    pub fence: i64,
    /// The number of this attempt, from 1. Attempts that were given back do not count.
    pub attempt: u32,
}

/// Whether a worker still holds its job; the answer to a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Standing {
    /// It does: play on.
    Mine,
    /// The game was cancelled: abort it and release the job.
    Cancelled,
    /// Another worker has the job, or it is settled: abort the game; its result would be dropped.
    Lost,
}

/// Whether a result was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finished {
    /// Accepted; it is the only result of the game.
    Stands,
    /// Rejected.
    Dropped(Dropped),
}

/// Why a result was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// The lease had ended: the job was leased again, given back, or is stuck.
    Late,
    /// The game was cancelled.
    Cancelled,
}

/// The note of a job whose worker stopped sending heartbeats.
pub const FELL_SILENT: Words = Words::new("its worker stopped responding", "负责该局的机器失去联系");

/// Why a worker returns a job without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Release {
    /// The worker is shutting down; the attempt does not count.
    GivenBack,
    /// The game could not be played, for this reason; the attempt counts.
    Failed(String),
}

/// The effect of cancelling a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallOff {
    /// It will not be played.
    Off,
    /// It is being played: its worker is notified at the next heartbeat, and its result will be rejected.
    Soon,
    /// None: it already has a result.
    TooLate,
    /// There is no such game.
    Unknown,
}

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JobState {
    /// Waiting for a worker.
    Waiting,
    /// Leased to a worker.
    Running,
    /// It has a result.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It failed as often as the terms allow and needs an operator; see [`Queue::requeue`](crate::Queue::requeue).
    Stuck,
}

/// A job with its state.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The job.
    pub job: Job,
    /// Its state.
    pub state: JobState,
    /// Number of attempts that count.
    pub attempts: u32,
    /// Whether it was cancelled while running.
    pub called_off: bool,
    /// The worker that held it last.
    pub worker: Option<String>,
    /// When the lease ends, by the database's clock, in milliseconds since 1970-01-01 UTC.
    pub until_ms: Option<i64>,
    /// Why the last attempt failed.
    pub note: Option<String>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The game.
    pub game: GameKey,
    /// The worker that played it.
    pub worker: String,
    /// The number of the lease under which it was played.
    pub fence: i64,
    /// When it was stored, by the database's clock, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// The result itself; opaque to the store.
    pub body: Value,
}

/// The progress of an event's games. Waiting games are in neither list, nor are cancelled games that are still being
/// played.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Progress {
    /// The games that a worker holds.
    pub running: Vec<Running>,
    /// The games that no worker will play unless they are requeued.
    pub settled: Vec<Settled>,
}

/// A job that a worker holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Running {
    /// The game.
    pub game: GameKey,
    /// The number of its lease.
    pub fence: i64,
}

/// A job that no worker will play unless it is requeued.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// The game.
    pub game: GameKey,
    /// [`JobState::Done`], [`JobState::Cancelled`] or [`JobState::Stuck`].
    pub state: JobState,
    /// The number of its last lease; 0 if no worker ever held it.
    pub fence: i64,
    /// Why the last attempt failed.
    pub note: Option<String>,
    /// The machine that produced its result, if it is done.
    pub machine: Option<String>,
    /// Its result, if it is done.
    pub result: Option<Value>,
}
