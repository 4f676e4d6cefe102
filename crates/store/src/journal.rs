//! The journal of one event: what was decided, in order, for ever.

use crate::StoreFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// Its place, from 1 without gaps. The order of a journal is this, never the time.
    pub seq: u64,
    /// When it was written by the writer's clock, milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// What it decides, if it may be decided once only: a game's result, a lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What was decided.
    pub body: Value,
}

/// What became of an append. Either way the entry is on the disk.
#[derive(Clone, PartialEq, Debug)]
pub enum Appended {
    /// It stands, as the entry of this number.
    Written(u64),
    /// Its key was decided before: that stands, and nothing was written.
    AlreadyThere(JournalEntry),
    /// Another entry came first, and nothing was written: read on, and decide anew.
    Overtaken,
}

/// An append-only list of the entries of one event. A key stands once.
pub trait Journal: Send + Sync {
    /// Appends an entry; it survives a power cut once this has answered. After an error the journal is as it
    /// was, unless the connection broke just then: append again, under a key. With `last` only as long as that is the
    /// number of the last entry (0: there is none): for a decision that follows from all that the journal holds. A key
    /// that stands already is told whatever came after it.
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a Value,
    ) -> StoreFuture<'a, Appended>;

    /// [`Journal::append_after`], whatever came before.
    fn append<'a>(&'a self, at_ms: i64, key: Option<&'a str>, body: &'a Value) -> StoreFuture<'a, Appended> {
        self.append_after(None, at_ms, key, body)
    }

    /// The entries after number `after` (0: all), in order.
    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>>;
}
