//! The journal of one event: an append-only, ordered list.

use crate::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::pin::Pin;

/// The future of a store's answer.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One entry of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// Its number, from 1 without gaps. It alone defines the order.
    pub seq: u64,
    /// When it was written, by the writer's clock, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// A key that at most one entry of the journal has, such as a game's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Its contents; opaque to the store.
    pub body: Value,
}

/// The effect of an append.
#[derive(Clone, PartialEq, Debug)]
pub enum Appended {
    /// The entry is on the disk, with this number.
    Written(u64),
    /// Nothing was written: this earlier entry, which is on the disk, has the same key.
    AlreadyThere(JournalEntry),
    /// Nothing was written: the journal has entries that the caller has not read.
    Overtaken,
}

/// An append-only list of the entries of one event. Keys are unique.
pub trait Journal: Send + Sync {
    /// Appends an entry, which is on the disk once this returns. After an error the journal is unchanged, unless the
    /// connection broke: then append again, with a key. With `last`, appends only if that is the number of the last
    /// entry (0: none), so that a decision takes the whole journal into account. If an entry with the same key exists,
    /// it is returned even if others follow it.
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a Value,
    ) -> StoreFuture<'a, Appended>;

    /// As [`Journal::append_after`], regardless of the last entry.
    fn append<'a>(&'a self, at_ms: i64, key: Option<&'a str>, body: &'a Value) -> StoreFuture<'a, Appended> {
        self.append_after(None, at_ms, key, body)
    }

    /// Appends many entries in this order, each with a key, and returns the effect of each, as [`Journal::append`]
    /// would: either all are appended or none, except that a power cut may leave the first of them in a file. With `last`, appends only if that is the number of the last entry (0:
    /// none): otherwise entries that are not there are [`Appended::Overtaken`].
    fn append_all<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        entries: &'a [(String, Value)],
    ) -> StoreFuture<'a, Vec<Appended>>;

    /// The entry with this key.
    fn entry<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<JournalEntry>>;

    /// The entries with numbers above `after` (0: all), in order.
    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>>;
}
