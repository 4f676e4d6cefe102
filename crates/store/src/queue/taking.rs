//! Taking games from the queue, and taking them back from workers that stopped responding.

use super::Queue;
use super::sql::{FORGET, LEASE, gets_games, may_play, pick};
use crate::database::Tx;
use crate::doors::{LEASE_DOOR, SWEEP_DOOR};
use crate::error::id;
use crate::statement::{Arg, Sql};
use crate::worker_id::{ids_begin, name_of};
use crate::{FELL_SILENT, Job, Lease, StoreError};
use Arg::{Int, Text};
use std::sync::atomic::Ordering;

/// Avoids write transactions in SQLite when there is nothing to do.
const ANY_DUE: Sql = Sql::same(concat!(
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM jobs
         WHERE queue = $1 AND state = 'waiting' AND ",
    may_play!("$3"),
    ")
       OR EXISTS (SELECT 1 FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < $2)"
));
/// A game lost by a worker that had announced that it leaves is not at fault: that attempt is forgiven.
const SILENT: Sql = pick!(
    "SELECT event, game, CAST(CASE WHEN EXISTS (SELECT 1 FROM crews WHERE crews.id = jobs.worker AND leaves <> 0) THEN 1 ELSE 0 END
       AS BIGINT), worker FROM jobs WHERE queue = $1 AND state = 'running' AND until_ms < $2"
);
/// Jobs of all classes held by workers whose ids begin with `$1`.
const ALL_HELD_BY: Sql = pick!(
    "SELECT event, game, CAST(1 AS BIGINT), worker FROM jobs WHERE state = 'running' AND substr(worker, 1, length($1)) = $1"
);
/// Jobs of one class held by workers whose ids begin with `$2`.
const HELD_BY: Sql = pick!(
    "SELECT event, game, CAST(1 AS BIGINT), worker FROM jobs
     WHERE queue = $1 AND state = 'running' AND substr(worker, 1, length($2)) = $2"
);
const TAKE_BACK: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, note = $3, attempts = attempts - 1,
       state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'waiting' END
     WHERE event = $1 AND game = $2",
);
const NEXT: Sql = Sql::same(concat!(
    "SELECT event, game, priority, payload, attempts + 1, fence + 1, place,
       (SELECT COUNT(*) FROM watched w WHERE w.event = jobs.event AND w.game = jobs.game AND w.until_ms >= $3)
     FROM jobs WHERE queue = $1 AND state = 'waiting' AND ",
    may_play!("$5"),
    " AND ",
    gets_games!("$4", "$5"),
    " ORDER BY priority DESC, place LIMIT $2"
));
const HOLD: Sql = Sql::same(
    "UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, worker = $3, until_ms = $4
     WHERE event = $1 AND game = $2",
);

type Row = (String, String, i64, String, i64, i64, i64, i64);

/// A lease, and whether somebody watches its game.
pub(crate) struct LeasedGame {
    pub(crate) lease: Lease,
    pub(crate) is_watched: bool,
}

impl Queue {
    /// Leases the waiting job of a class with the highest priority to a worker; returns `None` if none is waiting. The
    /// worker's id must be unique to its process. First makes jobs of workers that stopped responding available again,
    /// or stuck.
    pub async fn lease(&self, class: &str, worker: &str) -> Result<Option<Lease>, StoreError> {
        Ok(self.take(class, worker, 1).await?.pop().map(|taken| taken.lease))
    }

    /// As [`Queue::lease`], for at most `most` jobs, the most urgent first.
    pub async fn lease_many(&self, class: &str, worker: &str, most: usize) -> Result<Vec<Lease>, StoreError> {
        Ok(self.take(class, worker, most).await?.into_iter().map(|taken| taken.lease).collect())
    }

    pub(crate) async fn take(
        &self,
        class: &str,
        worker: &str,
        most: usize,
    ) -> Result<Vec<LeasedGame>, StoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (class, worker) = (id(class)?, id(worker)?);
        let mut rows = if self.database.is_sqlite() {
            self.take_in_turn(class, worker, most).await?
        } else {
            self.take_at_once(class, worker, most).await?
        };
        rows.sort_by_key(|row| (-row.2, row.6));
        let taken = rows.into_iter().map(|(event, game, priority, payload, attempts, fence, _, watched)| {
            let payload = self.json(&event, &game, &payload)?;
            let job = Job { event, game: game.parse()?, class: class.to_owned(), priority, payload };
            let lease = Lease { job, worker: worker.to_owned(), fence, attempt: attempts as u32 };
            Ok(LeasedGame { lease, is_watched: watched > 0 })
        });
        taken.collect()
    }

    /// Takes one round trip, unless a worker has stopped responding.
    async fn take_at_once(&self, class: &str, worker: &str, most: usize) -> Result<Vec<Row>, StoreError> {
        let lasting = self.terms.lease().as_millis() as i64;
        let name = name_of(worker);
        let mut args = [Text(class), Text(worker), Int(most as i64), Int(lasting), Int(0), Text(name)];
        let lease = self.database.through(LEASE, LEASE_DOOR);
        let rows: Vec<Row> = self.database.rows(lease, &args).await?;
        if !rows.iter().any(|row| row.0.is_empty()) {
            return Ok(rows);
        }
        if self.database.admitted().is_some() {
            let _: Vec<(i64,)> = self.database.rows(SWEEP_DOOR, &[Text(class)]).await?;
        } else {
            let mut tx = self.database.begin().await?;
            let now = tx.now().await?;
            self.take_back(&mut tx, SILENT, &[Text(class), Int(now)]).await?;
            tx.commit().await?;
        }
        // Jobs that others are taking back may be locked: do not wait for those.
        args[4] = Int(1);
        self.database.rows(lease, &args).await
    }

    async fn take_in_turn(&self, class: &str, worker: &str, most: usize) -> Result<Vec<Row>, StoreError> {
        // An idle worker asks often: this check takes no lock and writes nothing.
        let (now, name) = (self.database.now().await?, name_of(worker));
        let due: Vec<(i32,)> = self.database.rows(ANY_DUE, &[Text(class), Int(now), Text(name)]).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        self.take_back(&mut tx, SILENT, &[Text(class), Int(now)]).await?;
        let args = [Text(class), Int(most as i64), Int(now), Text(worker), Text(name)];
        let rows: Vec<Row> = tx.rows(NEXT, &args).await?;
        let until = now + self.terms.lease().as_millis() as i64;
        for (event, game, ..) in &rows {
            tx.run(HOLD, &[Text(event), Text(game), Text(worker), Int(until)]).await?;
        }
        tx.commit().await?;
        Ok(rows)
    }

    /// Makes the jobs of a class that are held by workers of this name available again, without waiting for their
    /// leases to end. For callers that know that all these workers were ended together: that is not the games' fault,
    /// so the attempts do not count. Returns the number of jobs.
    pub async fn bury(&self, class: &str, name: &str) -> Result<usize, StoreError> {
        let ids = ids_begin(name);
        let mut tx = self.database.begin().await?;
        let buried = self.take_back(&mut tx, HELD_BY, &[Text(id(class)?), Text(id(&ids)?)]).await?;
        tx.commit().await?;
        Ok(buried)
    }

    /// As [`Queue::bury`], for all classes and within a transaction.
    pub(crate) async fn take_all_back(&self, tx: &mut Tx<'_>, name: &str) -> Result<usize, StoreError> {
        let ids = ids_begin(name);
        self.take_back(tx, ALL_HELD_BY, &[Text(id(&ids)?)]).await
    }

    /// Makes the selected jobs available again, unless they are stuck or were cancelled, and returns how many were
    /// selected. The third column is 1 where the attempt does not count; the fourth is the holder.
    async fn take_back(&self, tx: &mut Tx<'_>, which: Sql, args: &[Arg<'_>]) -> Result<usize, StoreError> {
        let silent: Vec<(String, String, i64, String)> = tx.rows(which, args).await?;
        for (event, game, forgiven, worker) in &silent {
            if *forgiven == 0 {
                self.blame(tx, [event, game], name_of(worker), FELL_SILENT.en).await?;
                continue;
            }
            tx.run(TAKE_BACK, &[Text(event), Text(game), Text(FELL_SILENT.en)]).await?;
            tx.run(FORGET, &[Text(event), Text(game)]).await?;
        }
        Ok(silent.len())
    }
}
