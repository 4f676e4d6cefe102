//! Programs of the site's events against which somebody who has signed in may play.

use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site::Site;
use crate::submit::entrant::{entrant_of, hall_away};
use leitai_catalog::ListedGame;
use leitai_core::Sentence;
use leitai_hall::{PlayRefused, Rival};
use std::sync::Arc;

/// How such a program is marked among opponents, before its event's id, a slash and its registered name.
pub(crate) const OF_AN_ENTRY: &str = "entry:";

/// A program to play against.
pub(crate) struct Partner {
    /// What a form sends for it.
    pub(crate) value: String,
    /// What a person reads: its name and its event.
    pub(crate) name: String,
}

/// Those of a game: the person's own, and those whose owners allow it. Asks the store.
pub(crate) fn partners(site: &Site, me: &SignedIn, game: ListedGame) -> Result<Vec<Partner>, Refused> {
    let mut partners = Vec::new();
    for event in site.events.all() {
        let file = event.file();
        if !file.takes_programs() || file.game.facts().id != game.facts().id {
            continue;
        }
        let entrant = entrant_of(&event, me);
        let names = site.events.shared().playable(&file, &entrant).map_err(|error| hall_away(&error))?;
        partners.extend(names.into_iter().map(|name| Partner {
            value: format!("{OF_AN_ENTRY}{}/{name}", event.id),
            name: format!("{} · {}", event.shown_name(&name), event.name),
        }));
    }
    Ok(partners)
}

/// The program that a form or a call names, as the person may play against it. Asks the store.
pub(crate) fn rival(
    site: &Site,
    me: Option<&SignedIn>,
    game: ListedGame,
    named: &str,
) -> Result<Rival, PlayRefused> {
    let (id, name) = named.split_once('/').ok_or(PlayRefused::NotOpen)?;
    let event = site.events.get(id).ok_or(PlayRefused::NotOpen)?;
    let file = event.file();
    let me = me.filter(|_| file.game.facts().id == game.facts().id).ok_or(PlayRefused::NotOpen)?;
    let shown = event.shown_name(name);
    let found = site.events.shared().entered_program(&file, &entrant_of(&event, me), [name, &shown]);
    match found {
        Ok(program) => Ok(Rival::Entered(Arc::new(program.ok_or(PlayRefused::NotOpen)?))),
        Err(error) => Err(PlayRefused::Machine(Sentence::of(&error))),
    }
}
