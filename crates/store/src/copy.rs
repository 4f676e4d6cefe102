//! A copy of a database while it is used.

use crate::database::refused;
use crate::{Database, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long the copy waits for somebody who writes.
const PATIENCE: Duration = Duration::from_secs(30);
/// After so many steps of SQLite's, some twenty rows, it is looked whether somebody ends it.
const STEPS: i32 = 100;

impl Database {
    /// Writes what the SQLite file `from` holds at one instant into the new file `to`, while others read and write. The copy is
    /// one file, packed, of the version that `from` has: nothing is migrated, and nothing in `from` changes. Once `is_stopped` is
    /// set it errors soon. Await its end: SQLite works on a thread of its own, which goes on writing `to` and what belongs beside
    /// it for whoever merely drops this.
    pub async fn copy_file(from: &Path, to: &Path, is_stopped: &Arc<AtomicBool>) -> Result<(), StoreError> {
        let place = from.display().to_string();
        let options = SqliteConnectOptions::new().filename(from).busy_timeout(PATIENCE);
        let mut connection = options.connect().await.map_err(|error| refused(&place, error))?;
        let stopped = Arc::clone(is_stopped);
        let mut handle = connection.lock_handle().await.map_err(|error| refused(&place, error))?;
        handle.set_progress_handler(STEPS, move || !stopped.load(Ordering::Relaxed));
        drop(handle);
        let into = to.display().to_string();
        let copied = sqlx::query("VACUUM INTO $1").bind(&into).execute(&mut connection).await;
        // Whatever came of it, its thread has ended then.
        let closed = connection.close().await;
        copied.map_err(|error| refused(&place, error))?;
        closed.map_err(|error| refused(&place, error))
    }
}
