//! Replaces the database in a binary built without databases. Nothing can be opened, so none of the methods ever runs.

use crate::statement::{Arg, Sql};
use crate::{LeaseTerms, StoreError};
use std::convert::Infallible;
use std::marker::PhantomData;

/// A database, which can never be opened.
#[derive(Clone)]
pub struct Database(Infallible);

/// A row.
pub(crate) trait Record {}

impl<T> Record for T {}

/// A transaction.
pub(crate) struct Tx<'a>(Infallible, PhantomData<&'a Database>);

#[expect(clippy::unused_async, reason = "as those of a database")]
impl Database {
    /// Always errors with [`StoreError::Without`].
    pub async fn open(address: &str) -> Result<Database, StoreError> {
        let scheme = address.split_once(':').map_or(address, |(scheme, _)| scheme);
        Err(StoreError::Without(scheme.to_owned()))
    }

    /// Always errors with [`StoreError::Without`].
    pub async fn open_with(address: &str, _: u32) -> Result<Database, StoreError> {
        Database::open(address).await
    }

    /// Always errors with [`StoreError::Without`].
    pub async fn open_once_up(address: &str, _: u32, _: LeaseTerms) -> Result<Database, StoreError> {
        Database::open(address).await
    }

    /// The address, unchanged.
    pub fn place_of(address: &str) -> Result<String, StoreError> {
        Ok(address.to_owned())
    }

    /// Closes all connections.
    pub async fn close(&self) {
        match self.0 {}
    }

    /// Its address, for display.
    pub fn place(&self) -> &str {
        match self.0 {}
    }

    /// The admitted worker that signed in, if one has.
    pub fn admitted(&self) -> Option<(&str, &str)> {
        match self.0 {}
    }

    pub(crate) fn through(&self, _: Sql, _: Sql) -> Sql {
        match self.0 {}
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        match self.0 {}
    }

    pub(crate) async fn listen(&self) -> Result<Option<Listener>, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn begin(&self) -> Result<Tx<'_>, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn rows<T: Record>(&self, _: Sql, _: &[Arg<'_>]) -> Result<Vec<T>, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn now(&self) -> Result<i64, StoreError> {
        match self.0 {}
    }

    pub(crate) fn single<T>(&self, _: Vec<T>) -> Result<T, StoreError> {
        match self.0 {}
    }
}

/// Receives notifications of work.
pub(crate) struct Listener(Infallible);

#[expect(clippy::unused_async, reason = "as that of a database")]
impl Listener {
    pub(crate) async fn next(&mut self) -> Result<Option<String>, StoreError> {
        match self.0 {}
    }
}

#[expect(clippy::unused_async, reason = "as those of a database")]
impl Tx<'_> {
    pub(crate) fn place(&self) -> &str {
        match self.0 {}
    }

    pub(crate) async fn tell_of_work(&mut self, _: &str) -> Result<(), StoreError> {
        match self.0 {}
    }

    pub(crate) async fn rows<T: Record>(&mut self, _: Sql, _: &[Arg<'_>]) -> Result<Vec<T>, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn run(&mut self, _: Sql, _: &[Arg<'_>]) -> Result<u64, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn build_doors(&mut self) -> Result<(), StoreError> {
        match self.0 {}
    }

    pub(crate) async fn now(&mut self) -> Result<i64, StoreError> {
        match self.0 {}
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self.0 {}
    }
}
