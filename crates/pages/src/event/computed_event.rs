//! The state of an event behind its pages, with each game as recorded and as it counts.

use crate::event::links::To;
use crate::event::speech::{Speech, link};
use crate::event::typed_table::Cell;
use crate::event::view::EventView;
use crate::html::Html;
use leitai_catalog::Secrets;
use leitai_core::sentence;
use leitai_hall::Details;
use leitai_tournament::awards::{Awards, Placed};
use leitai_tournament::{EntryId, Event, EventState, GameId, RankedEntry, RecordedGame, Section, Sentence};
use std::collections::BTreeMap;

/// An event computed once, for every page and table made of it.
pub struct ComputedEvent<'a> {
    pub(crate) view: &'a EventView<'a>,
    pub(crate) speech: Speech,
    pub(crate) event: &'a Event,
    pub(crate) state: EventState<'a>,
    pub(crate) ranking: Vec<RankedEntry>,
    pub(crate) games: BTreeMap<GameId, Both<'a>>,
}

/// A game as it was recorded, and as it counts.
#[derive(Default)]
pub(crate) struct Both<'a> {
    /// `None` if it was not played.
    pub(crate) recorded: Option<RecordedGame>,
    /// `None` if it does not count, or not yet.
    pub(crate) counted: Option<RecordedGame>,
    pub(crate) details: Option<&'a Details>,
}

impl Both<'_> {
    pub(crate) fn game(&self) -> Option<RecordedGame> {
        self.counted.or(self.recorded)
    }
}

/// Every game of an event that has a result, played or awarded.
pub(crate) fn games<'a>(
    event: &'a Event,
    state: &EventState<'a>,
    details: &'a BTreeMap<GameId, Details>,
) -> BTreeMap<GameId, Both<'a>> {
    let recorded = event.games().iter().map(|game| (game.id, Known::Recorded(*game)));
    let counted = sections(state).flat_map(Section::matches).flat_map(|it| it.games);
    let counted = counted.map(|game| (game.id, Known::Counted(*game)));
    let details = details.iter().map(|(id, details)| (*id, Known::Went(details)));
    // Sorted together: each of them is nearly in order, and games are many.
    let mut all: Vec<_> = recorded.chain(counted).chain(details).collect();
    all.sort_by_key(|(id, _)| *id);
    let of_one = all.chunk_by(|a, b| a.0 == b.0).filter_map(|of_one| {
        let mut both = Both::default();
        for (_, known) in of_one {
            match known {
                Known::Recorded(game) => both.recorded = Some(*game),
                Known::Counted(game) => both.counted = Some(*game),
                Known::Went(details) => both.details = Some(details),
            }
        }
        Some((of_one[0].0, both)).filter(|(_, both)| both.game().is_some())
    });
    of_one.collect()
}

/// What is known of a game.
#[derive(Clone, Copy)]
enum Known<'a> {
    Recorded(RecordedGame),
    Counted(RecordedGame),
    Went(&'a Details),
}

impl<'a> ComputedEvent<'a> {
    /// Computes the state of the event: the places, and what counts.
    pub fn new(view: &'a EventView<'a>, speech: Speech) -> ComputedEvent<'a> {
        let event = &view.history.event;
        let state = event.state();
        let games = games(event, &state, &view.history.details);
        let ranking = state.ranking();
        ComputedEvent { view, speech, event, state, ranking, games }
    }

    /// A time with its zone, on a page without the foot of the site, which names it.
    pub(crate) fn with_zone(&self, time: Sentence) -> Sentence {
        if self.speech != Speech::Both {
            return time;
        }
        let zone = self.view.zone.said();
        sentence!("{time}, {zone}", "{time}，{zone}"; time, zone)
    }

    /// The same text in both languages.
    pub(crate) fn both(&self, en: &str, zh: &str) -> Html {
        self.speech.both(en, zh)
    }

    /// An entry's name; it links to the entry's page, if there is one.
    pub(crate) fn name(&self, entry: EntryId) -> Html {
        link(self.entry_href(entry).as_deref(), self.speech.name(self.event.name(entry)))
    }

    fn entry_href(&self, entry: EntryId) -> Option<String> {
        self.view.links.address(To::Entry(self.view.id, entry))
    }

    /// An entry as a cell.
    pub(crate) fn entry(&self, entry: EntryId) -> Cell {
        Cell::Name(self.event.name(entry).to_owned(), self.entry_href(entry))
    }

    /// The address of a game's page, if it has one.
    pub(crate) fn href(&self, id: GameId) -> Option<String> {
        self.view.links.address(To::Game(self.view.id, id))
    }

    /// The address of a game's record, as far as the public may have it.
    pub(crate) fn record(&self, id: GameId) -> Option<String> {
        let view = self.view;
        let may = view.is_open(id) || view.file.secrets == Secrets::Public;
        view.links.address(To::Record(view.id, id)).filter(|_| may && view.history.details.contains_key(&id))
    }

    /// The name of a section, unique within the event.
    pub(crate) fn full_name(&self, section: &Section) -> Sentence {
        self.state.section_name(section.stage, section.number)
    }

    /// A piece that links to a game's page, if it has one.
    pub(crate) fn link(&self, id: GameId, piece: Html) -> Html {
        link(self.href(id).as_deref(), piece)
    }

    /// The prizes, if the event is over and its file defines any.
    pub(crate) fn awards(&self) -> Option<Awards> {
        let prizes = self.view.file.prizes.as_ref().filter(|_| self.state.is_over())?;
        let field = self.event.entries().len() as u32;
        let ranked = self
            .ranking
            .iter()
            .filter_map(|place| Some(Placed { entry: place.entry, rank: place.place?, field }));
        Some(Awards::new(&ranked.collect::<Vec<_>>(), field, prizes.shares))
    }

    /// When the last game so far ended.
    pub(crate) fn ended(&self) -> Option<i64> {
        self.view.history.details.values().map(|how| how.ended).max()
    }
}

/// Every section drawn so far.
pub(crate) fn sections<'s>(state: &'s EventState<'_>) -> impl Iterator<Item = &'s Section> {
    state.stages().iter().flat_map(|stage| &stage.sections)
}
