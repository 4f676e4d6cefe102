//! Who submits for which entry.

use crate::log;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use leitai_core::sentence;
use leitai_hall::{Entrant, HallError};

/// A person's part in an event of the site; none before it has begun.
pub(crate) fn entrant_of(event: &SiteEvent, me: &SignedIn) -> Entrant {
    let known = event.known();
    Entrant::of(known.as_ref().map(|known| &known.history.event), &me.person)
}

/// The refusal when the store does not answer, or not as it should.
pub(crate) fn hall_away(error: &HallError) -> Refused {
    if let HallError::Store(error) = error
        && let Some(refused) = Refused::not_allowed(error)
    {
        return refused;
    }
    log::warn("submissions cannot be read or written", &[("why", &error.to_string())]);
    Refused::failed(sentence!("Submissions cannot be read or written now.", "现在无法读写提交记录。"))
}
