//! Reports that teams hand in along with their programs; only the newest of an entry counts.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::blob::PUT;
use crate::error::id;
use crate::role::Role;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError, SubmissionLimits};
use Arg::{Int, Text};
use leitai_core::{ContentHash, sentence};
use serde_json::json;
use std::collections::BTreeMap;

const OF_EVENT: Sql =
    Sql::same("SELECT entry, account, sha256, bytes, at_ms, shares FROM reports WHERE event = $1");
const BEFORE: Sql = Sql::same("SELECT sha256 FROM reports WHERE event = $1 AND entry = $2");
const RECEIVE: Sql = Sql::same(
    "INSERT INTO reports (event, entry, account, sha256, bytes, at_ms, shares) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (event, entry) DO UPDATE SET account = excluded.account, sha256 = excluded.sha256,
       bytes = excluded.bytes, at_ms = excluded.at_ms, shares = excluded.shares",
);
/// Locks the contents: a concurrent put of the same contents runs before or after, not in between.
pub(crate) const HOLD_CONTENTS: Sql = Sql {
    sqlite: "SELECT sha256 FROM blobs WHERE sha256 = $1",
    postgres: "SELECT sha256 FROM blobs WHERE sha256 = $1 FOR UPDATE",
};
/// Removes contents that nothing needs any more.
pub(crate) const REMOVE_CONTENTS: Sql = Sql::same(
    "DELETE FROM blobs WHERE sha256 = $1
       AND NOT EXISTS (SELECT 1 FROM needs WHERE needs.sha256 = blobs.sha256)
       AND NOT EXISTS (SELECT 1 FROM submissions WHERE submissions.sha256 = blobs.sha256)
       AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.sha256 = blobs.sha256)
       AND NOT EXISTS (SELECT 1 FROM trials WHERE trials.sha256 = blobs.sha256)",
);

/// A report to be handed in.
#[derive(Clone, Copy, Debug)]
pub struct HandedInReport<'a> {
    /// The event.
    pub event: &'a str,
    /// The registered name of the entry.
    pub entry: &'a str,
    /// Who hands it in.
    pub by: Actor<'a>,
    /// Its contents, in any format.
    pub contents: &'a [u8],
    /// Each member's share of the work, in percent, by number.
    pub shares: &'a BTreeMap<String, u8>,
}

/// Whether a report was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportReceived {
    /// Yes: it replaces the one before.
    Taken,
    /// No: submissions open in this many milliseconds.
    TooEarly(i64),
    /// No: submissions are closed.
    Closed,
}

/// The current report of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Who handed it in.
    pub account: String,
    /// The hash of its contents.
    pub sha256: ContentHash,
    /// Their size in bytes.
    pub bytes: u64,
    /// When it was accepted, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Each member's share of the work, in percent, by number.
    pub shares: BTreeMap<String, u8>,
}

/// The reports in a [`Database`]. Times are by the database's own clock.
pub struct Reports {
    database: Database,
}

type Row = (String, String, String, i64, i64, String);

impl Reports {
    /// The reports of a database.
    pub fn new(database: Database) -> Reports {
        Reports { database }
    }

    /// Accepts a report if the limits allow it at this moment. The previous one is deleted, with its contents unless
    /// something else needs them. The report is on the disk once this returns.
    pub async fn receive(
        &self,
        what: &HandedInReport<'_>,
        limits: SubmissionLimits,
    ) -> Result<ReportReceived, StoreError> {
        self.take(what, limits, true).await
    }

    /// The same for what goes with another deed, which writes the one line of the audit list about both. The actor may do it if
    /// signed in, as with a report.
    pub async fn attach(
        &self,
        what: &HandedInReport<'_>,
        limits: SubmissionLimits,
    ) -> Result<ReportReceived, StoreError> {
        self.take(what, limits, false).await
    }

    async fn take(
        &self,
        what: &HandedInReport<'_>,
        limits: SubmissionLimits,
        is_a_deed: bool,
    ) -> Result<ReportReceived, StoreError> {
        let (event, entry) = (id(what.event)?, id(what.entry)?);
        let sha256 = ContentHash::of(what.contents).to_string();
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("reports")]).await?;
        let now = tx.now().await?;
        if limits.closes_ms.is_some_and(|closes| now >= closes) {
            return tx.commit().await.map(|()| ReportReceived::Closed);
        }
        if let Some(early) = limits.opens_ms.map(|opens| opens - now).filter(|early| *early > 0) {
            return tx.commit().await.map(|()| ReportReceived::TooEarly(early));
        }
        let before: Vec<(String,)> = tx.rows(BEFORE, &[Text(event), Text(entry)]).await?;
        let bytes = what.contents.len() as i64;
        let shares = json!(what.shares).to_string();
        tx.run(PUT, &[Text(&sha256), Arg::Bytes(what.contents)]).await?;
        let args = [
            Text(event),
            Text(entry),
            Text(what.by.name()),
            Text(&sha256),
            Int(bytes),
            Int(now),
            Text(&shares),
        ];
        tx.run(RECEIVE, &args).await?;
        if let Some((before,)) = before.into_iter().next().filter(|(before,)| *before != sha256) {
            let _: Vec<(String,)> = tx.rows(HOLD_CONTENTS, &[Text(&before)]).await?;
            tx.run(REMOVE_CONTENTS, &[Text(&before)]).await?;
        }
        if is_a_deed {
            let details = json!({ "entry": entry, "bytes": bytes });
            note(&mut tx, &self.database, what.by, Deed::Report, event, &details).await?;
        } else {
            what.by.is_at_least(&mut tx, Role::Student).await?;
        }
        tx.commit().await?;
        Ok(ReportReceived::Taken)
    }

    /// The reports of an event, by the registered name of the entry.
    pub async fn of(&self, event: &str) -> Result<BTreeMap<String, Report>, StoreError> {
        let rows: Vec<Row> = self.database.rows(OF_EVENT, &[Text(event)]).await?;
        let report = |(entry, account, sha256, bytes, at_ms, shares): Row| {
            let (Ok(sha256), Ok(shares)) = (sha256.parse(), serde_json::from_str(&shares)) else {
                let why = sentence!("the report of {entry} is not readable", "{entry} 的报告无法读取");
                return Err(StoreError::Row(self.database.place().to_owned(), why));
            };
            Ok((entry, Report { account, sha256, bytes: bytes as u64, at_ms, shares }))
        };
        rows.into_iter().map(report).collect()
    }
}
