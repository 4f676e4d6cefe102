//! An event, carried forward by what is appended to its journal.

use crate::error::HallError;
use crate::history::{History, HistoryError};
use leitai_store::{Journal, JournalEntry, LeaseTerms, patiently};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Most events of a store that are kept.
const MOST: usize = 256;

/// An event as far as its journal was read. What is read more costs what it adds: earlier entries are not read again.
#[derive(Default)]
pub(crate) struct Fold {
    history: Option<History>,
    seq: u64,
    began: Option<i64>,
}

impl Fold {
    /// Takes in the entries that follow those taken in; returns false if there are none. After an error it is as empty
    /// as at first.
    pub(crate) fn take_in(&mut self, added: Vec<JournalEntry>) -> Result<bool, HistoryError> {
        let (Some(first), Some(last)) = (added.first(), added.last()) else { return Ok(false) };
        let (seq, began) = (last.seq, self.began.unwrap_or(first.at_ms));
        let history = match std::mem::take(self).history {
            Some(history) => Some(history.after(added)?),
            None => History::read(added)?,
        };
        *self = Fold { history, seq, began: Some(began) };
        Ok(true)
    }

    /// Reads on in the journal. Waits for an unavailable store.
    pub(crate) async fn read_on(
        &mut self,
        journal: &dyn Journal,
        terms: LeaseTerms,
    ) -> Result<bool, HallError> {
        let added = patiently(terms, async || journal.entries(self.seq).await).await?;
        Ok(self.take_in(added)?)
    }

    /// The event; `None` if it has not begun.
    pub(crate) fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    /// As [`history`](Fold::history), when nothing more is to be read.
    pub(crate) fn into_history(self) -> Option<History> {
        self.history
    }

    /// The number of the last entry taken in; 0 if none was.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// When the event began, by the clock of whoever began it, in milliseconds since 1970-01-01 UTC.
    pub(crate) fn began(&self) -> Option<i64> {
        self.began
    }
}

/// The events of a store that this process has looked at, each by its name.
#[derive(Default)]
pub(crate) struct Folds(Mutex<HashMap<String, Arc<Mutex<Fold>>>>);

impl Folds {
    /// The event of this name, which may not have been read yet.
    pub(crate) fn of(&self, event: &str) -> Arc<Mutex<Fold>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST && !all.contains_key(event) {
            all.clear();
        }
        Arc::clone(all.entry(event.to_owned()).or_default())
    }
}
