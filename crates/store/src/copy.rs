//! Copying a database while it is in use.

use crate::database::refused;
use crate::{Database, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long the copy waits for a writer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Number of SQLite's steps, about twenty rows' worth, between checks whether the copy was stopped.
const STEPS: i32 = 100;

impl Database {
    /// Writes what the SQLite file `from` holds at one instant into the new file `to`, while others read and write. The
    /// copy is a single compacted file of the same version as `from`: nothing is migrated, and nothing in `from`
    /// changes. Fails soon after `is_stopped` is set. Await the result: SQLite works on a thread of its own, which goes
    /// on writing `to` and its companion files if this future is merely dropped.
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
        // Either way, SQLite's thread has ended after this.
        let closed = connection.close().await;
        copied.map_err(|error| refused(&place, error))?;
        closed.map_err(|error| refused(&place, error))
    }
}
