//! A database that may come up later than those who need it.

use crate::address::Address;
use crate::database::refused;
use crate::retry::patiently;
use crate::{Database, StoreError, Terms};
use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions, Connection, Error};
use std::io;
use std::time::Duration;
use tokio::time::timeout;

/// For how long a server may leave a caller without an answer.
const SILENCE: Duration = Duration::from_secs(10);

impl Database {
    /// As [`Database::open_with`], but waits for a server that does not answer yet, for [`Terms::patience`]; whoever asked for it
    /// is told ([`tell_of_outages`](crate::tell_of_outages)). What waiting does not mend is an error at once: a wrong password,
    /// a database that the server has not.
    pub async fn open_once_up(address: &str, connections: u32, terms: Terms) -> Result<Database, StoreError> {
        patiently(terms, async || {
            knock(address).await?;
            Database::open_with(address, connections).await
        })
        .await
    }

    /// Its address without the password, for display, before anything is opened.
    pub fn place_of(address: &str) -> Result<String, StoreError> {
        Ok(match Address::read(address)? {
            Address::Sqlite(place) | Address::Postgres { place, .. } => place,
        })
    }
}

/// A set of connections tries for as long as it may and then hides why; one connection says it.
async fn knock(address: &str) -> Result<(), StoreError> {
    let Address::Postgres { options, place } = Address::read(address)? else { return Ok(()) };
    let came = match timeout(SILENCE, options.connect()).await {
        Ok(Ok(connection)) => PgConnection::close(connection).await,
        Ok(Err(error)) => Err(error),
        Err(_) => Err(Error::Io(io::ErrorKind::TimedOut.into())),
    };
    came.map_err(|error| refused(&place, error))
}
