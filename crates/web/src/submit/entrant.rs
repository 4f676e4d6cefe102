//! Who submits for which entry.

use crate::log;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use leitai_core::sentence;
use leitai_hall::{Entrant, HallError, SubmitError, Trouble};

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

/// What a form says is wrong with it. Where the store failed, no form says so.
pub(crate) fn troubles_of(wrong: impl IntoIterator<Item = SubmitError>) -> Result<Vec<Trouble>, Refused> {
    let trouble = |error| match error {
        SubmitError::Hall(error) => Err(hall_away(&error)),
        error => Ok(error.trouble()),
    };
    wrong.into_iter().map(trouble).collect()
}

/// The same for a program.
pub(crate) fn not_taken(troubles: Vec<Trouble>) -> Refused {
    let said = troubles.into_iter().map(|trouble| trouble.what);
    Refused::not_taken(
        said.reduce(|all, what| all.then(&sentence!("; {what}", "；{what}"; what))).unwrap_or_default(),
    )
}
