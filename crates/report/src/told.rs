//! The event as the pages tell it: its state, and each game as it was recorded beside how it counts.

use crate::html::{both, escape};
use crate::{Reasons, Report};
use leitai_hall::Details;
use leitai_tournament::awards::{Awards, Placed};
use leitai_tournament::{EntryId, Event, EventState, GameId, RankedEntry, RecordedGame, Section};
use std::collections::BTreeMap;

/// What the pages are written from.
pub(crate) struct Told<'a> {
    pub(crate) report: &'a Report<'a>,
    pub(crate) replayed: &'a Reasons,
    pub(crate) event: &'a Event,
    pub(crate) state: EventState<'a>,
    pub(crate) ranking: Vec<RankedEntry>,
    pub(crate) games: BTreeMap<GameId, Both<'a>>,
}

/// A game as it was recorded, and as it counts.
#[derive(Default)]
pub(crate) struct Both<'a> {
    /// None where it was not played.
    pub(crate) recorded: Option<RecordedGame>,
    /// None where it does not count, or not yet.
    pub(crate) counted: Option<RecordedGame>,
    pub(crate) details: Option<&'a Details>,
}

impl Both<'_> {
    pub(crate) fn game(&self) -> Option<RecordedGame> {
        self.counted.or(self.recorded)
    }
}

impl<'a> Told<'a> {
    pub(crate) fn new(report: &'a Report<'a>, replayed: &'a Reasons) -> Told<'a> {
        let history = report.history;
        let event = &history.event;
        let state = event.state();
        let mut games: BTreeMap<GameId, Both<'a>> = BTreeMap::new();
        for game in event.games() {
            let both = games.entry(game.id).or_default();
            (both.recorded, both.details) = (Some(*game), history.details.get(&game.id));
        }
        for game in sections(&state).flat_map(Section::matches).flat_map(|it| it.games) {
            games.entry(game.id).or_default().counted = Some(*game);
        }
        let ranking = state.ranking();
        Told { report, replayed, event, state, ranking, games }
    }

    /// An entry's name as it stands in a page.
    pub(crate) fn name(&self, entry: EntryId) -> String {
        escape(self.event.name(entry))
    }

    /// A text that leads to a game's page, where it has one.
    pub(crate) fn link(&self, id: GameId, text: &str) -> String {
        if self.replayed.contains_key(&id) {
            format!("<a href=\"games/{id}.html\">{text}</a>")
        } else {
            text.to_owned()
        }
    }

    /// The prizes, once the event is over and where its file gives any.
    pub(crate) fn awards(&self) -> Option<Awards> {
        let prizes = self.report.file.prizes.as_ref().filter(|_| self.state.is_over())?;
        let field = self.event.entries().len() as u32;
        let ranked = self
            .ranking
            .iter()
            .filter_map(|place| Some(Placed { entry: place.entry, rank: place.place?, field }));
        Some(Awards::new(&ranked.collect::<Vec<_>>(), field, prizes.shares))
    }

    /// When the first game's result stood and when the last one's.
    pub(crate) fn ended(&self) -> Option<i64> {
        self.report.history.details.values().map(|how| how.ended).max()
    }
}

/// Every section drawn so far.
pub(crate) fn sections<'s>(state: &'s EventState<'_>) -> impl Iterator<Item = &'s Section> {
    state.stages().iter().flat_map(|stage| &stage.sections)
}

/// A title as it heads a part of the page.
pub(crate) fn heading(level: u8, en: &str, zh: &str) -> String {
    format!("<h{level}>{}</h{level}>\n", both(en, zh))
}
