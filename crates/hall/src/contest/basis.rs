//! What something made of a contest follows from: the last lines of its journals.

use super::kept_contest::KeptContest;
use super::latest::Basis;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_store::{Journal as _, patiently};

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
