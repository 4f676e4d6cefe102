//! Who submits for which entry.

use crate::log;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use leitai_core::sentence;
use leitai_hall::{Account, HallError, entry_of, is_of_team};
use leitai_store::Role;
use leitai_tournament::{Entry, Event};

/// A person's part in an event.
pub(crate) struct Entrant {
    pub(crate) entry: Option<Entry>,
    /// Whether the person submits for it.
    pub(crate) hands_in: bool,
}

pub(crate) fn entrant(event: &Event, me: &SignedIn) -> Entrant {
    let line = &me.person.line;
    let account = Account { number: &line.number, team: &line.team, class: &line.class };
    let entry = entry_of(event, account).cloned();
    let is_team = entry.as_ref().is_some_and(|entry| is_of_team(entry, account));
    Entrant { entry, hands_in: !is_team || me.person.role >= Role::Captain }
}

/// A person's part in an event of the site; none before it has begun.
pub(crate) fn entrant_of(event: &SiteEvent, me: &SignedIn) -> Entrant {
    let known = event.known();
    let nobody = Entrant { entry: None, hands_in: true };
    known.as_ref().map_or(nobody, |known| entrant(&known.history.event, me))
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
