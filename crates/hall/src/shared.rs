//! A store that an event shares with the machines that play it.

use crate::drive::Drive;
use crate::error::HallError;
use leitai_store::{Database, SqlJournal, SqlQueue, StoreError, Terms};
use std::time::{Duration, Instant};

/// For so many leases a database may be away.
const PATIENCE: u32 = 10;

/// A database with the journals of events and the queue of their games.
pub struct Shared {
    pub(crate) drive: Drive,
    database: Database,
    pub(crate) terms: Terms,
    pub(crate) class: String,
}

impl Shared {
    /// Opens `sqlite:PATH` or `postgres://USER@HOST/NAME`. `class`: of the machines that play. `heartbeat`: how
    /// often a worker says that it is alive; all who use one store say the same.
    pub fn open(address: &str, class: &str, heartbeat: Duration) -> Result<Shared, HallError> {
        let drive = Drive::start().map_err(|error| HallError::Io("thread".to_owned(), error))?;
        let database = drive.wait(Database::open(address))?;
        // Whoever has nothing to do asks twenty times a heartbeat.
        let terms = Terms { heartbeat, poll: heartbeat / 20, ..Terms::default() };
        Ok(Shared { drive, database, terms, class: class.to_owned() })
    }

    /// What it is, for a person: the address without secrets.
    pub fn place(&self) -> &str {
        self.database.place()
    }

    pub(crate) fn journal(&self, event: &str) -> Result<SqlJournal, StoreError> {
        SqlJournal::new(self.database.clone(), event)
    }

    pub(crate) fn queue(&self) -> SqlQueue {
        SqlQueue::new(self.database.clone(), self.terms)
    }
}

/// Asks until there is an answer: a database that restarts is waited for, up to ten leases long. Only for what may
/// be asked twice.
pub(crate) async fn patiently<T>(
    terms: Terms,
    mut ask: impl AsyncFnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let since = Instant::now();
    loop {
        match ask().await {
            Err(error) if error.is_passing() && since.elapsed() < terms.lease() * PATIENCE => {
                tokio::time::sleep(terms.poll).await;
            }
            answer => return answer,
        }
    }
}
