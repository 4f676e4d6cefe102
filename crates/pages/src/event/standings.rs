//! Places and cross-tables.

use crate::event::computed_event::{ComputedEvent, sections};
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, Column, GameResult, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::{
    CountedOutcome, EntryId, Points, RankedEntry, RecordedGame, Section, Sentence, Spot,
};
use std::collections::BTreeMap;

/// A wider cross-table is no longer readable as a picture.
const WIDEST: usize = 100;
/// In a wider one a page shows one figure for each pair, without links: the games are found by entry.
const LINKED: usize = 24;

impl ComputedEvent<'_> {
    /// The places of the whole event with their reasons.
    pub fn standings(&self) -> Html {
        self.places(&self.ranking, &Sentence::new("standings", "名次"))
    }

    /// Places with their reasons, under a caption.
    pub(crate) fn places(&self, places: &[RankedEntry], caption: &Sentence) -> Html {
        self.places_table(places).html(self.speech, "places", caption)
    }

    pub(crate) fn places_table(&self, places: &[RankedEntry]) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        // The exported table has every column, whatever the plan.
        let shown = |is_used: bool| if is_used { Stands::Everywhere } else { Stands::InData };
        let titled = places.iter().any(|place| place.title.is_some());
        let mixed = places.iter().any(|place| place.reached.is_some());
        let pointed = places.iter().any(|place| place.points.is_some());
        let columns = vec![
            column("place", "rank", "名次").blank("–"),
            // Lots are drawn among these numbers.
            column("entry", "no.", "编号"),
            column("name", "name", "名称").names_row(),
            column("reached", "reached", "所至").said(Said::InBoth).stands(shown(mixed)),
            column("title", "title", "称号").said(Said::InBoth).stands(shown(titled)),
            column("points", "points", "积分").stands(shown(pointed)),
            column("why", "why", "理由").said(Said::InBoth).aside(),
        ];
        let row = |place: &RankedEntry| {
            vec![
                Cell::some(place.place, Cell::number),
                Cell::Text(place.entry.to_string()),
                self.entry(place.entry),
                self.reached(place),
                Cell::some(place.title.clone(), Cell::Said),
                Cell::some(place.points, Cell::number),
                Cell::Said(place.why.clone()),
            ]
        };
        TypedTable::new("standings", columns, places.iter().map(row).collect())
    }

    /// How far an entry came, in a table of several stages or sections.
    pub(crate) fn reached(&self, place: &RankedEntry) -> Cell {
        Cell::some(place.reached, |[stage, section]| Cell::Said(self.state.section_name(stage, section)))
    }

    /// Everyone against everyone, in the order of the places; each figure links to its game. Empty if there are no
    /// places, or too many.
    pub(crate) fn cross_table(&self, section: &Section) -> Html {
        let places = self.state.places(section.stage, section.number);
        if places.is_empty() || places.len() > WIDEST {
            return Html::default();
        }
        let rows = if self.speech != Speech::Both && places.len() > LINKED {
            let sums = sums(section);
            let points = |halves: &i64| Cell::Text(Points::halves(*halves).to_string());
            self.cross_rows(&places, places.len(), |pair| Cell::some(sums.get(&pair), points))
        } else {
            self.linked_rows(section, &places, places.len())
        };
        let name = self.full_name(section);
        let caption = sentence!("{name}, cross-table", "{name}，循环表"; name);
        TypedTable::new("cross", cross_columns(places.len(), self.speech), rows).html(
            self.speech,
            "cross",
            &caption,
        )
    }

    /// The cross-tables of all sections below each other; sections too large for one are left out.
    pub(crate) fn cross_data(&self) -> TypedTable {
        let all = || sections(&self.state).filter(|section| self.is_crossed(section));
        let places = |section: &Section| self.state.places(section.stage, section.number);
        let fit = || all().map(|section| (section, places(section))).filter(|(_, it)| it.len() <= WIDEST);
        let widest = fit().map(|(_, places)| places.len()).max().unwrap_or(0);
        let rows = fit().map(|(section, places)| (section, self.linked_rows(section, &places, widest)));
        by_section("cross", cross_columns(widest, self.speech), rows)
    }

    /// Rows whose figures link to their games.
    fn linked_rows(&self, section: &Section, places: &[RankedEntry], width: usize) -> Vec<Vec<Cell>> {
        let cells = self.cells(section);
        self.cross_rows(places, width, |pair| Cell::some(cells.get(&pair).cloned(), Cell::Results))
    }

    /// Rows of which `cell` is the cell of an entry against another.
    fn cross_rows(
        &self,
        places: &[RankedEntry],
        width: usize,
        cell: impl Fn((EntryId, EntryId)) -> Cell,
    ) -> Vec<Vec<Cell>> {
        let row = |(at, place): (usize, &RankedEntry)| {
            let mut row = vec![Cell::number(at + 1), self.entry(place.entry)];
            row.extend((0..width).map(|other| match places.get(other) {
                Some(other) if other.entry == place.entry => Cell::Itself,
                Some(other) => cell((place.entry, other.entry)),
                None => Cell::Nothing,
            }));
            row.push(Cell::some(place.points, Cell::number));
            row
        };
        places.iter().enumerate().map(row).collect()
    }

    /// The results of each side against each other side.
    fn cells(&self, section: &Section) -> BTreeMap<(EntryId, EntryId), Vec<GameResult>> {
        let mut cells: BTreeMap<(EntryId, EntryId), Vec<GameResult>> = BTreeMap::new();
        for it in section.matches() {
            let play_off = if matches!(it.id.spot, Spot::PlayOff(..)) { "+" } else { "" };
            for game in it.games {
                for (mine, other) in [(game.first, game.second), (game.second, game.first)] {
                    let (class, figure, _) = result(game, mine);
                    let (figure, href) = (format!("{play_off}{figure}"), self.href(game.id));
                    cells.entry((mine, other)).or_default().push(GameResult { figure, class, href });
                }
            }
        }
        cells
    }
}

/// The result of a game for one side: its class, its figure, and the half points made in it.
fn result(game: &RecordedGame, mine: EntryId) -> (&'static str, &'static str, i64) {
    match game.outcome {
        CountedOutcome::Win(seat) if game.at(seat) == mine => ("w", "1", 2),
        CountedOutcome::Win(_) => ("l", "0", 0),
        CountedOutcome::Draw => ("d", "½", 1),
        CountedOutcome::Nobody => ("l", "–", 0),
    }
}

/// The half points that each side made against each other side.
fn sums(section: &Section) -> BTreeMap<(EntryId, EntryId), i64> {
    let mut sums = BTreeMap::new();
    for game in section.matches().flat_map(|it| it.games) {
        for (mine, other) in [(game.first, game.second), (game.second, game.first)] {
            *sums.entry((mine, other)).or_default() += result(game, mine).2;
        }
    }
    sums
}

/// Tables of several sections below each other.
pub(crate) fn by_section<'s>(
    name: &'static str,
    columns: Vec<Column>,
    sections: impl Iterator<Item = (&'s Section, Vec<Vec<Cell>>)>,
) -> TypedTable {
    let mut all = vec![
        Column::new("stage", Words::new("stage", "阶段")),
        Column::new("section", Words::new("group", "组")),
    ];
    all.extend(columns);
    let rows = sections.flat_map(|(section, rows)| {
        let at = [Cell::number(section.stage), Cell::number(section.number)];
        rows.into_iter().map(move |row| at.iter().cloned().chain(row).collect())
    });
    TypedTable::new(name, all, rows.collect())
}

fn cross_columns(width: usize, speech: Speech) -> Vec<Column> {
    // Screen readers need a heading for every column.
    let number = match speech {
        Speech::Both => Sentence::default(),
        Speech::Only(_) => Sentence::new("no.", "序号"),
    };
    let mut columns =
        vec![Column::new("row", number), Column::new("name", Words::new("name", "名称")).names_row()];
    let numbers = (1..=width).map(|number| number.to_string());
    columns.extend(numbers.map(|number| Column::new(number.clone(), Sentence::quoted(number))));
    columns.push(Column::new("points", Words::new("points", "积分")));
    columns
}
