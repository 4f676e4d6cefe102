//! Opening a database that may start later than the processes that need it.

use crate::address::Address;
use crate::database::refused;
use crate::retry::patiently;
use crate::{Database, LeaseTerms, StoreError};
use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions, Connection, Error};
use std::io;
use std::time::Duration;
use tokio::time::timeout;

/// How long a server may take to answer.
const SILENCE: Duration = Duration::from_secs(10);

impl Database {
    /// As [`Database::open_with`], but waits up to [`LeaseTerms::patience`] for a server that does not answer yet, and
    /// reports the outage ([`tell_of_outages`](crate::tell_of_outages)). Errors that waiting cannot fix, such as a
    /// wrong password or a missing database, are returned at once.
    pub async fn open_once_up(
        address: &str,
        connections: u32,
        terms: LeaseTerms,
    ) -> Result<Database, StoreError> {
        patiently(terms, async || {
            knock(address).await?;
            Database::open_with(address, connections).await
        })
        .await
    }

    /// The address without its password, for display, before anything is opened.
    pub fn place_of(address: &str) -> Result<String, StoreError> {
        Ok(match Address::read(address)? {
            Address::Sqlite(place) | Address::Postgres { place, .. } => place,
        })
    }
}

/// Tries a single connection, which returns the cause of a failure; a pool retries until its timeout and then hides it.
async fn knock(address: &str) -> Result<(), StoreError> {
    let Address::Postgres { options, place } = Address::read(address)? else { return Ok(()) };
    let came = match timeout(SILENCE, options.connect()).await {
        Ok(Ok(connection)) => PgConnection::close(connection).await,
        Ok(Err(error)) => Err(error),
        Err(_) => Err(Error::Io(io::ErrorKind::TimedOut.into())),
    };
    came.map_err(|error| refused(&place, error))
}
