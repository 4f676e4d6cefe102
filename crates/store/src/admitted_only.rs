//! Events whose games go only to admitted workers.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::queue::sql::admitted_only;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use Arg::{Int, Text};
use leitai_core::sentence;
use serde_json::json;

const LIST: Sql = Sql::same(concat!("SELECT event, since_ms ", admitted_only!(), " ORDER BY event"));
const TURN_ON: Sql = Sql::same(
    "INSERT INTO event_switches (event, name, since_ms) VALUES ($1, 'admitted-only', $2) ON CONFLICT (event, name) DO NOTHING",
);
const TURN_OFF: Sql = Sql::same(concat!("DELETE ", admitted_only!(), " AND event = $1"));

/// Which games go only to admitted workers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdmittedOnly {
    /// The games of all events, including later ones.
    Store,
    /// The games of one event.
    Event(String),
}

impl AdmittedOnly {
    /// The event; `None` means all events.
    pub fn event(&self) -> Option<&str> {
        match self {
            AdmittedOnly::Store => None,
            AdmittedOnly::Event(event) => Some(event),
        }
    }

    fn key(&self) -> Result<&str, StoreError> {
        match self {
            AdmittedOnly::Store => Ok(""),
            AdmittedOnly::Event(event) => id(event),
        }
    }

    /// The demands in force in this store, each with its start in milliseconds since 1970-01-01 UTC; the one for all
    /// events comes first.
    pub async fn list(database: &Database) -> Result<Vec<(AdmittedOnly, i64)>, StoreError> {
        let rows: Vec<(String, i64)> = database.rows(LIST, &[]).await?;
        let of =
            |event: String| if event.is_empty() { AdmittedOnly::Store } else { AdmittedOnly::Event(event) };
        Ok(rows.into_iter().map(|(event, since)| (of(event), since)).collect())
    }

    /// Turns the demand on or off and records who did so; returns false if nothing changed. Games already running are
    /// played to their end. A worker that signs in with the owner's password is refused only by its own statement,
    /// since the owner may do everything. Fails on an SQLite file, which cannot admit workers.
    pub async fn demand(&self, database: &Database, by: Actor<'_>, on: bool) -> Result<bool, StoreError> {
        if database.is_sqlite() {
            let why = sentence!(
                "an SQLite file cannot admit workers, so nobody would play; only a PostgreSQL server tells workers apart",
                "SQLite 文件无法准入任何对局机，将无人对局；只有 PostgreSQL 能区分各对局机"
            );
            return Err(StoreError::Worker(database.place().to_owned(), why));
        }
        let event = self.key()?;
        let mut tx = database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("event_switches")]).await?;
        let now = tx.now().await?;
        let turned = if on {
            tx.run(TURN_ON, &[Text(event), Int(now)]).await?
        } else {
            tx.run(TURN_OFF, &[Text(event)]).await?
        } == 1;
        if turned {
            let deed = if on { Deed::DemandAdmitted } else { Deed::AdmitAll };
            note(&mut tx, database, by, deed, event, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(turned)
    }
}
