//! Errors as the database driver reports them.

#[cfg(feature = "databases")]
use sqlx::sqlite::SqliteError;

/// An error as the database driver reports it.
#[cfg(feature = "databases")]
pub type DriverError = sqlx::Error;

/// Without databases there are no such errors.
#[cfg(not(feature = "databases"))]
pub type DriverError = std::convert::Infallible;

/// Whether the same call may succeed if repeated: the database is restarting, the connection broke, or another writer was
/// active.
#[cfg(feature = "databases")]
pub(crate) fn is_passing(error: &DriverError) -> bool {
    match error {
        // A server that is going down or coming up breaks off in the middle of a message, or refuses to encrypt: that is
        // an error of the protocol.
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match code.parse::<u32>() {
            // SQLite: busy or locked, in the low byte.
            Ok(number) if error.try_downcast_ref::<SqliteError>().is_some() => matches!(number & 0xff, 5 | 6),
            // PostgreSQL: connection, serialization and deadlock, operator intervention, too many clients.
            _ => ["08", "40", "57P", "53300"].iter().any(|class| code.starts_with(class)),
        }),
        _ => false,
    }
}

/// Without databases there is nothing to retry.
#[cfg(not(feature = "databases"))]
pub(crate) fn is_passing(error: &DriverError) -> bool {
    match *error {}
}
