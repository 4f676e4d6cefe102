//! The tests' environment: databases of their own, and processes to be killed.

mod hand;
mod postgres;
mod slow_line;

pub(crate) use hand::Hand;
pub(crate) use postgres::Server;
use postgres::{TABLES, place};
pub(crate) use slow_line::SlowLine;

use leitai_store::{Database, GameKey, LeaseTerms, Queue};
use sqlx::AssertSqlSafe;
use std::fs;
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tempfile::TempDir;

/// Short, but long enough that no worker misses heartbeats on a busy machine.
pub(crate) const TERMS: LeaseTerms = LeaseTerms {
    heartbeat: Duration::from_millis(400),
    missed: 4,
    poll: Duration::from_millis(20),
    attempts: 3,
};

/// A database of a test's own.
pub(crate) struct Bed {
    pub(crate) address: String,
    pub(crate) server: Option<Arc<Server>>,
    pub(crate) folder: TempDir,
}

impl Bed {
    /// A database with all tables, which are made once and copied.
    pub(crate) fn sqlite() -> Bed {
        static TABLES: OnceLock<Vec<u8>> = OnceLock::new();
        let bed = Bed::in_a_file();
        let file = || bed.folder.path().join("store.db");
        if let Some(tables) = TABLES.get() {
            fs::write(file(), tables).expect("our folder");
            return bed;
        }
        make_tables(&bed.address);
        let tables = fs::read(file()).expect("its file");
        // If two were made at once, either will do.
        let _ = TABLES.set(tables);
        bed
    }

    fn in_a_file() -> Bed {
        let folder = tempfile::tempdir_in(place()).expect("a folder");
        let address = format!("sqlite:{}", folder.path().join("store.db").display());
        Bed { address, server: None, folder }
    }

    /// A database with all tables, made once and copied; `None` if PostgreSQL is not installed.
    pub(crate) fn postgres() -> Option<Bed> {
        let server = Server::shared()?;
        server.tables.call_once(|| {
            server.sql("postgres", &format!("CREATE DATABASE {TABLES}"));
            make_tables(&server.address(TABLES));
        });
        Some(Bed::on(server))
    }

    /// A database with all tables if the server has them, else without any.
    pub(crate) fn on(server: Arc<Server>) -> Bed {
        let template = if server.tables.is_completed() { TABLES } else { "template1" };
        Bed::like(template, server)
    }

    fn like(template: &str, server: Arc<Server>) -> Bed {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("bed{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        server.sql("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template} {}", server.by_file));
        let address = server.address(&name);
        Bed { address, server: Some(server), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Another database in the same place, without any tables.
    pub(crate) fn empty(&self) -> Bed {
        match &self.server {
            Some(server) => Bed::like("template1", Arc::clone(server)),
            None => Bed::in_a_file(),
        }
    }

    /// The database's name on its server.
    pub(crate) fn name(&self) -> &str {
        self.address.split(['/', '?']).nth(3).expect("postgres://USER@HOST/NAME?…")
    }

    pub(crate) async fn database(&self) -> Database {
        Database::open(&self.address).await.expect("opens")
    }

    /// Runs a statement directly on the database; returns the first cell of its answer.
    pub(crate) async fn sql(&self, text: &str) -> String {
        if let Some(server) = &self.server {
            return server.sql(self.name(), text);
        }
        let pool = sqlx::SqlitePool::connect(&self.address).await.expect("it is there");
        let asked = sqlx::query_as(AssertSqlSafe(text.to_owned())).fetch_optional(&pool).await;
        pool.close().await;
        let row: Option<(String,)> = asked.expect("it is a statement");
        row.map(|(text,)| text).unwrap_or_default()
    }

    pub(crate) async fn queue(&self) -> Queue {
        Queue::new(self.database().await, TERMS)
    }

    /// A worker process on this database.
    pub(crate) fn worker(&self, play: Duration) -> Hand {
        self.hand("work", play)
    }

    /// One whose leases no busy machine lets run out: for what is to happen once.
    pub(crate) fn patient_worker(&self, play: Duration) -> Hand {
        self.hand_with("work", play, TERMS.heartbeat * 25)
    }

    pub(crate) fn hand(&self, how: &str, play: Duration) -> Hand {
        self.hand_with(how, play, TERMS.heartbeat)
    }

    fn hand_with(&self, how: &str, play: Duration, heartbeat: Duration) -> Hand {
        let (heartbeat, missed) = (heartbeat.as_millis().to_string(), TERMS.missed.to_string());
        let play = play.as_millis().to_string();
        Hand::start(&[how, &self.address, "lab", &heartbeat, &missed, &play])
    }
}

/// The key with this text.
pub(crate) fn key(text: &str) -> GameKey {
    text.parse().expect("a key")
}

/// Creates all tables there; on a thread of its own, since the caller may be inside [`wait`].
fn make_tables(address: &str) {
    let make = || wait(async { Database::open(address).await.expect("opens").close().await });
    std::thread::scope(|scope| scope.spawn(make).join()).expect("it has its tables");
}

pub(crate) fn wait<T>(what: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(what)
}

/// Runs each check on both databases. Where PostgreSQL is missing, its half reports that and checks nothing.
#[macro_export]
macro_rules! on_both {
    ($($check:ident)*) => {
        mod sqlite {
            $(#[test] fn $check() { $crate::bed::wait(super::$check($crate::bed::Bed::sqlite())); })*
        }
        mod postgres {
            $(#[test] fn $check() {
                if let Some(bed) = $crate::bed::Bed::postgres() {
                    $crate::bed::wait(super::$check(bed));
                }
            })*
        }
    };
}
