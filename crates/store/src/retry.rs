//! Retrying while a database is unavailable.

use crate::outage::watched;
use crate::{LeaseTerms, StoreError};
use std::time::Instant;
use tokio::time::sleep;

/// Since when calls to the database have failed.
#[derive(Default)]
pub(crate) struct Trouble {
    since: Option<Instant>,
}

impl Trouble {
    /// `Ok` if the error is passing and the patience of `terms` is not exhausted; otherwise the error.
    pub(crate) fn bear(&mut self, error: StoreError, terms: LeaseTerms) -> Result<(), StoreError> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if error.is_passing() && since.elapsed() < terms.patience() { Ok(()) } else { Err(error) }
    }
}

/// Repeats a call while the database is unavailable, for up to [`LeaseTerms::patience`]. Use it only for calls that may be
/// repeated.
pub async fn patiently<T>(
    terms: LeaseTerms,
    mut ask: impl AsyncFnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut trouble = Trouble::default();
    loop {
        match watched(ask()).await {
            Ok(answer) => return Ok(answer),
            Err(error) => trouble.bear(error, terms)?,
        }
        sleep(terms.poll).await;
    }
}
