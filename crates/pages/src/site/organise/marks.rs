//! Marks that were read from a table, before they are entered.

use super::form::{button, form, speech};
use crate::event::{BoardColumn, Cell, Column, TypedTable};
use crate::html::Html;
use crate::site::frame::frame;
use crate::{Nav, Reader};
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_tournament::{EntryId, Event};
use std::collections::BTreeMap;

/// Marks that were read, for the organiser who enters them.
pub struct MarksView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// The token of its form.
    pub token: &'a str,
    /// The event in its current state.
    pub event: &'a Event,
    /// The column that they are for.
    pub column: &'a BoardColumn,
    /// The mark of each entry that has one.
    pub marks: &'a BTreeMap<EntryId, String>,
    /// The lines that were ignored, and why.
    pub ignored: &'a [Sentence],
}

/// The page between a table of marks and the board: old and new for each entry that changes, and what was ignored.
pub fn marks(reader: &Reader<'_>, view: &MarksView<'_>) -> Html {
    let s = speech(reader);
    let title = Words::new("Marks", "录入分数").to(reader.lang);
    let was = |entry: &EntryId| view.column.cells.get(entry).map_or("", String::as_str);
    let changed: Vec<_> = view.marks.iter().filter(|(entry, mark)| was(entry) != *mark).collect();
    let columns = vec![
        Column::new("entry", Words::new("Entry", "参赛者")).names_row(),
        Column::new("before", Words::new("Before", "原分数")).blank("–"),
        Column::new("after", Words::new("After", "新分数")),
    ];
    let cell = |text: &str| if text.is_empty() { Cell::Nothing } else { Cell::Text(text.to_owned()) };
    let row = |(entry, mark): &(&EntryId, &String)| {
        vec![Cell::Name(view.event.name(**entry).to_owned(), None), cell(was(entry)), cell(mark)]
    };
    let table = TypedTable::new("marks", columns, changed.iter().map(row).collect());
    let (new, same) = (changed.len(), view.marks.len() - changed.len());
    let lines = Noun::LINES.of(view.ignored.len());
    let counts = sentence!(
        "{new} change, {same} stay as they are, {lines} ignored. Nothing is entered yet.",
        "{new} 个变动，{same} 个不变，忽略 {lines} 行。尚未录入。"; new, same, lines
    );
    let filled = html! {
        input type="hidden" name="column" value=(view.column.id);
        @for (entry, mark) in &changed {
            input type="hidden" name=(entry) value=(mark);
            input type="hidden" name={ "was:" (entry) } value=(was(entry));
        }
        (button("do", "fill-column", &s.both("Enter these marks", "录入")))
    };
    let board = format!("/organise/{}/board#columns", view.id);
    let body = html! {
        h1 { (title) }
        p { (s.said(&view.column.title)) " · " a href=(board) { (s.both("the board", "成绩榜")) } }
        p role="status" { (s.said(&counts)) }
        @if !changed.is_empty() {
            (table.html(s, "", &Sentence::new("Marks that change", "变动的分数")))
            (form(&format!("/organise/{}/fill-column", view.id), view.token, &filled))
        }
        @if !view.ignored.is_empty() {
            h2 { (s.both("Ignored", "忽略的行")) }
            (s.list(view.ignored))
        }
    };
    frame(reader, title, Nav::Account, &body)
}
