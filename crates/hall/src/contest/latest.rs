//! What was made last of a contest, kept until one of its journals has a further line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// All that something made of a contest follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Basis {
    /// Whatever it was made for besides: a minute, a year.
    pub(super) of: i64,
    /// The number of the last line of the contest's journal, and of each of its events.
    pub(super) seqs: Vec<u64>,
}

/// The newest of its kind of each contest.
pub(crate) struct Latest<T>(Mutex<HashMap<String, (Basis, Arc<T>)>>);

impl<T> Default for Latest<T> {
    fn default() -> Latest<T> {
        Latest(Mutex::default())
    }
}

impl<T> Latest<T> {
    /// What was made from the same lines, or what `make` makes now.
    pub(super) fn of<E>(
        &self,
        contest: &str,
        basis: Basis,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(contest).cloned();
        if let Some((_, known)) = known.filter(|(before, _)| *before == basis) {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(contest.to_owned(), (basis, Arc::clone(&made)));
        Ok(made)
    }
}
