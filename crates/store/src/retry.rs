//! Waiting for a database that is away.

use crate::{StoreError, Terms};
use std::time::Instant;
use tokio::time::sleep;

/// How long a database has been away.
#[derive(Default)]
pub(crate) struct Trouble {
    since: Option<Instant>,
}

impl Trouble {
    /// Puts up with what passes, for a while.
    pub(crate) fn bear(&mut self, error: StoreError, terms: Terms) -> Result<(), StoreError> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if error.is_passing() && since.elapsed() < terms.patience() { Ok(()) } else { Err(error) }
    }
}

/// Asks until there is an answer: a database that is away is waited for, up to [`Terms::patience`]. Only for what may
/// be asked twice.
pub async fn patiently<T>(
    terms: Terms,
    mut ask: impl AsyncFnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut trouble = Trouble::default();
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(error) => trouble.bear(error, terms)?,
        }
        sleep(terms.poll).await;
    }
}
