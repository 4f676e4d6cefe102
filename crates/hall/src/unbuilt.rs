//! Programs that their own source keeps from being started, and what becomes of those who handed them in.

use crate::run::Hall;
use leitai_core::Sentence;
use leitai_tournament::{Decision, EntryId};

/// An entry whose source is to blame that its program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unbuilt {
    /// The entry.
    pub entry: EntryId,
    /// Why, with all that the compiler said.
    pub why: Sentence,
}

impl Hall {
    /// As [`first_submissions`](Hall::first_submissions), where these could not be built: their submissions are refused and
    /// replace nothing, with the reason beside them. None is refused twice.
    pub fn first_submissions_without(&self, unbuilt: &[Unbuilt]) -> Vec<(Decision, Option<Sentence>)> {
        let refused = |decision: Decision| match decision {
            Decision::Submit { entry, program, .. } => {
                match unbuilt.iter().find(|unbuilt| unbuilt.entry == entry) {
                    Some(found) => {
                        (Decision::Submit { entry, accepted: false, program }, Some(found.why.clone()))
                    }
                    None => (Decision::Submit { entry, accepted: true, program }, None),
                }
            }
            other => (other, None),
        };
        let is_known =
            |decision: &Decision| self.event.rulings().iter().any(|ruling| ruling.decision == *decision);
        let submissions = self.first_submissions().into_iter().map(refused);
        submissions.filter(|(decision, why)| why.is_none() || !is_known(decision)).collect()
    }
}
