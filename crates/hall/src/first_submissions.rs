//! The first submissions of a ladder.

use crate::event_file::EventFile;
use crate::program::Program;
use crate::run::Hall;
use crate::unbuilt::Unbuilt;
use leitai_core::Sentence;
use leitai_tournament::{Decision, EntryId, Event, Format};
use std::collections::BTreeSet;

/// In a ladder, only entries that have submitted play: the programs named in the event's file, once they build, are the
/// first submissions of entries that have none.
pub fn first_submissions(file: &EventFile, event: &Event) -> Vec<Decision> {
    if !event.plan().stages.iter().any(|stage| stage.format == Format::Ladder) {
        return Vec::new();
    }
    let submitted: BTreeSet<EntryId> = event
        .rulings()
        .iter()
        .filter_map(|ruling| match ruling.decision {
            Decision::Submit { entry, accepted: true, .. } => Some(entry),
            _ => None,
        })
        .collect();
    let closed = event.is_closed();
    let named = file.entries.iter().zip(&file.runners);
    let named = named.filter(|(_, runner)| runner.program != Program::HandedIn);
    let missing = named.filter(|(entry, _)| !closed && !submitted.contains(&entry.id));
    let submit = missing.map(|(entry, runner)| {
        // A program that cannot be read is reported when it is started.
        let program = runner.program.of_the_file().ok();
        Decision::Submit { entry: entry.id, accepted: true, program }
    });
    submit.collect()
}

impl Hall {
    /// The first submissions that its entries lack: see [`first_submissions`](first_submissions()).
    pub fn first_submissions(&self) -> Vec<Decision> {
        first_submissions(&self.file, &self.event)
    }

    /// As [`first_submissions`](Hall::first_submissions), but for programs that could not be built: their submissions
    /// are refused, with the reason, and replace nothing. None is refused twice.
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
