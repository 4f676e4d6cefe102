//! Content-addressed storage: contents stored once under their hash.

use crate::doors::BLOB_DOOR;
use crate::error::{BlobFault, id};
use crate::journal_sql::LAST;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use leitai_core::ContentHash;

/// How much was deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Freed {
    /// Number of contents.
    pub blobs: u64,
    /// Their total size in bytes.
    pub bytes: u64,
}

/// Readers of the row never block; storing the same contents again writes nothing.
pub(crate) const PUT: Sql = Sql::same(
    "INSERT INTO blobs (sha256, body) VALUES ($1, $2)
     ON CONFLICT (sha256) DO UPDATE SET body = excluded.body WHERE blobs.body <> excluded.body",
);
const GET: Sql = Sql::same("SELECT body FROM blobs WHERE sha256 = $1");

const NEED: Sql =
    Sql::same("INSERT INTO needs (event, sha256) VALUES ($1, $2) ON CONFLICT (event, sha256) DO NOTHING");
/// Locks the rows so that a concurrent [`Blobs::put`] of the same contents for another event runs before or after, not
/// in between: the following statements see every event that needs them.
const HOLD: Sql = Sql {
    sqlite: "SELECT sha256 FROM needs WHERE event = $1",
    postgres: "SELECT blobs.sha256 FROM blobs JOIN needs ON needs.sha256 = blobs.sha256
     WHERE needs.event = $1 ORDER BY blobs.sha256 FOR UPDATE OF blobs",
};
const REMOVE: Sql = Sql::same(
    "DELETE FROM blobs WHERE sha256 IN (SELECT sha256 FROM needs WHERE event = $1)
       AND NOT EXISTS (SELECT 1 FROM needs WHERE needs.sha256 = blobs.sha256 AND needs.event <> $1)
       AND NOT EXISTS (SELECT 1 FROM submissions WHERE submissions.sha256 = blobs.sha256)
       AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.sha256 = blobs.sha256)
       AND NOT EXISTS (SELECT 1 FROM trials WHERE trials.sha256 = blobs.sha256)
     RETURNING CAST(length(body) AS BIGINT)",
);
const NEED_NO_MORE: Sql = Sql::same("DELETE FROM needs WHERE event = $1");

/// Content-addressed storage in a [`Database`]: contents under their SHA-256, each needed by one event or more.
pub struct Blobs {
    database: Database,
}

impl Blobs {
    /// The contents stored in a database.
    pub fn new(database: Database) -> Blobs {
        Blobs { database }
    }

    /// Stores contents for an event and returns their hash. Storing the same contents again takes no space, and repairs
    /// them if they were damaged.
    pub async fn put(&self, event: &str, contents: &[u8]) -> Result<ContentHash, StoreError> {
        let (event, digest) = (id(event)?, ContentHash::of(contents));
        let name = digest.to_string();
        let mut tx = self.database.begin().await?;
        tx.run(PUT, &[Arg::Text(&name), Arg::Bytes(contents)]).await?;
        tx.run(NEED, &[Arg::Text(event), Arg::Text(&name)]).await?;
        tx.commit().await?;
        Ok(digest)
    }

    /// Deletes the contents that only this event needs and that nobody handed in. Does nothing if the event's journal
    /// has entries after `last`, since the contents may be needed again.
    pub async fn release(&self, event: &str, last: u64) -> Result<Freed, StoreError> {
        let event = [Arg::Text(id(event)?)];
        let mut tx = self.database.begin().await?;
        // Holds off appends to the journal until this transaction ends.
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &event).await?;
        let stands: Vec<(i64,)> = tx.rows(LAST, &event).await?;
        if self.database.single(stands)?.0 as u64 > last {
            tx.commit().await?;
            return Ok(Freed::default());
        }
        let _: Vec<(String,)> = tx.rows(HOLD, &event).await?;
        let removed: Vec<(i64,)> = tx.rows(REMOVE, &event).await?;
        tx.run(NEED_NO_MORE, &event).await?;
        tx.commit().await?;
        let bytes = removed.iter().map(|(bytes,)| *bytes as u64).sum();
        Ok(Freed { blobs: removed.len() as u64, bytes })
    }

    /// The contents with this hash. Errors with [`StoreError::Blob`] if they are missing or damaged.
    pub async fn get(&self, digest: ContentHash) -> Result<Vec<u8>, StoreError> {
        let get = self.database.through(GET, BLOB_DOOR);
        let rows: Vec<(Vec<u8>,)> = self.database.rows(get, &[Arg::Text(&digest.to_string())]).await?;
        let wrong = |what| StoreError::Blob { place: self.database.place().to_owned(), digest, what };
        let (contents,) = rows.into_iter().next().ok_or_else(|| wrong(BlobFault::Missing))?;
        if ContentHash::of(&contents) == digest { Ok(contents) } else { Err(wrong(BlobFault::Garbled)) }
    }
}
