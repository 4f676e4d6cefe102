//! The queue of games: handed out at least once, counted exactly once.

use crate::Soon;
use serde_json::Value;
use std::time::Duration;

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

/// The times of a queue. All who use one database use the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// A worker says this often that it is alive.
    pub heartbeat: Duration,
    /// After so many missed heartbeats its job is another's.
    pub missed: u32,
    /// How often a worker with nothing to do asks for work.
    pub poll: Duration,
    /// A job that was tried so often in vain is stuck: it needs a person.
    pub attempts: u32,
}

impl Default for Terms {
    /// 10 s, 3 missed, 3 attempts; asking every 500 ms.
    fn default() -> Terms {
        let (heartbeat, poll) = (Duration::from_secs(10), Duration::from_millis(500));
        Terms { heartbeat, missed: 3, poll, attempts: 3 }
    }
}

impl Terms {
    /// How long a worker holds a job after its last heartbeat.
    pub fn lease(&self) -> Duration {
        self.heartbeat * self.missed
    }
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

/// The answer to a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
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
pub enum Called {
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
    /// It was tried as often as the terms allow: it needs a person, who may [`Queue::again`].
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

/// A queue of games that many workers on many machines share.
///
/// A job is handed to one worker at a time, again when that one falls silent, so it may be played twice. Its
/// result is written together with the proof that the lease still holds: one result a game, whatever dies when.
pub trait Queue: Send + Sync {
    /// Its times.
    fn terms(&self) -> Terms;

    /// Adds jobs, all or none, and says how many are new: a game that is known stays as it is.
    fn enqueue<'a>(&'a self, jobs: &'a [Job]) -> Soon<'a, u64>;

    /// Hands the most urgent waiting job of a class to a worker, whose id is unique to its process's start.
    /// Jobs of workers that fell silent wait again, or are stuck.
    fn lease<'a>(&'a self, class: &'a str, worker: &'a str) -> Soon<'a, Option<Lease>>;

    /// Says that the worker is alive and holds the job.
    fn heartbeat<'a>(&'a self, lease: &'a Lease) -> Soon<'a, Beat>;

    /// Writes the result, in one transaction with "is this lease still the job's?". Asked again under the same
    /// lease, since the answer may have been lost, it says the same.
    fn finish<'a>(&'a self, lease: &'a Lease, result: &'a Value) -> Soon<'a, Finished>;

    /// Gives the job back without a result; false if it was not this lease's any more.
    fn release<'a>(&'a self, lease: &'a Lease, why: &'a Release) -> Soon<'a, bool>;

    /// Calls a game off.
    fn cancel<'a>(&'a self, event: &'a str, game: &'a str) -> Soon<'a, Called>;

    /// Lets games that are stuck, called off or still waiting be played as these jobs say, with all their attempts;
    /// all or none. Says how many they are: one that runs, is done or is not known stays as it is.
    fn again<'a>(&'a self, jobs: &'a [Job]) -> Soon<'a, u64>;

    /// Those of these games that are settled. It costs what they cost, however large the event is.
    fn settled<'a>(&'a self, event: &'a str, games: &'a [String]) -> Soon<'a, Vec<Settled>>;

    /// The jobs of an event, in the order of enqueueing.
    fn list<'a>(&'a self, event: &'a str) -> Soon<'a, Vec<Listed>>;

    /// The results of an event, in the order of writing.
    fn results<'a>(&'a self, event: &'a str) -> Soon<'a, Vec<GameResult>>;
}
