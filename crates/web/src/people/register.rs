//! Managing the people of a site from its machine's terminal: blocking calls.

use crate::serve_error::ServeError;
use leitai_core::Words;
use leitai_hall::HallError;
use leitai_store::{Database, People, StoreError};
use tokio::runtime::{Builder, Runtime};

/// The people of a site, for whoever controls its machine. The site may be running.
pub struct Register {
    runtime: Runtime,
    people: People,
}

impl Register {
    /// Opens the store of a site.
    pub fn open(store: &str) -> Result<Register, ServeError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| ServeError::System(Words::new("thread", "线程"), error))?;
        let database = runtime.block_on(Database::open(store)).map_err(HallError::from)?;
        Ok(Register { runtime, people: People::new(database) })
    }

    /// Runs a query, and waits for the answer.
    pub fn ask<T>(&self, what: impl AsyncFnOnce(&People) -> Result<T, StoreError>) -> Result<T, ServeError> {
        Ok(self.runtime.block_on(what(&self.people)).map_err(HallError::from)?)
    }
}
