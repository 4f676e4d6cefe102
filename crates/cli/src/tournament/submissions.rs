//! The first submissions of a ladder.

use leitai_tournament::{Decision, Event, Format};

/// In a ladder only who has submitted plays: the programs that the event's file names, once they build, are the
/// first submissions of entries that have none.
pub(super) fn submissions(event: &Event) -> Vec<Decision> {
    if !event.plan().stages.iter().any(|stage| stage.format == Format::Ladder) {
        return Vec::new();
    }
    let submitted = |entry| {
        event.rulings().iter().any(|ruling| ruling.decision == Decision::Submit { entry, accepted: true })
    };
    let closed = event.rulings().iter().any(|ruling| ruling.decision == Decision::Close);
    let missing = event.entries().iter().filter(|entry| !closed && !submitted(entry.id));
    missing.map(|entry| Decision::Submit { entry: entry.id, accepted: true }).collect()
}
