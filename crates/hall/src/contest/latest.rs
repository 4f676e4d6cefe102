//! What was made last of a contest, kept until one of its journals has a further line.

use super::kept_contest::KeptContest;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_store::{Journal as _, patiently};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// All that something made of a contest follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Basis {
    /// Whatever it was made for besides: a minute, a year.
    pub(super) of: i64,
    /// The number of the last line of the contest's journal, and of each of its events.
    seqs: Vec<u64>,
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

impl SharedStore {
    /// What something made now of a contest follows from.
    pub(super) fn basis(&self, kept: &KeptContest, of: i64) -> Result<Basis, HallError> {
        let mut seqs = vec![kept.seq()];
        for (_, drawn) in kept.contest.events() {
            let journal = self.journal(&drawn.event)?;
            let seq = self.with_fold(&drawn.event, |fold| {
                let read = async || journal.entries(fold.seq()).await;
                let added = self.runtime.wait(patiently(self.terms, read))?;
                fold.take_in(added)?;
                Ok::<_, HallError>(fold.seq())
            })?;
            seqs.push(seq);
        }
        Ok(Basis { of, seqs })
    }
}
