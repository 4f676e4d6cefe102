//! A journal in a database.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Appended, Database, Journal, JournalEntry, Role, StoreError, StoreFuture};
use leitai_core::sentence;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const BY_KEY: Sql = Sql::same("SELECT seq, at_ms, key, body FROM journal WHERE event = $1 AND key = $2");
pub(crate) const LAST: Sql = Sql::same("SELECT COALESCE(MAX(seq), 0) FROM journal WHERE event = $1");
const INSERT: Sql =
    Sql::same("INSERT INTO journal (event, seq, key, at_ms, body) VALUES ($1, $2, $3, $4, $5)");
/// Takes all keys as one argument.
const BY_KEYS: Sql = Sql {
    sqlite: "SELECT seq, at_ms, key, body FROM journal
     WHERE event = $1 AND key IN (SELECT value FROM json_each($2))",
    postgres: "SELECT seq, at_ms, key, body FROM journal
     WHERE event = $1 AND key IN (SELECT json_array_elements_text(CAST($2 AS json)))",
};
/// Takes all entries as one argument.
const INSERT_ALL: Sql = Sql::postgres(
    "INSERT INTO journal (event, seq, key, at_ms, body) SELECT $1, seq, key, $2, body
     FROM json_to_recordset(CAST($3 AS json)) AS g(seq BIGINT, key TEXT, body TEXT)",
);
const ENTRIES: Sql =
    Sql::same("SELECT seq, at_ms, key, body FROM journal WHERE event = $1 AND seq > $2 ORDER BY seq");

/// Every journal that is not empty has an entry 1.
const EVENTS: Sql = Sql::same("SELECT event FROM journal WHERE seq = 1 ORDER BY event");

/// The journal of one event in a [`Database`]. Any number of processes may append.
pub struct SqlJournal {
    database: Database,
    event: String,
}

/// The journal of one event in a [`Database`], written in somebody's name: an entry is there only if its author's
/// session or token was in force in the same transaction, and only together with a line of the audit list, if one
/// belongs to it.
pub struct SignedJournal<'a> {
    journal: SqlJournal,
    by: Actor<'a>,
    line: Option<(Deed, Value)>,
}

type Row = (i64, i64, Option<String>, String);
/// Whose entries they are, and the line of the audit list that belongs to them.
type Signed<'a> = Option<(Actor<'a>, Option<&'a (Deed, Value)>)>;

impl SqlJournal {
    /// The journal of an event; empty if it has none yet.
    pub fn new(database: Database, event: &str) -> Result<SqlJournal, StoreError> {
        Ok(SqlJournal { database, event: id(event)?.to_owned() })
    }

    /// The same journal, written in somebody's name; `line` goes into the audit list with each entry: what was done,
    /// and its details.
    pub fn signed(self, by: Actor<'_>, line: Option<(Deed, Value)>) -> SignedJournal<'_> {
        SignedJournal { journal: self, by, line }
    }

    /// The names of the events that have a journal in a database, sorted.
    pub async fn events(database: &Database) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = database.rows(EVENTS, &[]).await?;
        Ok(rows.into_iter().map(|(event,)| event).collect())
    }

    /// Appends an entry; with `last`, only directly after that entry.
    async fn write(
        &self,
        signed: Signed<'_>,
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
                return Ok(Appended::AlreadyThere(self.read_entry(row)?));
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
        self.sign(&mut tx, signed).await?;
        tx.commit().await?;
        Ok(Appended::Written(seq as u64))
    }

    /// Appends those of many entries whose keys are new.
    async fn write_all(
        &self,
        signed: Signed<'_>,
        last: Option<u64>,
        at_ms: i64,
        entries: &[(String, Value)],
    ) -> Result<Vec<Appended>, StoreError> {
        let keys = entries.iter().map(|(key, _)| id(key)).collect::<Result<Vec<_>, _>>()?;
        let (event, keys) = (Arg::Text(&self.event), Value::from(keys).to_string());
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[event]).await?;
        let known: Vec<Row> = tx.rows(BY_KEYS, &[event, Arg::Text(&keys)]).await?;
        let mut known: BTreeMap<String, Row> =
            known.into_iter().filter_map(|row| Some((row.2.clone()?, row))).collect();
        let stands: Vec<(i64,)> = tx.rows(LAST, &[event]).await?;
        let mut seq = self.database.single(stands)?.0;
        let is_overtaken = last.is_some_and(|last| last != seq as u64);
        let (mut appended, mut new) = (Vec::with_capacity(entries.len()), Vec::new());
        for (key, body) in entries {
            if let Some(row) = known.remove(key) {
                appended.push(Appended::AlreadyThere(self.read_entry(row)?));
            } else if is_overtaken {
                appended.push(Appended::Overtaken);
            } else {
                seq += 1;
                new.push((seq, key, body.to_string()));
                appended.push(Appended::Written(seq as u64));
            }
        }
        if self.database.is_sqlite() {
            for (seq, key, body) in &new {
                let args = [event, Arg::Int(*seq), Arg::Text(key), Arg::Int(at_ms), Arg::Text(body)];
                tx.run(INSERT, &args).await?;
            }
        } else {
            let new = new.iter().map(|(seq, key, body)| json!({ "seq": seq, "key": key, "body": body }));
            let new = Value::Array(new.collect()).to_string();
            tx.run(INSERT_ALL, &[event, Arg::Int(at_ms), Arg::Text(&new)]).await?;
        }
        self.sign(&mut tx, signed).await?;
        tx.commit().await?;
        Ok(appended)
    }

    /// Asks whether the author of what is written in this transaction may do so, and writes the line that says so.
    async fn sign(&self, tx: &mut Tx<'_>, signed: Signed<'_>) -> Result<(), StoreError> {
        let Some((by, line)) = signed else { return Ok(()) };
        by.is_at_least(tx, Role::Student).await?;
        let Some((deed, details)) = line else { return Ok(()) };
        note(tx, &self.database, by, *deed, &self.event, details).await
    }

    async fn read(&self, after: u64) -> Result<Vec<JournalEntry>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.database.rows(ENTRIES, &[Arg::Text(&self.event), Arg::Int(after)]).await?;
        rows.into_iter().map(|row| self.read_entry(row)).collect()
    }

    async fn of_key(&self, key: &str) -> Result<Option<JournalEntry>, StoreError> {
        let rows: Vec<Row> =
            self.database.rows(BY_KEY, &[Arg::Text(&self.event), Arg::Text(id(key)?)]).await?;
        rows.into_iter().next().map(|row| self.read_entry(row)).transpose()
    }

    fn read_entry(&self, (seq, at_ms, key, body): Row) -> Result<JournalEntry, StoreError> {
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
        Box::pin(self.write(None, last, at_ms, key, body))
    }

    fn append_all<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        entries: &'a [(String, Value)],
    ) -> StoreFuture<'a, Vec<Appended>> {
        Box::pin(self.write_all(None, last, at_ms, entries))
    }

    fn entry<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<JournalEntry>> {
        Box::pin(self.of_key(key))
    }

    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>> {
        Box::pin(self.read(after))
    }
}

impl Journal for SignedJournal<'_> {
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a Value,
    ) -> StoreFuture<'a, Appended> {
        Box::pin(self.journal.write(Some((self.by, self.line.as_ref())), last, at_ms, key, body))
    }

    fn append_all<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        entries: &'a [(String, Value)],
    ) -> StoreFuture<'a, Vec<Appended>> {
        Box::pin(self.journal.write_all(Some((self.by, self.line.as_ref())), last, at_ms, entries))
    }

    fn entry<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<JournalEntry>> {
        self.journal.entry(key)
    }

    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>> {
        self.journal.entries(after)
    }
}
