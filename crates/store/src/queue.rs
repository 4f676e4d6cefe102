//! The queue of games: handed out at least once, counted exactly once. Each change is one transaction; who holds a job
//! is decided by its fence.

mod apart;
mod blame;
pub(crate) mod holding;
pub(crate) mod sql;
pub(crate) mod taking;

use crate::database::Tx;
use crate::error::id;
use crate::packed::unpack;
use crate::statement::{Arg, Sql};
use crate::worker_id::name_of;
use crate::{
    CallOff, Database, GameKey, GameResult, Job, JobState, LeaseTerms, Listed, Progress, Running, Settled,
    StoreError,
};
use Arg::{Int, Text};
use leitai_core::Sentence;
use serde_json::{Value, json};
use sql::seen_state;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

const ADD: Sql = Sql::same(
    "INSERT INTO jobs (event, game, queue, priority, place, payload, state, attempts, fence, cancel)
     VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, 0, 0) ON CONFLICT (event, game) DO NOTHING",
);
/// Takes all jobs as one argument; their places follow the second.
const ADD_ALL: Sql = Sql::postgres(
    "INSERT INTO jobs (event, game, queue, priority, place, payload, state, attempts, fence, cancel)
     SELECT event, game, class, priority, $2 + n, payload, 'waiting', 0, 0, 0
     FROM json_to_recordset(CAST($1 AS json))
       AS g(n BIGINT, event TEXT, game TEXT, class TEXT, priority BIGINT, payload TEXT)
     ORDER BY n ON CONFLICT (event, game) DO NOTHING",
);
const LAST_PLACE: Sql = Sql::same("SELECT COALESCE(MAX(place), 0) FROM jobs");
const CANCEL: Sql = Sql::same(
    "UPDATE jobs SET cancel = 1,
       state = CASE WHEN state IN ('waiting', 'stuck') THEN 'cancelled' ELSE state END
     WHERE event = $1 AND game = $2 AND state <> 'done' RETURNING state",
);
const KNOWN: Sql = Sql::same("SELECT state FROM jobs WHERE event = $1 AND game = $2");
/// Requeues jobs that are waiting or cancelled, or in one further state.
const AGAIN: Sql = Sql::same(
    "UPDATE jobs SET queue = $3, priority = $4, payload = $5, state = 'waiting', attempts = 0, cancel = 0,
       note = NULL
     WHERE event = $1 AND game = $2 AND state IN ('waiting', 'cancelled', $6)
       AND ($6 = 'stuck' OR NOT EXISTS (SELECT 1 FROM failed WHERE failed.event = $1 AND failed.game = $2 AND spent = 1))",
);
const AHEAD: Sql = Sql::same(
    "SELECT (SELECT COUNT(*) FROM jobs other
       WHERE other.queue = jobs.queue AND other.state = 'waiting' AND (other.priority > jobs.priority
         OR other.priority = jobs.priority AND other.place < jobs.place))
     FROM jobs WHERE event = $1 AND game = $2 AND state = 'waiting'",
);
/// Takes all jobs as one argument, locked in the order of their names, and a further state besides `waiting` and
/// `cancelled` that they may be in.
const AGAIN_ALL: Sql = Sql::postgres(
    "WITH given AS MATERIALIZED (SELECT g.*, j.state FROM json_to_recordset(CAST($1 AS json))
       AS g(n BIGINT, event TEXT, game TEXT, class TEXT, priority BIGINT, payload TEXT)
       JOIN jobs j ON j.event = g.event AND j.game = g.game WHERE j.state IN ('waiting', 'cancelled', $2)
         AND ($2 = 'stuck' OR NOT EXISTS (SELECT 1 FROM failed f WHERE f.event = j.event AND f.game = j.game AND spent = 1))
       ORDER BY j.event, j.game FOR UPDATE OF j),
     forgiven AS (DELETE FROM failed USING given WHERE failed.event = given.event AND failed.game = given.game)
     UPDATE jobs SET queue = given.class, priority = given.priority, payload = given.payload, state = 'waiting',
       attempts = 0, cancel = 0, note = NULL
     FROM given WHERE jobs.event = given.event AND jobs.game = given.game",
);
const LIST: Sql = Sql::same(concat!(
    "SELECT game, queue, priority, payload, ",
    seen_state!(),
    ", attempts, cancel, worker, until_ms, note FROM jobs WHERE event = $1 ORDER BY place, game",
));
const RESULTS: Sql = Sql::same(
    "SELECT game, worker, fence, at_ms, body, packed FROM results WHERE event = $1 ORDER BY at_ms, game",
);

macro_rules! progress {
    ($wanted:literal) => {
        concat!(
            "SELECT game, seen, fence, note, worker, body, packed FROM (SELECT jobs.game, ",
            seen_state!(),
            " AS seen, jobs.cancel, jobs.fence, jobs.note, r.worker, r.body, r.packed FROM ",
            $wanted,
            " JOIN jobs ON jobs.event = $1 AND jobs.game = wanted.value
               LEFT JOIN results r ON r.event = jobs.event AND r.game = jobs.game) AS known
             WHERE seen IN ('done', 'cancelled', 'stuck') OR seen = 'running' AND cancel = 0"
        )
    };
}
/// The games come as one JSON list: a statement can have few arguments, and there may be many games.
const PROGRESS: Sql = Sql {
    sqlite: progress!("json_each($2) wanted"),
    postgres: progress!("json_array_elements_text(CAST($2 AS json)) wanted"),
};

/// A queue of games in a [`Database`], shared by workers on many machines.
///
/// A job is leased to one worker at a time, and again if that worker stops responding, so a game may be played more
/// than once. Its result is written in the same transaction that checks the lease, so there is at most one result per
/// game, whichever process dies when.
pub struct Queue {
    pub(crate) database: Database,
    terms: LeaseTerms,
    /// Number of calls of `lease`.
    asked: AtomicU64,
}

impl Queue {
    /// The queue of a database. All its users must pass the same terms.
    pub fn new(database: Database, terms: LeaseTerms) -> Queue {
        Queue { database, terms, asked: AtomicU64::new(0) }
    }

    /// Its timing and retry limits.
    pub fn terms(&self) -> LeaseTerms {
        self.terms
    }

    /// How often [`lease`](Queue::lease) was called on this value: the load that idle workers put on the database.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Adds jobs, all or none, and returns how many are new. Games already in the queue are left unchanged.
    pub async fn enqueue(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let new = self.add(&mut tx, jobs).await?;
        tx.commit().await?;
        Ok(new)
    }

    /// As [`Queue::enqueue`], within a transaction.
    pub(crate) async fn add(&self, tx: &mut Tx<'_>, jobs: &[Job]) -> Result<u64, StoreError> {
        let last: Vec<(i64,)> = tx.rows(LAST_PLACE, &[]).await?;
        let (last,) = self.database.single(last)?;
        let mut new = 0;
        if self.database.is_sqlite() {
            for (place, job) in (last + 1..).zip(jobs) {
                let payload = job.payload.to_string();
                let args = [
                    Text(id(&job.event)?),
                    Text(&job.game),
                    Text(id(&job.class)?),
                    Int(job.priority),
                    Int(place),
                    Text(&payload),
                ];
                new += tx.run(ADD, &args).await?;
            }
        } else {
            new += tx.run(ADD_ALL, &[Text(&list(jobs)?), Int(last)]).await?;
        }
        self.tell_of_work(tx, jobs).await?;
        Ok(new)
    }

    /// Makes games that are stuck, cancelled or waiting available again with the contents of these jobs and all their
    /// attempts, all or none. Returns how many were changed: running, finished and unknown games are left unchanged.
    pub async fn requeue(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        self.again(jobs, "stuck").await
    }

    /// As [`Queue::requeue`], but leaves stuck games alone: only an operator may try them again.
    pub async fn requeue_unless_stuck(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        self.again(jobs, "waiting").await
    }

    async fn again(&self, jobs: &[Job], too: &str) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let mut renewed = 0;
        if self.database.is_sqlite() {
            for job in jobs {
                let payload = job.payload.to_string();
                let (class, priority) = (Text(id(&job.class)?), Int(job.priority));
                let args = [Text(&job.event), Text(&job.game), class, priority, Text(&payload), Text(too)];
                let is_renewed = tx.run(AGAIN, &args).await?;
                if is_renewed > 0 {
                    self.forgive(&mut tx, &job.event, &job.game).await?;
                }
                renewed += is_renewed;
            }
        } else {
            renewed += tx.run(AGAIN_ALL, &[Text(&list(jobs)?), Text(too)]).await?;
        }
        self.tell_of_work(&mut tx, jobs).await?;
        tx.commit().await?;
        Ok(renewed)
    }

    /// Notifies those who wait for work of these jobs' classes.
    async fn tell_of_work(&self, tx: &mut Tx<'_>, jobs: &[Job]) -> Result<(), StoreError> {
        let classes: BTreeSet<&str> = jobs.iter().map(|job| job.class.as_str()).collect();
        for class in classes {
            tx.tell_of_work(class).await?;
        }
        Ok(())
    }

    /// Cancels a game.
    pub async fn cancel(&self, event: &str, game: &GameKey) -> Result<CallOff, StoreError> {
        let mut tx = self.database.begin().await?;
        let states: Vec<(String,)> = tx.rows(CANCEL, &[Text(event), Text(game)]).await?;
        let known: Vec<(String,)> = tx.rows(KNOWN, &[Text(event), Text(game)]).await?;
        tx.commit().await?;
        Ok(match states.first().map(|(state,)| state.as_str()) {
            Some("running") => CallOff::Soon,
            Some(_) => CallOff::Off,
            None if known.is_empty() => CallOff::Unknown,
            None => CallOff::TooLate,
        })
    }

    /// How many jobs of its class are ahead of a waiting job at this moment; `None` if the job is not waiting.
    pub async fn ahead(&self, event: &str, game: &GameKey) -> Result<Option<u64>, StoreError> {
        let rows: Vec<(i64,)> = self.database.rows(AHEAD, &[Text(event), Text(game)]).await?;
        Ok(rows.first().map(|(ahead,)| *ahead as u64))
    }

    /// The jobs of an event, in the order of enqueueing.
    pub async fn list(&self, event: &str) -> Result<Vec<Listed>, StoreError> {
        let rows: Vec<ListRow> = self.database.rows(LIST, &[Text(event)]).await?;
        rows.into_iter().map(|row| self.listed(event, row)).collect()
    }

    fn listed(&self, event: &str, row: ListRow) -> Result<Listed, StoreError> {
        let (game, class, priority, payload, state, attempts, cancel, worker, until_ms, note) = row;
        let state = self.state(event, &game, &state)?;
        let payload = self.json(event, &game, &payload)?;
        let job = Job { event: event.to_owned(), game: game.parse()?, class, priority, payload };
        let called_off = cancel != 0;
        Ok(Listed { job, state, attempts: attempts as u32, called_off, worker, until_ms, note })
    }

    fn state(&self, event: &str, game: &str, state: &str) -> Result<JobState, StoreError> {
        Ok(match state {
            "waiting" => JobState::Waiting,
            "running" => JobState::Running,
            "done" => JobState::Done,
            "cancelled" => JobState::Cancelled,
            "stuck" => JobState::Stuck,
            other => {
                let why = Sentence::new(
                    format!("game \"{game}\" of \"{event}\" has the unknown state \"{other}\""),
                    format!("“{event}”的“{game}”局状态为“{other}”"),
                );
                return Err(StoreError::Row(self.database.place().to_owned(), why));
            }
        })
    }

    /// Which of these games are settled, and which are being played. The cost depends on their number, not on the size
    /// of the event.
    pub async fn progress(&self, event: &str, games: &[GameKey]) -> Result<Progress, StoreError> {
        let games: Vec<&str> = games.iter().map(|game| &**game).collect();
        let games = Value::from(games).to_string();
        let rows: Vec<ProgressRow> = self.database.rows(PROGRESS, &[Text(event), Text(&games)]).await?;
        let mut progress = Progress::default();
        for (name, state, fence, note, worker, body, packed) in rows {
            let (game, machine) = (name.parse()?, worker.map(|worker| name_of(&worker).to_owned()));
            match self.state(event, &name, &state)? {
                JobState::Running => progress.running.push(Running { game, fence }),
                state => {
                    // What a worker hands in may be anything.
                    let result = body.and_then(|body| self.result(event, &name, &body, packed).ok());
                    progress.settled.push(Settled { game, state, fence, note, machine, result });
                }
            }
        }
        Ok(progress)
    }

    /// The results of an event, in the order in which they were stored.
    pub async fn results(&self, event: &str) -> Result<Vec<GameResult>, StoreError> {
        let rows: Vec<ResultRow> = self.database.rows(RESULTS, &[Text(event)]).await?;
        let rows = rows.into_iter().map(|(game, worker, fence, at_ms, body, packed)| {
            let body = self.result(event, &game, &body, packed)?;
            Ok(GameResult { game: game.parse()?, worker, fence, at_ms, body })
        });
        rows.collect()
    }

    fn result(
        &self,
        event: &str,
        game: &str,
        body: &str,
        packed: Option<Vec<u8>>,
    ) -> Result<Value, StoreError> {
        let Some(packed) = packed else { return self.json(event, game, body) };
        // A body that cannot be unpacked is reported as invalid JSON.
        self.json(event, game, &unpack(&packed).unwrap_or_default())
    }

    pub(crate) fn json(&self, event: &str, game: &str, text: &str) -> Result<Value, StoreError> {
        serde_json::from_str(text).map_err(|error| {
            let why = Sentence::new(
                format!("game \"{game}\" of \"{event}\" contains invalid JSON ({error})"),
                format!("“{event}”的“{game}”局内容不是 JSON（{error}）"),
            );
            StoreError::Row(self.database.place().to_owned(), why)
        })
    }
}

type ListRow = (String, String, i64, String, String, i64, i64, Option<String>, Option<i64>, Option<String>);

type ProgressRow = (String, String, i64, Option<String>, Option<String>, Option<String>, Option<Vec<u8>>);

type ResultRow = (String, String, i64, i64, String, Option<Vec<u8>>);

/// Jobs as one argument.
fn list(jobs: &[Job]) -> Result<String, StoreError> {
    let rows = jobs.iter().enumerate().map(|(n, job)| {
        let (event, game, class) = (id(&job.event)?, &*job.game, id(&job.class)?);
        let payload = job.payload.to_string();
        Ok(json!({ "n": n + 1, "event": event, "game": game, "class": class, "priority": job.priority, "payload": payload }))
    });
    Ok(Value::Array(rows.collect::<Result<_, StoreError>>()?).to_string())
}
