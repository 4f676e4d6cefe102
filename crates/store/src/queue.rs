//! The queue of games: handed out at least once, counted exactly once. Each change is one transaction; who holds a job
//! is decided by its fence.

use crate::database::Tx;
use crate::error::id;
use crate::packed::{pack, unpack};
use crate::statement::{Arg, Sql};
use crate::{
    CallOff, Database, Dropped, FELL_SILENT, Finished, GameKey, GameResult, Job, JobState, Lease, Listed,
    Progress, Release, Running, Settled, Standing, StoreError, Terms, Worker,
};
use Arg::{Int, Text};
use leitai_core::Sentence;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rows that this transaction is about to change. SQLite has one writer; PostgreSQL lets others pass by.
macro_rules! pick {
    ($text:literal) => {
        Sql { sqlite: $text, postgres: concat!($text, " FOR UPDATE SKIP LOCKED") }
    };
}

const ADD: Sql = Sql::same(
    "INSERT INTO jobs (event, game, queue, priority, place, payload, state, attempts, fence, cancel)
     VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, 0, 0) ON CONFLICT (event, game) DO NOTHING",
);
const LAST_PLACE: Sql = Sql::same("SELECT COALESCE(MAX(place), 0) FROM jobs");
const ANY_DUE: Sql = Sql::same(
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM jobs WHERE queue = $1 AND state = 'waiting')
       OR EXISTS (SELECT 1 FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < $2)",
);
const SILENT: Sql =
    pick!("SELECT event, game FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < $2");
/// Those of the workers whose ids begin so.
const HELD_BY: Sql = pick!(
    "SELECT event, game FROM jobs
     WHERE queue = $1 AND state = 'running' AND substr(worker, 1, length($2)) = $2"
);
const TAKE_BACK: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, note = $4, attempts = attempts - $5, state = CASE
       WHEN cancel = 1 THEN 'cancelled' WHEN attempts - $5 >= $3 THEN 'stuck' ELSE 'waiting' END
     WHERE event = $1 AND game = $2",
);
const NEXT: Sql = pick!(
    "SELECT event, game, priority, payload, attempts, fence FROM jobs
     WHERE queue = $1 AND state = 'waiting' ORDER BY priority DESC, place LIMIT 1"
);
const HOLD: Sql = Sql::same(
    "UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, worker = $3, until_ms = $4
     WHERE event = $1 AND game = $2",
);
const BEAT: Sql = Sql::same(
    "UPDATE jobs SET until_ms = $5
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' RETURNING cancel",
);
const END: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'done' END
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' RETURNING state",
);
const RESULT: Sql = Sql::same(
    "INSERT INTO results (event, game, fence, worker, at_ms, body, packed) VALUES ($1, $2, $3, $4, $5, '', $6)",
);
const STATE: Sql =
    Sql::same("SELECT state FROM jobs WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4");
const GIVE_BACK: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, attempts = attempts - 1,
       state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'waiting' END
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'",
);
const FAIL: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, note = $6, state = CASE
       WHEN cancel = 1 THEN 'cancelled' WHEN attempts >= $5 THEN 'stuck' ELSE 'waiting' END
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'",
);
const CANCEL: Sql = Sql::same(
    "UPDATE jobs SET cancel = 1,
       state = CASE WHEN state IN ('waiting', 'stuck') THEN 'cancelled' ELSE state END
     WHERE event = $1 AND game = $2 AND state <> 'done' RETURNING state",
);
const KNOWN: Sql = Sql::same("SELECT state FROM jobs WHERE event = $1 AND game = $2");
const AGAIN: Sql = Sql::same(
    "UPDATE jobs SET queue = $3, priority = $4, payload = $5, state = 'waiting', attempts = 0, cancel = 0,
       note = NULL
     WHERE event = $1 AND game = $2 AND state IN ('waiting', 'stuck', 'cancelled')",
);
const AHEAD: Sql = Sql::same(
    "SELECT (SELECT COUNT(*) FROM jobs other
       WHERE other.queue = jobs.queue AND other.state = 'waiting' AND (other.priority > jobs.priority
         OR other.priority = jobs.priority AND other.place < jobs.place))
     FROM jobs WHERE event = $1 AND game = $2 AND state = 'waiting'",
);
/// The same, but what is stuck waits for an operator.
const ANEW: Sql = Sql::same(
    "UPDATE jobs SET queue = $3, priority = $4, payload = $5, state = 'waiting', attempts = 0, cancel = 0,
       note = NULL
     WHERE event = $1 AND game = $2 AND state IN ('waiting', 'cancelled')",
);
const LIST: Sql = Sql::same(
    "SELECT game, queue, priority, payload, state, attempts, cancel, worker, until_ms, note FROM jobs
     WHERE event = $1 ORDER BY place, game",
);
const RESULTS: Sql = Sql::same(
    "SELECT game, worker, fence, at_ms, body, packed FROM results WHERE event = $1 ORDER BY at_ms, game",
);

/// The games come as one JSON list: a statement has few arguments, and there may be many games.
const PROGRESS: Sql = Sql {
    sqlite: "SELECT j.game, j.state, j.fence, j.note, r.body, r.packed FROM json_each($2) wanted
       JOIN jobs j ON j.event = $1 AND j.game = wanted.value
       LEFT JOIN results r ON r.event = j.event AND r.game = j.game
     WHERE j.state IN ('done', 'cancelled', 'stuck') OR j.state = 'running' AND j.cancel = 0",
    postgres: "SELECT j.game, j.state, j.fence, j.note, r.body, r.packed
       FROM json_array_elements_text(CAST($2 AS json)) wanted
       JOIN jobs j ON j.event = $1 AND j.game = wanted.value
       LEFT JOIN results r ON r.event = j.event AND r.game = j.game
     WHERE j.state IN ('done', 'cancelled', 'stuck') OR j.state = 'running' AND j.cancel = 0",
};

/// What the record of a watched game grew by, once its worker holds it no more.
const FORGET: Sql = Sql::same("DELETE FROM grown WHERE event = $1 AND game = $2");
/// Who watches a game that nobody plays again.
const NOBODY_WATCHES: Sql = Sql::same("DELETE FROM watched WHERE event = $1 AND game = $2");

/// A queue of games in a [`Database`], shared by workers on many machines.
///
/// A job is leased to one worker at a time, and again if that worker stops responding, so a game may be played more than
/// once. Its result is written in the same transaction that checks the lease, so there is at most one result per game,
/// whichever process dies when.
pub struct Queue {
    pub(crate) database: Database,
    terms: Terms,
    /// Number of calls of `lease`.
    asked: AtomicU64,
}

impl Queue {
    /// The queue of a database. All its users must pass the same terms.
    pub fn new(database: Database, terms: Terms) -> Queue {
        Queue { database, terms, asked: AtomicU64::new(0) }
    }

    /// Its timing and retry limits.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// How often [`lease`](Queue::lease) was called on this value: the load that idle workers put on the database.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Adds jobs, all or none, and returns how many are new. Games already in the queue are left unchanged.
    pub async fn enqueue(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let last: Vec<(i64,)> = tx.rows(LAST_PLACE, &[]).await?;
        let (last,) = self.database.single(last)?;
        let mut new = 0;
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
        tx.commit().await?;
        Ok(new)
    }

    /// Makes games that are stuck, cancelled or waiting available again with the contents of these jobs and all their
    /// attempts, all or none. Returns how many were changed: running, finished and unknown games are left unchanged.
    pub async fn requeue(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        self.again(AGAIN, jobs).await
    }

    /// The same, but games that are stuck stay so: only an operator may try them again.
    pub async fn requeue_unless_stuck(&self, jobs: &[Job]) -> Result<u64, StoreError> {
        self.again(ANEW, jobs).await
    }

    async fn again(&self, which: Sql, jobs: &[Job]) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let mut renewed = 0;
        for job in jobs {
            let payload = job.payload.to_string();
            let place = [Text(&job.event), Text(&job.game), Text(id(&job.class)?), Int(job.priority)];
            let mut args = place.to_vec();
            args.push(Text(&payload));
            renewed += tx.run(which, &args).await?;
        }
        tx.commit().await?;
        Ok(renewed)
    }

    /// Leases the waiting job of a class with the highest priority to a worker; none if none is waiting. The worker's id
    /// must be unique to its process. First makes jobs of workers that stopped responding available again, or stuck.
    pub async fn lease(&self, class: &str, worker: &str) -> Result<Option<Lease>, StoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (class, worker) = (id(class)?, id(worker)?);
        // An idle worker asks often: that takes no lock and writes nothing.
        let now = self.database.now().await?;
        let due: Vec<(i32,)> = self.database.rows(ANY_DUE, &[Text(class), Int(now)]).await?;
        if due.is_empty() {
            return Ok(None);
        }
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        self.take_back(&mut tx, SILENT, &[Text(class), Int(now)], 0).await?;
        let next: Vec<(String, String, i64, String, i64, i64)> = tx.rows(NEXT, &[Text(class)]).await?;
        let mut lease = None;
        if let Some((event, game, priority, payload, attempts, fence)) = next.into_iter().next() {
            let until = now + self.terms.lease().as_millis() as i64;
            tx.run(HOLD, &[Text(&event), Text(&game), Text(worker), Int(until)]).await?;
            let payload = self.json(&event, &game, &payload)?;
            let job = Job { event, game: game.parse()?, class: class.to_owned(), priority, payload };
            let (worker, attempt) = (worker.to_owned(), attempts as u32 + 1);
            lease = Some(Lease { job, worker, fence: fence + 1, attempt });
        }
        tx.commit().await?;
        Ok(lease)
    }

    /// Makes the jobs of a class available again, without waiting for their leases to end, that workers of this name hold.
    /// For whoever knows that all of these were ended together: that says nothing against any of their games, so the attempts do
    /// not count. Returns how many it were.
    pub async fn bury(&self, class: &str, name: &str) -> Result<usize, StoreError> {
        let ids = Worker::ids_begin(name);
        let mut tx = self.database.begin().await?;
        let buried = self.take_back(&mut tx, HELD_BY, &[Text(id(class)?), Text(id(&ids)?)], 1).await?;
        tx.commit().await?;
        Ok(buried)
    }

    /// Makes jobs of workers that stopped responding available again, unless they are stuck or were cancelled; how many
    /// these workers held. So many of their attempts are given back.
    async fn take_back(
        &self,
        tx: &mut Tx<'_>,
        which: Sql,
        args: &[Arg<'_>],
        forgiven: i64,
    ) -> Result<usize, StoreError> {
        let silent: Vec<(String, String)> = tx.rows(which, args).await?;
        for (event, game) in &silent {
            let args = [
                Text(event),
                Text(game),
                Int(self.terms.attempts.into()),
                Text(FELL_SILENT.en),
                Int(forgiven),
            ];
            tx.run(TAKE_BACK, &args).await?;
            tx.run(FORGET, &args[..2]).await?;
        }
        Ok(silent.len())
    }

    /// Reports that the worker is alive, and extends the lease. Returns whether it still holds the job.
    pub async fn heartbeat(&self, lease: &Lease) -> Result<Standing, StoreError> {
        let mut tx = self.database.begin().await?;
        let until = tx.now().await? + self.terms.lease().as_millis() as i64;
        let mut args = mine(lease).to_vec();
        args.push(Int(until));
        let rows: Vec<(i64,)> = tx.rows(BEAT, &args).await?;
        tx.commit().await?;
        Ok(match rows.first() {
            None => Standing::Lost,
            Some((0,)) => Standing::Mine,
            Some(_) => Standing::Cancelled,
        })
    }

    /// Stores the result if the lease still holds, in one transaction. May be repeated with the same lease if the answer
    /// was lost, and then returns the same.
    pub async fn finish(&self, lease: &Lease, result: &Value) -> Result<Finished, StoreError> {
        let mut tx = self.database.begin().await?;
        let mut states: Vec<(String,)> = tx.rows(END, &mine(lease)).await?;
        if !states.is_empty() {
            tx.run(FORGET, &mine(lease)[..2]).await?;
            tx.run(NOBODY_WATCHES, &mine(lease)[..2]).await?;
        }
        if states.first().is_some_and(|(state,)| state == "done") {
            let (now, packed) = (tx.now().await?, pack(&result.to_string()));
            let mut args = mine(lease).to_vec();
            args.extend([Int(now), Arg::Bytes(&packed)]);
            tx.run(RESULT, &args).await?;
        } else if states.is_empty() {
            // Done already under this very lease, if the first answer was lost.
            states = tx.rows(STATE, &mine(lease)).await?;
        }
        tx.commit().await?;
        Ok(match states.first().map(|(state,)| state.as_str()) {
            Some("done") => Finished::Stands,
            Some("cancelled") => Finished::Dropped(Dropped::Cancelled),
            _ => Finished::Dropped(Dropped::Late),
        })
    }

    /// Returns the job without a result; false if the lease no longer held it.
    pub async fn release(&self, lease: &Lease, why: &Release) -> Result<bool, StoreError> {
        let mut args = mine(lease).to_vec();
        let sql = match why {
            Release::GivenBack => GIVE_BACK,
            Release::Failed(why) => {
                args.extend([Int(self.terms.attempts.into()), Text(why)]);
                FAIL
            }
        };
        let mut tx = self.database.begin().await?;
        let changed = tx.run(sql, &args).await?;
        if changed > 0 {
            tx.run(FORGET, &args[..2]).await?;
        }
        tx.commit().await?;
        Ok(changed > 0)
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

    /// How many waiting jobs of its class go before a waiting one, as things are now; none if it does not wait.
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
                    format!("game \"{game}\" of \"{event}\" has the state \"{other}\""),
                    format!("“{event}”的“{game}”局状态为“{other}”"),
                );
                return Err(StoreError::Row(self.database.place().to_owned(), why));
            }
        })
    }

    /// Those of these games that are settled, and those that are being played. The cost depends on their number, not on
    /// the size of the event.
    pub async fn progress(&self, event: &str, games: &[GameKey]) -> Result<Progress, StoreError> {
        let games: Vec<&str> = games.iter().map(|game| &**game).collect();
        let games = Value::from(games).to_string();
        let rows: Vec<ProgressRow> = self.database.rows(PROGRESS, &[Text(event), Text(&games)]).await?;
        let mut progress = Progress::default();
        for (name, state, fence, note, body, packed) in rows {
            let game = name.parse()?;
            match self.state(event, &name, &state)? {
                JobState::Running => progress.running.push(Running { game, fence }),
                state => {
                    let result = body.map(|body| self.result(event, &name, &body, packed)).transpose()?;
                    progress.settled.push(Settled { game, state, fence, note, result });
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
        // What cannot be unpacked is no JSON either.
        self.json(event, game, &unpack(&packed).unwrap_or_default())
    }

    pub(crate) fn json(&self, event: &str, game: &str, text: &str) -> Result<Value, StoreError> {
        serde_json::from_str(text).map_err(|error| {
            let why = Sentence::new(
                format!("game \"{game}\" of \"{event}\" holds what is not JSON ({error})"),
                format!("“{event}”的“{game}”局内容不是 JSON（{error}）"),
            );
            StoreError::Row(self.database.place().to_owned(), why)
        })
    }
}

type ListRow = (String, String, i64, String, String, i64, i64, Option<String>, Option<i64>, Option<String>);

type ProgressRow = (String, String, i64, Option<String>, Option<String>, Option<Vec<u8>>);

type ResultRow = (String, String, i64, i64, String, Option<Vec<u8>>);

/// What a lease's own statements begin with.
pub(crate) fn mine(lease: &Lease) -> [Arg<'_>; 4] {
    [Text(&lease.job.event), Text(&lease.job.game), Int(lease.fence), Text(&lease.worker)]
}
