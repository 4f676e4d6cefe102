//! A table, defined once: what a page shows of it, and what is exported to spreadsheets and programs.

use crate::event::speech::{Speech, link};
use crate::html::Html;
use leitai_hall::LocalTime;
use leitai_tournament::Sentence;
use std::borrow::Cow;
use std::fmt::Display;

/// A table of typed cells. Its HTML, [CSV](TypedTable::csv) and [JSON](TypedTable::json) have the same contents.
#[derive(Clone, PartialEq, Debug)]
pub struct TypedTable {
    /// Its name in addresses and in JSON.
    pub name: &'static str,
    /// Its columns; every row has as many cells.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
}

/// Where a column is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stands {
    Everywhere,
    /// In pages only: other columns export what it shows.
    InPages,
    /// In CSV and JSON only.
    InData,
}

/// Whether a column contains sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Never,
    InBoth,
    /// In CSV only in Chinese.
    InChinese,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in CSV and JSON, which never changes.
    pub id: Cow<'static, str>,
    /// Its heading.
    pub title: Sentence,
    pub(crate) stands: Stands,
    /// What a page shows for an empty cell.
    blank: &'static str,
    /// Whether each cell names its row.
    names_row: bool,
    /// A long text, which pages show small or on demand.
    is_aside: bool,
    pub(crate) said: Said,
}

/// The contents of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Nothing.
    Nothing,
    /// A text that is the same in every language.
    Text(String),
    /// A number in JSON syntax.
    Number(String),
    /// A number, and how a page shows it.
    Figure {
        /// The text that a page shows.
        shown: String,
        /// The number.
        number: String,
    },
    /// The change of a figure, up or down.
    Change(i64),
    /// Yes or no.
    Truth(bool),
    /// A sentence in both languages.
    Said(Sentence),
    /// A sentence and the target of its link, which only a page has.
    Led(Sentence, String),
    /// A sentence with remarks, which are exported in another column.
    Noted(Sentence, Vec<Sentence>),
    /// Remarks alone.
    Notes(Vec<Sentence>),
    /// A sentence that was withdrawn.
    TakenBack(Sentence),
    /// A name chosen by a stranger, and the target of its link.
    Name(String, Option<String>),
    /// A game, by its id or its result, and the target of its link.
    Game(String, Option<String>),
    /// Results of several games, each linking to its game.
    Results(Vec<GameResult>),
    /// Games of a match, each linking to its page.
    Seated(Vec<SeatedGame>),
    /// The cell in which an entry meets itself.
    Itself,
    /// A time, and the target of its link: pages show it as people read it, exports with its distance from UTC.
    Moment(LocalTime, Option<String>),
    /// A file and the text of its link.
    File(String, Sentence),
    /// A text that a page shows in place of data.
    Instead(Sentence),
}

/// The result of a game for one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The figure: `1`, `½` or `0`, prefixed with `+` for a play-off.
    pub figure: String,
    /// Won (`w`), drawn (`d`) or lost (`l`).
    pub class: &'static str,
    /// The game's page.
    pub href: Option<String>,
}

/// A game by its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedGame {
    /// Who sat First and who Second.
    pub seats: String,
    /// The result: `1–0`.
    pub figures: &'static str,
    /// The game's page.
    pub href: Option<String>,
}

impl Column {
    /// A column shown everywhere. `title` names it in both languages.
    pub(crate) fn new(id: impl Into<Cow<'static, str>>, title: impl Into<Sentence>) -> Column {
        Column {
            id: id.into(),
            title: title.into(),
            stands: Stands::Everywhere,
            blank: "",
            names_row: false,
            is_aside: false,
            said: Said::Never,
        }
    }

    pub(crate) fn stands(self, stands: Stands) -> Column {
        Column { stands, ..self }
    }

    pub(crate) fn blank(self, blank: &'static str) -> Column {
        Column { blank, ..self }
    }

    pub(crate) fn names_row(self) -> Column {
        Column { names_row: true, ..self }
    }

    pub(crate) fn aside(self) -> Column {
        Column { is_aside: true, ..self }
    }

    pub(crate) fn said(self, said: Said) -> Column {
        Column { said, ..self }
    }
}

impl Cell {
    /// A number; the text of `number` must be a valid JSON number.
    pub(crate) fn number(number: impl Display) -> Cell {
        Cell::Number(number.to_string())
    }

    /// A cell for the value; `Nothing` if there is none.
    pub(crate) fn some<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell) -> Cell {
        value.map_or(Cell::Nothing, cell)
    }

    /// What a page shows of it; empty if there is nothing to show.
    fn html(&self, speech: Speech) -> Html {
        match self {
            Cell::Nothing => Html::default(),
            Cell::Text(text) | Cell::Number(text) | Cell::Figure { shown: text, .. } => html! { (text) },
            Cell::Change(by) => change(*by, speech),
            Cell::Truth(true) => speech.both("yes", "是"),
            Cell::Truth(false) => speech.both("no", "否"),
            Cell::Said(said) | Cell::Instead(said) => speech.said(said),
            Cell::Led(said, href) => link(Some(href), speech.said(said)),
            Cell::Noted(said, notes) => html! {
                (speech.said(said))
                @for note in notes { br; span class="warn" { (speech.said(note)) } }
            },
            Cell::Notes(notes) => Html::joined(notes.iter().map(|note| speech.said(note)), &html! { br; }),
            Cell::TakenBack(said) => {
                html! { s { (speech.said(said)) } " " (speech.both("(taken back)", "（已撤销）")) }
            }
            Cell::Name(name, href) => link(href.as_deref(), speech.name(name)),
            Cell::Game(text, href) => link(href.as_deref(), html! { (text) }),
            Cell::Results(results) => Html::joined(results.iter().map(GameResult::html), &html! { " " }),
            Cell::Seated(games) => Html::joined(games.iter().map(SeatedGame::html), &html! { " " }),
            Cell::Itself => html! { span class="faded" { "×" } },
            Cell::Moment(at, href) => link(href.as_deref(), speech.said(&at.said())),
            Cell::File(href, text) => link(Some(href), speech.said(text)),
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Number(_) | Cell::Figure { .. } | Cell::Change(_))
    }
}

/// An arrow with its figure, and the same in words for screen readers.
fn change(by: i64, speech: Speech) -> Html {
    let (class, arrow, said) = match by.signum() {
        1 => ("w", "▲", speech.both("up", "上升")),
        -1 => ("l", "▼", speech.both("down", "下降")),
        _ => {
            let said = speech.both("unchanged", "不变");
            return html! { span class="faded" aria-hidden="true" { "–" } span class="vh" { (said) } };
        }
    };
    html! {
        span class=(class) { span aria-hidden="true" { (arrow) } span class="vh" { (said) } " " (by.unsigned_abs()) }
    }
}

impl GameResult {
    fn html(&self) -> Html {
        link(self.href.as_deref(), html! { span class=(self.class) { (self.figure) } })
    }
}

impl SeatedGame {
    fn html(&self) -> Html {
        html! { span title=(self.seats) { (link(self.href.as_deref(), html! { (self.figures) })) } }
    }
}

impl TypedTable {
    pub(crate) fn new(name: &'static str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> TypedTable {
        debug_assert!(rows.iter().all(|row| row.len() == columns.len()), "{name} is even");
        TypedTable { name, columns, rows }
    }

    /// Its HTML, with this class and, on a page in one language, this caption.
    pub(crate) fn html(&self, speech: Speech, class: &str, caption: &Sentence) -> Html {
        let shown = |column: &Column| column.stands != Stands::InData;
        let is_number = |at: usize| speech != Speech::Both && self.rows.iter().any(|row| row[at].is_number());
        let inside = html! {
            table class=[Some(class).filter(|class| !class.is_empty())] {
                @if let Speech::Only(lang) = speech { caption { (caption.to(lang)) } }
                thead {
                    tr {
                        @for (at, column) in self.columns.iter().enumerate().filter(|(_, column)| shown(column)) {
                            th scope="col" class=[is_number(at).then_some("n")] { (speech.said(&column.title)) }
                        }
                    }
                }
                tbody {
                    @for row in &self.rows {
                        tr {
                            @for (column, cell) in self.columns.iter().zip(row).filter(|(column, _)| shown(column)) {
                                (column.cell(cell, speech))
                            }
                        }
                    }
                }
            }
        };
        speech.wide(caption, &inside)
    }
}

impl Column {
    fn cell(&self, cell: &Cell, speech: Speech) -> Html {
        let inside = if *cell == Cell::Nothing {
            html! { (self.blank) }
        } else {
            cell.html(speech)
        };
        match speech {
            Speech::Both if self.is_aside => html! { td { small { (inside) } } },
            Speech::Only(_) if self.is_aside && !inside.is_empty() => html! {
                td { details { summary { (speech.said(&self.title)) } (inside) } }
            },
            Speech::Only(_) if self.names_row => html! { th scope="row" { (inside) } },
            Speech::Only(_) if cell.is_number() => html! { td class="n" { (inside) } },
            Speech::Both | Speech::Only(_) => html! { td { (inside) } },
        }
    }
}
