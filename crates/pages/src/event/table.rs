//! A table, defined once: what a page shows of it, and what is exported to spreadsheets and programs.

use crate::event::html::{Speech, escape, link};
use leitai_tournament::Sentence;
use std::borrow::Cow;
use std::fmt::{Display, Write as _};

/// A table of typed cells. Its HTML, [CSV](Table::csv) and [JSON](Table::json) have the same contents.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
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

    /// Its HTML, if there is anything to show.
    fn html(&self, speech: Speech) -> Option<String> {
        Some(match self {
            Cell::Nothing => return None,
            Cell::Text(text) => escape(text),
            Cell::Number(number) => escape(number),
            Cell::Figure { shown, .. } => escape(shown),
            Cell::Change(by) => change(*by, speech),
            Cell::Truth(true) => speech.both("yes", "是"),
            Cell::Truth(false) => speech.both("no", "否"),
            Cell::Said(said) | Cell::Instead(said) => speech.said(said),
            Cell::Noted(said, notes) => notes.iter().fold(speech.said(said), |text, note| {
                format!("{text}<br><span class=\"warn\">{}</span>", speech.said(note))
            }),
            Cell::Notes(notes) => notes.iter().map(|note| speech.said(note)).collect::<Vec<_>>().join("<br>"),
            Cell::TakenBack(said) => {
                format!("<s>{}</s> {}", speech.said(said), speech.both("(taken back)", "（已撤销）"))
            }
            Cell::Name(name, href) => link(href.as_deref(), &speech.name(name)),
            Cell::Game(text, href) => link(href.as_deref(), &escape(text)),
            Cell::Results(results) => results.iter().map(GameResult::html).collect::<Vec<_>>().join(" "),
            Cell::Seated(games) => games.iter().map(SeatedGame::html).collect::<Vec<_>>().join(" "),
            Cell::Itself => "<span class=\"faded\">×</span>".to_owned(),
            Cell::File(href, text) => link(Some(href), &speech.said(text)),
        })
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Number(_) | Cell::Figure { .. } | Cell::Change(_))
    }
}

/// An arrow with its figure, and the same in words for screen readers.
fn change(by: i64, speech: Speech) -> String {
    let (class, arrow) = match by.signum() {
        1 => ("w", "▲"),
        -1 => ("l", "▼"),
        _ => {
            return format!(
                "<span class=\"faded\" aria-hidden=\"true\">–</span><span class=\"vh\">{}</span>",
                speech.both("unchanged", "不变")
            );
        }
    };
    let figure = by.unsigned_abs();
    let said = if by > 0 { speech.both("up", "上升") } else { speech.both("down", "下降") };
    format!(
        "<span class=\"{class}\"><span aria-hidden=\"true\">{arrow}</span><span class=\"vh\">{said}</span> {figure}</span>"
    )
}

impl GameResult {
    fn html(&self) -> String {
        let GameResult { figure, class, href } = self;
        link(href.as_deref(), &format!("<span class=\"{class}\">{figure}</span>"))
    }
}

impl SeatedGame {
    fn html(&self) -> String {
        let SeatedGame { seats, figures, href } = self;
        format!("<span title=\"{}\">{}</span>", escape(seats), link(href.as_deref(), figures))
    }
}

impl Table {
    pub(crate) fn new(name: &'static str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
        debug_assert!(rows.iter().all(|row| row.len() == columns.len()), "{name} is even");
        Table { name, columns, rows }
    }

    /// Its HTML, with this class and, on a page in one language, this caption.
    pub(crate) fn html(&self, speech: Speech, class: &str, caption: &Sentence) -> String {
        let shown = |column: &&Column| column.stands != Stands::InData;
        let mut head = String::new();
        for (at, column) in self.columns.iter().enumerate().filter(|(_, column)| shown(column)) {
            let mut cells = self.rows.iter().map(|row| &row[at]);
            let class =
                if speech != Speech::Both && cells.any(Cell::is_number) { " class=\"n\"" } else { "" };
            let _ = write!(head, "<th scope=\"col\"{class}>{}</th>", speech.said(&column.title));
        }
        let mut body = String::new();
        for row in &self.rows {
            body.push_str("<tr>");
            for (column, cell) in self.columns.iter().zip(row).filter(|(column, _)| shown(column)) {
                body.push_str(&column.cell(cell, speech));
            }
            body.push_str("</tr>\n");
        }
        let above = match speech {
            Speech::Both => String::new(),
            Speech::Only(lang) => format!("<caption>{}</caption>", escape(caption.to(lang))),
        };
        let inside = format!(
            "<table class=\"{class}\">{above}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"
        );
        speech.wide(caption, &inside)
    }
}

impl Column {
    fn cell(&self, cell: &Cell, speech: Speech) -> String {
        let text = cell.html(speech).unwrap_or_else(|| self.blank.to_owned());
        match speech {
            Speech::Both if self.is_aside => format!("<td><small>{text}</small></td>"),
            Speech::Only(_) if self.is_aside && !text.is_empty() => {
                let title = speech.said(&self.title);
                format!("<td><details><summary>{title}</summary>{text}</details></td>")
            }
            Speech::Only(_) if self.names_row => format!("<th scope=\"row\">{text}</th>"),
            Speech::Only(_) if cell.is_number() => format!("<td class=\"n\">{text}</td>"),
            Speech::Both | Speech::Only(_) => format!("<td>{text}</td>"),
        }
    }
}
