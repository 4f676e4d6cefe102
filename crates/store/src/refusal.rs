//! What a database says when it refuses something, or is away.

#[cfg(feature = "databases")]
use sqlx::sqlite::SqliteError;

/// What a database says when it refuses something, or is away.
#[cfg(feature = "databases")]
pub type Refusal = sqlx::Error;

/// Where there is no database nobody refuses anything.
#[cfg(not(feature = "databases"))]
pub type Refusal = std::convert::Infallible;

/// May the same call succeed in a moment? A database that restarts, a connection that broke, two writers at once.
#[cfg(feature = "databases")]
pub(crate) fn is_passing(error: &Refusal) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match code.parse::<u32>() {
            // SQLite: busy or locked, in the low byte.
            Ok(number) if error.try_downcast_ref::<SqliteError>().is_some() => matches!(number & 0xff, 5 | 6),
            // PostgreSQL: connection, serialization and deadlock, operator intervention, too many clients.
            _ => ["08", "40", "57P", "53300"].iter().any(|class| code.starts_with(class)),
        }),
        _ => false,
    }
}

/// Where there is no database nothing passes.
#[cfg(not(feature = "databases"))]
pub(crate) fn is_passing(error: &Refusal) -> bool {
    match *error {}
}
