//! Summaries of an event: for the list of events, the first page and the projector.

use crate::site_event::SiteEvent;
use leitai_arena::now_ms;
use leitai_pages::{EventCard, NextGame, Recent, Stand, Standing, StandingsCard};
use leitai_tournament::{CountedOutcome, Due, EntryId, Event, GameId, Section};

/// How many of the next games a projector shows.
const NEXT: usize = 6;
/// How many rows of the standings the first page shows.
const TOP: usize = 8;

impl SiteEvent {
    /// Its row in a list of events.
    pub(crate) fn card(&self) -> EventCard {
        let known = self.known();
        let card = EventCard {
            id: self.id.clone(),
            name: self.name.clone(),
            game: self.file().game.facts(),
            stand: Stand::Ahead,
            date: self.file().date.clone().unwrap_or_default(),
            place: self.file().place.clone().unwrap_or_default(),
            played: 0,
            total: 0,
            stuck: 0,
        };
        let Some(known) = known.as_ref() else { return card };
        let shown = self.published.shown();
        let event = &shown.as_deref().unwrap_or(&known.history).event;
        let state = event.state();
        let counted: usize = state.stages().iter().flat_map(|stage| &stage.sections).map(counted).sum();
        let due = state.due().count();
        // While it is frozen, nothing moves.
        let stuck = if self.published.frozen().is_none() { known.stuck.now().len() } else { 0 };
        let stand = if state.is_over() {
            Stand::Over
        } else if self.is_paused() {
            Stand::Paused
        } else if let Some(stand) = self.collects(event.is_closed(), due) {
            stand
        } else if due == stuck && stuck > 0 {
            Stand::Stuck
        } else if due == 0 {
            Stand::Waiting
        } else {
            Stand::Running
        };
        EventCard { stand, played: counted, total: counted + due, stuck, ..card }
    }

    /// How the event stands if it waits for programs rather than for games or rulings.
    fn collects(&self, is_closed: bool, due: usize) -> Option<Stand> {
        let file = self.file();
        let begins_closed = file.begins_closed();
        if is_closed || !file.takes_programs() || !(begins_closed || due == 0) {
            return None;
        }
        Some(match &file.submit.opens {
            Some(opens) if now_ms() < opens.ms => Stand::Ahead,
            _ if begins_closed => Stand::Collecting,
            _ => Stand::Open,
        })
    }

    /// The next games; none while it is frozen, since they would tell which have been played.
    pub(crate) fn next(&self) -> Vec<NextGame> {
        let known = self.known();
        let Some(known) = known.as_ref().filter(|_| self.published.frozen().is_none()) else {
            return Vec::new();
        };
        let shown = self.published.shown();
        let event = &shown.as_deref().unwrap_or(&known.history).event;
        let state = event.state();
        let stuck = known.stuck.now();
        let is_played =
            |game: GameId| known.history.event.game(game).is_some() || known.running.contains(game);
        let waits = |due: &Due| !is_played(due.id) && !stuck.contains_key(&due.id);
        let waiting = state.due().filter(waits);
        let next = waiting.take(NEXT).map(|due| NextGame {
            id: self.game_address(due.id),
            title: format!("{} – {}", event.name(due.first), event.name(due.second)),
        });
        next.collect()
    }

    /// The head of its standings; `None` before its first result.
    pub(crate) fn standings(&self) -> Option<StandingsCard> {
        self.public(|history| self.standings_of(&history.event)).flatten()
    }

    fn standings_of(&self, event: &Event) -> Option<StandingsCard> {
        if event.games().is_empty() {
            return None;
        }
        let line = |ranked: &leitai_tournament::RankedEntry| {
            let form = form(event, ranked.entry);
            Standing {
                rank: ranked.place,
                name: event.name(ranked.entry).to_owned(),
                href: format!("/programs/{}-{}", self.id, ranked.entry),
                games: form.len(),
                form,
                points: ranked.points.map_or(String::new(), |points| points.to_string()),
            }
        };
        let rows = event.state().ranking().iter().take(TOP).map(line).collect();
        Some(StandingsCard { event: self.id.clone(), name: self.name.clone(), rows })
    }
}

fn counted(section: &Section) -> usize {
    section.matches().map(|it| it.games.len()).sum()
}

/// The results of an entry's games, oldest first.
fn form(event: &Event, entry: EntryId) -> Vec<Recent> {
    let games = event.games().iter().filter(|game| game.first == entry || game.second == entry);
    let went = games.map(|game| match game.outcome {
        CountedOutcome::Draw => Recent::Drawn,
        CountedOutcome::Win(seat) if game.at(seat) == entry => Recent::Won,
        CountedOutcome::Win(_) | CountedOutcome::Nobody => Recent::Lost,
    });
    went.collect()
}
