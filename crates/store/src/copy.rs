//! A copy of a database while it is used.

use crate::database::refused;
use crate::{Database, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::Duration;

/// How long the copy waits for somebody who writes.
const PATIENCE: Duration = Duration::from_secs(30);

impl Database {
    /// Writes what the SQLite file `from` holds at one instant into the new file `to`, while others read and write. The copy is
    /// one file, packed, of the version that `from` has: nothing is migrated, and nothing in `from` changes.
    pub async fn copy_file(from: &Path, to: &Path) -> Result<(), StoreError> {
        let place = from.display().to_string();
        let options = SqliteConnectOptions::new().filename(from).busy_timeout(PATIENCE);
        let mut connection = options.connect().await.map_err(|error| refused(&place, error))?;
        let into = to.display().to_string();
        let copied = sqlx::query("VACUUM INTO $1").bind(&into).execute(&mut connection).await;
        copied.map_err(|error| refused(&place, error))?;
        connection.close().await.map_err(|error| refused(&place, error))
    }
}
