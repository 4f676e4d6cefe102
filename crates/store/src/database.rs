//! SQLite and PostgreSQL behind one interface; only integers, text and bytes are stored.

use crate::StoreError;
use crate::address::Address;
use crate::door_functions;
use crate::doors;
use crate::driver_error::DriverError;
use crate::private::close_file;
use crate::statement::{Arg, LOCKS, NOW, QUEUE_UP, Sql};
use crate::tables::{self, migrator};
use leitai_core::sentence;
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgListener, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteError, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, FromRow, PgPool, Postgres, Sqlite, SqlitePool,
};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long a writer waits for other writers, and a caller for a connection.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a writer waits for others in SQLite, which lets whoever asks first write, not whoever came first: on a slow disk
/// with several events one can wait for more than [`PATIENCE`], and an event must not end for that.
const QUEUE: Duration = Duration::from_secs(30);
/// Connections of one process by default.
const CONNECTIONS: u32 = 8;
/// The notification channel for new work; the payload is the class of machines.
const WORK: &str = "leitai_work";
/// Rows that SQLite's thread hands over at a time; otherwise long lists spend their time waking it.
const ROWS: usize = 1024;
/// Reads one row, if there is any, of what every database has.
const ANSWERS: Sql = Sql {
    sqlite: "SELECT CAST(1 AS BIGINT) FROM sqlite_schema LIMIT 1",
    postgres: "SELECT CAST(1 AS BIGINT)",
};
/// How often opening is retried when two processes set up an empty database at once.
const SET_UPS: u32 = 20;

/// A database with journals, the queue and blobs. Cheap to clone; clones share the connections.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    place: String,
    /// The admitted worker that signed in, if one has.
    admitted: Option<Arc<Admitted>>,
}

/// An admitted worker, as the database knows it.
struct Admitted {
    name: String,
    class: String,
}

#[derive(Clone)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Database {
    /// Opens `sqlite:PATH` (created if missing, in an existing folder, and readable by its owner alone) or
    /// `postgres://USER@HOST/NAME` and migrates its tables to the current version. SQLite uses a write-ahead log and
    /// syncs to the disk at every commit. A connection to another machine is encrypted, and that machine must prove
    /// its name, unless the address says otherwise (`?sslmode=`). A standby is read as it is: writing to it fails
    /// with [`StoreError::ReadOnly`].
    pub async fn open(address: &str) -> Result<Database, StoreError> {
        Database::open_with(address, CONNECTIONS).await
    }

    /// As [`Database::open`], but with at most this many connections to a server (at least 2), for when many processes
    /// connect. With fewer than the default of 8, connections are not tested before each use, which would take a round
    /// trip: after an outage a call may fail that succeeds if repeated ([`patiently`](crate::patiently)).
    pub async fn open_with(address: &str, connections: u32) -> Result<Database, StoreError> {
        let mut tries = 0;
        loop {
            let database = match Database::connect(address, connections.max(2)).await {
                // While another process sets up an empty database, it can be locked in a way the busy timeout does not
                // cover.
                Err(error) if tries < SET_UPS && address.starts_with("sqlite:") && error.is_passing() => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(25)).await;
                    continue;
                }
                connected => connected?,
            };
            if let Some(doors) = database.doors().await? {
                return database.behind(&doors).await;
            }
            if database.is_standby().await? {
                return Ok(database);
            }
            let migrated = match &database.pool {
                Pool::Sqlite(pool) => migrator().run(pool).await,
                Pool::Postgres(pool) => database.migrate_in_turn(pool).await?,
            };
            match migrated {
                Ok(()) => {
                    database.renew_doors().await?;
                    return Ok(database);
                }
                Err(MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_)) => {
                    return Err(StoreError::Newer(database.place));
                }
                // SQLite's migrations take no lock: the second process may find a table that the first has just
                // created.
                Err(_) if tries < SET_UPS && matches!(database.pool, Pool::Sqlite(_)) => tries += 1,
                Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                    return Err(database.fail(error));
                }
                Err(error) => return Err(database.fail(sqlx::Error::Migrate(Box::new(error)))),
            }
            database.close().await;
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Migrates the tables of a server, one process after the other.
    async fn migrate_in_turn(&self, pool: &PgPool) -> Result<Result<(), MigrateError>, StoreError> {
        let mut tries = 0;
        // Of two that create it at once, the server refuses one.
        while let Err(error) = self.rows::<(i32,)>(LOCKS, &[]).await {
            tries += 1;
            if tries == SET_UPS {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let mut tx = self.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Arg::Text("tables")]).await?;
        // Its own lock is advisory: everybody who signs in could hold it.
        let mut migrator = migrator();
        let migrated = migrator.set_locking(false).run(pool).await;
        tx.commit().await?;
        Ok(migrated)
    }

    /// Whether the server only follows another one; its tables must then already be those of this version.
    async fn is_standby(&self) -> Result<bool, StoreError> {
        if self.is_sqlite() {
            return Ok(false);
        }
        let standby: Vec<(i64,)> = self.rows(tables::OF_A_STANDBY, &[]).await?;
        let steps: Vec<(i64,)> = match standby.first() {
            None => return Ok(false),
            Some((0,)) => Vec::new(),
            Some(_) => self.rows(tables::STEPS, &[]).await?,
        };
        tables::are_whole(&self.place, &steps.into_iter().map(|(step,)| step).collect::<Vec<_>>())
            .map(|()| true)
    }

    /// The version of the doors, if the signed-in role has access to nothing else.
    async fn doors(&self) -> Result<Option<String>, StoreError> {
        if self.is_sqlite() {
            return Ok(None);
        }
        let doors: Vec<(String,)> = self.rows(doors::IS_BEHIND_DOORS, &[]).await?;
        Ok(doors.into_iter().next().map(|(version,)| version))
    }

    /// Finishes opening for an admitted worker, which changes no tables.
    async fn behind(self, version: &str) -> Result<Database, StoreError> {
        if version != door_functions::version() {
            let why = sentence!(
                "the store was last used by another version: install the same version everywhere, and let the \
                 organiser use the store once",
                "存储最近由其他版本使用：请各处安装同一版本，并由组织者使用一次存储"
            );
            return Err(StoreError::Worker(self.place, why));
        }
        let me: Vec<(String, String)> = self.rows(doors::ME, &[]).await?;
        let (name, class) = self.single(me)?;
        Ok(Database { admitted: Some(Arc::new(Admitted { name, class })), ..self })
    }

    /// Rebuilds the doors, if there are any, when another version made them.
    async fn renew_doors(&self) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        let known: Vec<(String,)> = self.rows(doors::VERSION, &[]).await?;
        if known.first().is_none_or(|(known,)| *known == door_functions::version()) {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Arg::Text("crews")]).await?;
        tx.build_doors().await?;
        tx.commit().await
    }

    /// The name and the class of the admitted worker that signed in; `None` for the owner, who may do everything.
    pub fn admitted(&self) -> Option<(&str, &str)> {
        self.admitted.as_deref().map(|admitted| (admitted.name.as_str(), admitted.class.as_str()))
    }

    /// Returns the statement, or for an admitted worker the door that does the same.
    pub(crate) fn through(&self, sql: Sql, door: Sql) -> Sql {
        if self.admitted.is_some() { door } else { sql }
    }

    /// Closes all connections, including those of clones.
    pub async fn close(&self) {
        match &self.pool {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }

    /// Its address without the password, for display.
    pub fn place(&self) -> &str {
        &self.place
    }

    async fn connect(address: &str, connections: u32) -> Result<Database, StoreError> {
        match Address::read(address)? {
            Address::Sqlite(place) => {
                close_file(Path::new(&place));
                let options = SqliteConnectOptions::new()
                    .filename(&place)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(QUEUE)
                    .row_buffer_size(ROWS);
                // Made now or never: where the file is gone later, a further connection must not put an empty one there.
                let made = options.connect().await.map_err(|e| refused(&place, e))?;
                let pool = SqlitePoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
                let pool = pool.connect_with(options.create_if_missing(false)).await;
                let pool = pool.map_err(|e| refused(&place, e))?;
                made.close().await.map_err(|e| refused(&place, e))?;
                Ok(Database { pool: Pool::Sqlite(pool), place, admitted: None })
            }
            Address::Postgres { options, place } => {
                let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
                let pool = pool.test_before_acquire(connections >= CONNECTIONS);
                let pool = pool.connect_with(*options).await.map_err(|e| refused(&place, e))?;
                Ok(Database { pool: Pool::Postgres(pool), place, admitted: None })
            }
        }
    }

    /// Whether this is SQLite, where a statement takes no round trip and there is one writer at a time.
    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.pool, Pool::Sqlite(_))
    }

    /// Listens for work from now on, on a connection of its own; `None` if the database has no notifications.
    pub(crate) async fn listen(&self) -> Result<Option<Listener>, StoreError> {
        let Pool::Postgres(pool) = &self.pool else { return Ok(None) };
        let mut listener = PgListener::connect_with(pool).await.map_err(|error| self.fail(error))?;
        listener.listen(WORK).await.map_err(|error| self.fail(error))?;
        Ok(Some(Listener(listener)))
    }

    /// Begins a write transaction. In SQLite there is only one at a time.
    pub(crate) async fn begin(&self) -> Result<Tx<'_>, StoreError> {
        let inner = match &self.pool {
            Pool::Sqlite(pool) => pool.acquire().await.map(Inner::Sqlite),
            Pool::Postgres(pool) => pool.acquire().await.map(Inner::Postgres),
        };
        let mut tx = Tx { inner: inner.map_err(|error| self.fail(error))?, database: self, committed: false };
        tx.run(Sql { sqlite: "BEGIN IMMEDIATE", postgres: "BEGIN" }, &[]).await?;
        Ok(tx)
    }

    /// Runs a query outside a transaction.
    pub(crate) async fn rows<T: Record>(&self, sql: Sql, args: &[Arg<'_>]) -> Result<Vec<T>, StoreError> {
        let rows = match &self.pool {
            Pool::Sqlite(pool) => bound!(sqlx::query_as(sql.sqlite), args).fetch_all(pool).await,
            Pool::Postgres(pool) => bound!(sqlx::query_as(sql.postgres), args).fetch_all(pool).await,
        };
        rows.map_err(|error| self.fail(error))
    }

    /// Asks it for nothing but an answer. Fails if there is none, also where the file has been removed.
    pub async fn answers(&self) -> Result<(), StoreError> {
        if self.is_sqlite() {
            std::fs::metadata(&self.place).map_err(|error| StoreError::io(Path::new(&self.place), error))?;
        }
        let _: Vec<(i64,)> = self.rows(ANSWERS, &[]).await?;
        Ok(())
    }

    /// The database's own clock, in milliseconds since 1970-01-01 UTC: machines need not agree on the time.
    pub(crate) async fn now(&self) -> Result<i64, StoreError> {
        let rows: Vec<(i64,)> = self.rows(NOW, &[]).await?;
        self.single(rows).map(|(now,)| now)
    }

    /// The only row of a query that has exactly one.
    pub(crate) fn single<T>(&self, rows: Vec<T>) -> Result<T, StoreError> {
        rows.into_iter().next().ok_or_else(|| self.fail(sqlx::Error::RowNotFound))
    }

    fn fail(&self, error: sqlx::Error) -> StoreError {
        refused(&self.place, error)
    }
}

/// Binds the arguments in order. A macro, since the two queries have different types.
macro_rules! bound {
    ($query:expr, $args:expr) => {
        $args.iter().fold($query, |query, arg| match arg {
            Arg::Int(value) => query.bind(*value),
            Arg::Text(value) => query.bind(*value),
            Arg::Maybe(value) => query.bind(*value),
            Arg::Bytes(value) => query.bind(*value),
        })
    };
}
use bound;

/// A row type that both databases can return.
pub(crate) trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Record for T {}

/// A write transaction. If it is dropped without a commit, it has no effect and its connection is closed: SQLite rolls
/// back of its own accord when the disk is full, so the state of a failed transaction is never known.
pub(crate) struct Tx<'a> {
    inner: Inner,
    database: &'a Database,
    committed: bool,
}

/// Receives notifications of work.
pub(crate) struct Listener(PgListener);

impl Listener {
    /// The class of machines for which there is work; `None` if the connection broke in between, so that notifications
    /// may have been missed.
    pub(crate) async fn next(&mut self) -> Result<Option<String>, DriverError> {
        Ok(self.0.try_recv().await?.map(|told| told.payload().to_owned()))
    }
}

enum Inner {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Drop for Tx<'_> {
    fn drop(&mut self) {
        if !self.committed {
            match &mut self.inner {
                Inner::Sqlite(connection) => connection.close_on_drop(),
                Inner::Postgres(connection) => connection.close_on_drop(),
            }
        }
    }
}

impl Tx<'_> {
    /// The database's address, for display.
    pub(crate) fn place(&self) -> &str {
        &self.database.place
    }

    pub(crate) async fn rows<T: Record>(&mut self, sql: Sql, args: &[Arg<'_>]) -> Result<Vec<T>, StoreError> {
        let rows = match &mut self.inner {
            Inner::Sqlite(tx) => bound!(sqlx::query_as(sql.sqlite), args).fetch_all(&mut **tx).await,
            Inner::Postgres(tx) => bound!(sqlx::query_as(sql.postgres), args).fetch_all(&mut **tx).await,
        };
        rows.map_err(|error| self.database.fail(error))
    }

    /// Runs a statement and returns the number of rows affected.
    pub(crate) async fn run(&mut self, sql: Sql, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let done = match &mut self.inner {
            Inner::Sqlite(tx) => {
                let done = bound!(sqlx::query(sql.sqlite), args).execute(&mut **tx).await;
                done.map(|done| done.rows_affected())
            }
            Inner::Postgres(tx) => {
                let done = bound!(sqlx::query(sql.postgres), args).execute(&mut **tx).await;
                done.map(|done| done.rows_affected())
            }
        };
        done.map_err(|error| self.database.fail(error))
    }

    /// Creates the doors, or recreates them if another version made them.
    pub(crate) async fn build_doors(&mut self) -> Result<(), StoreError> {
        let known: Vec<(String,)> = self.rows(doors::VERSION, &[]).await?;
        let version = door_functions::version();
        if known.first().is_some_and(|(known,)| *known == version) {
            return Ok(());
        }
        for statement in door_functions::statements() {
            self.define(statement).await?;
        }
        self.define(format!("COMMENT ON SCHEMA leitai_worker IS '{version}'")).await
    }

    /// Runs a PostgreSQL statement that defines something and takes no arguments.
    async fn define(&mut self, text: String) -> Result<(), StoreError> {
        let Inner::Postgres(tx) = &mut self.inner else { return Ok(()) };
        // The text is built here and contains no user input.
        let done = sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut **tx).await;
        done.map(|_| ()).map_err(|error| self.database.fail(error))
    }

    pub(crate) async fn now(&mut self) -> Result<i64, StoreError> {
        let rows: Vec<(i64,)> = self.rows(NOW, &[]).await?;
        self.database.single(rows).map(|(now,)| now)
    }

    /// Notifies those who wait for work of a class, once this transaction is committed.
    pub(crate) async fn tell_of_work(&mut self, class: &str) -> Result<(), StoreError> {
        let Inner::Postgres(tx) = &mut self.inner else { return Ok(()) };
        let tell = sqlx::query("SELECT pg_notify($1, $2)").bind(WORK).bind(class);
        tell.execute(&mut **tx).await.map(|_| ()).map_err(|error| self.database.fail(error))
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.run(Sql::same("COMMIT"), &[]).await?;
        self.committed = true;
        Ok(())
    }
}

/// Converts a database's refusal into a store error that names the place.
pub(crate) fn refused(place: &str, error: DriverError) -> StoreError {
    let error = match error {
        // The server went away while the connection was made.
        DriverError::Tls(error) if is_cut_off(&*error) => {
            return StoreError::Database(
                place.to_owned(),
                DriverError::Io(ErrorKind::ConnectionReset.into()),
            );
        }
        DriverError::Tls(error) => return StoreError::Encryption(place.to_owned(), error),
        // This is how the stream reports an untrusted certificate.
        DriverError::Io(error) if error.kind() == ErrorKind::InvalidData => {
            return StoreError::Encryption(place.to_owned(), error.into());
        }
        error => error,
    };
    let Some(refusal) = error.as_database_error() else {
        return StoreError::Database(place.to_owned(), error);
    };
    let code = refusal.code().unwrap_or_default().into_owned();
    let sqlite = refusal.try_downcast_ref::<SqliteError>().is_some();
    match code.parse::<u32>() {
        Ok(number) if sqlite && number & 0xff == 13 => StoreError::Full(place.to_owned()),
        Ok(number) if sqlite && number & 0xff == 14 => StoreError::Closed(place.to_owned()),
        Ok(number) if sqlite && number & 0xff == 8 => StoreError::ReadOnly(place.to_owned()),
        _ if code == "53100" => StoreError::Full(place.to_owned()),
        _ if code == "25006" => StoreError::ReadOnly(place.to_owned()),
        _ => StoreError::Database(place.to_owned(), error),
    }
}

fn is_cut_off(error: &(dyn std::error::Error + 'static)) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    matches!(kind, Some(ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The control is the first store, which is made where nothing was.
    #[test]
    fn where_a_file_is_gone_a_further_connection_makes_no_empty_one() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(no_empty_one());
    }

    async fn no_empty_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("store.db");
        let address = format!("sqlite:{}", file.display());
        let database = Database::open(&address).await.expect("it is made");
        assert!(file.is_file());
        std::fs::rename(&file, folder.path().join("aside.db")).expect("our folder");
        let Pool::Sqlite(pool) = &database.pool else { panic!("SQLite") };
        // Those that are open stay so; one more is refused.
        let mut held = Vec::new();
        while let Ok(one) = pool.acquire().await {
            held.push(one);
            assert!(held.len() < CONNECTIONS as usize, "as many as there may be");
        }
        assert!(!file.exists());
        drop(held);
        assert!(database.answers().await.is_err());
    }
}
