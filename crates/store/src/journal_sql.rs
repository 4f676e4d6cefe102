//! A journal in a database.

use crate::error::id;
use crate::statement::{Arg, Sql};
use crate::{Appended, Database, Journal, JournalEntry, StoreError, StoreFuture};
use leitai_core::sentence;
use serde_json::Value;

/// Appends to one event's journal come one after the other. SQLite has one writer anyhow; the lock of
/// PostgreSQL is advisory and ends with the transaction.
pub(crate) const QUEUE_UP: Sql = Sql {
    sqlite: "SELECT 1 WHERE $1 = $1",
    postgres: "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended($1, 0))",
};
const BY_KEY: Sql = Sql::same("SELECT seq, at_ms, key, body FROM journal WHERE event = $1 AND key = $2");
pub(crate) const LAST: Sql = Sql::same("SELECT COALESCE(MAX(seq), 0) FROM journal WHERE event = $1");
const INSERT: Sql =
    Sql::same("INSERT INTO journal (event, seq, key, at_ms, body) VALUES ($1, $2, $3, $4, $5)");
const ENTRIES: Sql =
    Sql::same("SELECT seq, at_ms, key, body FROM journal WHERE event = $1 AND seq > $2 ORDER BY seq");

/// Each journal has one first entry.
const EVENTS: Sql = Sql::same("SELECT event FROM journal WHERE seq = 1 ORDER BY event");

/// The journal of one event in a [`Database`]. Any number of processes may append.
pub struct SqlJournal {
    database: Database,
    event: String,
}

type Row = (i64, i64, Option<String>, String);

impl SqlJournal {
    /// The journal of an event; empty if it has none yet.
    pub fn new(database: Database, event: &str) -> Result<SqlJournal, StoreError> {
        Ok(SqlJournal { database, event: id(event)?.to_owned() })
    }

    /// The names of the events that have a journal in a database, sorted.
    pub async fn events(database: &Database) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = database.rows(EVENTS, &[]).await?;
        Ok(rows.into_iter().map(|(event,)| event).collect())
    }

    /// Appends; with `last` only after this entry.
    async fn write(
        &self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&str>,
        body: &Value,
    ) -> Result<Appended, StoreError> {
        let event = Arg::Text(&self.event);
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Arg::Text(&self.event)]).await?;
        if let Some(key) = key {
            let rows = tx.rows(BY_KEY, &[Arg::Text(&self.event), Arg::Text(id(key)?)]).await?;
            if let Some(row) = rows.into_iter().next() {
                tx.commit().await?;
                return Ok(Appended::AlreadyThere(self.entry(row)?));
            }
        }
        let stands: Vec<(i64,)> = tx.rows(LAST, &[Arg::Text(&self.event)]).await?;
        let stands = self.database.single(stands)?.0;
        if last.is_some_and(|last| last != stands as u64) {
            tx.commit().await?;
            return Ok(Appended::Overtaken);
        }
        let seq = stands + 1;
        let body = body.to_string();
        let args = [event, Arg::Int(seq), Arg::Maybe(key), Arg::Int(at_ms), Arg::Text(&body)];
        tx.run(INSERT, &args).await?;
        tx.commit().await?;
        Ok(Appended::Written(seq as u64))
    }

    async fn read(&self, after: u64) -> Result<Vec<JournalEntry>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.database.rows(ENTRIES, &[Arg::Text(&self.event), Arg::Int(after)]).await?;
        rows.into_iter().map(|row| self.entry(row)).collect()
    }

    fn entry(&self, (seq, at_ms, key, body): Row) -> Result<JournalEntry, StoreError> {
        let body = serde_json::from_str(&body).map_err(|error| {
            let why = sentence!(
                "entry {seq} of \"{}\" is not JSON ({error})",
                "“{}”的第 {seq} 条不是 JSON（{error}）",
                self.event
            );
            StoreError::Row(self.database.place().to_owned(), why)
        })?;
        Ok(JournalEntry { seq: seq as u64, at_ms, key, body })
    }
}

impl Journal for SqlJournal {
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a Value,
    ) -> StoreFuture<'a, Appended> {
        Box::pin(self.write(last, at_ms, key, body))
    }

    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>> {
        Box::pin(self.read(after))
    }
}
