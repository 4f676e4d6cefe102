//! A ruling that is looked at before it is made: what was shown is what is decided, or nothing is.

use leitai_core::ContentHash;
use leitai_tournament::{Consequences, DecidedBy, Decision, Event, EventRefusal};

/// What a ruling would change.
#[derive(Clone, Debug)]
pub struct ForeseenRuling {
    /// The event after it.
    pub after: Event,
    /// The differences.
    pub effect: Consequences,
    /// A mark of the decision and its effect.
    pub mark: String,
}

impl ForeseenRuling {
    pub(super) fn of(
        event: &Event,
        decision: &Decision,
        by: &DecidedBy,
        reason: &str,
    ) -> Result<ForeseenRuling, EventRefusal> {
        let mut after = event.clone();
        after.decide(decision.clone(), by.clone(), reason)?;
        let effect = Consequences::of(event, &after);
        let mark = ContentHash::of(format!("{decision:?} {effect:?}").as_bytes()).to_string();
        Ok(ForeseenRuling { after, effect, mark })
    }
}
