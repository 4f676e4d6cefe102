//! Importing a roster.

use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, token};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, Words, sentence};

/// How many changes are shown without being asked for.
const FEW: usize = 20;

/// A line of a roster that cannot be imported.
pub struct BadRow {
    /// Its number, from 1; 0 for the whole roster.
    pub line: u64,
    /// The beginning of its text.
    pub text: String,
    /// What is wrong with it.
    pub why: Sentence,
}

/// A detail of a person that a roster changes.
pub struct RosterChange {
    /// The person's number.
    pub number: String,
    /// Which detail.
    pub what: Words,
    /// What it is.
    pub old: String,
    /// What it becomes.
    pub new: String,
}

/// What the columns of a table are taken for, to be confirmed or changed.
pub struct RosterColumns {
    /// Which table this is of.
    pub of: String,
    /// Why it has to be confirmed, if so.
    pub unsure: Option<Sentence>,
    /// What a column can be: the form's value, and what people read.
    pub kinds: Vec<(&'static str, Words)>,
    /// Each column: what it is taken for, and its head, which may be empty.
    pub columns: Vec<(&'static str, String)>,
    /// The cells of the first rows under the header.
    pub rows: Vec<Vec<String>>,
    /// The line that names the columns; 0 if there is none.
    pub header: u64,
    /// The lines that may name them, with their texts.
    pub lines: Vec<(u64, String)>,
}

/// What importing a roster would do.
#[derive(Default)]
pub struct Preview {
    /// How many are new.
    pub added: usize,
    /// How many stay as they are.
    pub same: usize,
    /// How many change.
    pub changed: usize,
    /// What changes of them.
    pub changes: Vec<RosterChange>,
    /// How many are on the site but not in the roster: they stay.
    pub missing: usize,
    /// How the roster was read, and what of it was not.
    pub taken: Vec<Sentence>,
    /// Points to check that do not prevent the import.
    pub remarks: Vec<Sentence>,
}

/// A roster to be imported.
pub struct ImportView<'a> {
    /// The form's token.
    pub token: &'a str,
    /// The roster as it was given.
    pub text: &'a str,
    /// Whether first passwords are random.
    pub is_random: bool,
    /// The day on which first passwords expire, as `2026-12-31`.
    pub until: &'a str,
    /// Its columns, once it was read as a table.
    pub columns: Option<&'a RosterColumns>,
    /// Lines that cannot be imported.
    pub bad: &'a [BadRow],
    /// What the import would do, if all lines can be imported.
    pub preview: Option<&'a Preview>,
}

/// `/people/import`.
pub fn import(reader: &Reader<'_>, view: &ImportView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let is_ready = view.preview.is_some();
    let is_unsure = view.columns.is_some_and(|columns| columns.unsure.is_some());
    let first = [("number", t.first_is_number(), false), ("random", t.first_is_random(), true)];
    let body = html! {
        h1 { (t.import()) }
        @if !view.bad.is_empty() {
            p class="trouble" role="alert" { (t.import_bad()) }
            (bad_lines(view.bad, t).html(Speech::Only(lang), "", &Sentence::quoted(t.bad_lines())))
        }
        @if let Some(preview) = view.preview { (previewed(preview, lang)) }
        form class="fields" method="post" action="/people/import" data-who="organise" enctype="multipart/form-data" {
            (token(view.token))
            @if let Some(columns) = view.columns { (columns_of(columns, !view.bad.is_empty(), t)) }
            @if is_ready { button class="do" name="do" value="import" { (t.import_now()) } }
            p { (t.import_what()) }
            label for="file" { (t.roster_file()) }
            input id="file" name="file" type="file" accept=".xlsx,.csv,.txt,.tsv,.json,text/csv,text/plain";
            label for="text" { (t.roster_text()) }
            textarea id="text" name="text" rows="12" spellcheck="false" { "\n" (Html::typed(view.text)) }
            fieldset {
                legend { (t.first_password()) }
                @for (value, shown, is_random) in first {
                    label {
                        input type="radio" name="first" value=(value)
                            checked=[(view.is_random == is_random).then_some("")];
                        " " (shown)
                    }
                }
            }
            label for="until" { (t.first_until()) }
            input id="until" name="until" type="date" value=(view.until) required="";
            button class=(if is_ready || is_unsure { "quiet" } else { "do" }) name="do" value="look" { (t.import_look()) }
        }
        p { a href="/people" { (t.people()) } }
    };
    frame(reader, t.import(), Nav::Account, &body)
}

/// The lines that cannot be imported.
fn bad_lines(rows: &[BadRow], t: Texts) -> TypedTable {
    let columns = [("line", t.line()), ("text", t.line_text()), ("why", t.line_why())];
    let cells = |bad: &BadRow| {
        let line = (bad.line > 0).then_some(bad.line);
        let [text, why] = [&bad.text, bad.why.to(t.0)].map(|text| Cell::Name(text.to_owned(), None));
        vec![Cell::some(line, Cell::number), text, why]
    };
    let columns = columns.map(|(id, title)| Column::new(id, Sentence::quoted(title)));
    TypedTable::new("bad_lines", columns.into(), rows.iter().map(cells).collect())
}

/// What changes of whom.
fn changed_lines(changes: &[RosterChange], t: Texts) -> TypedTable {
    let columns = [
        ("number", t.roster_number()),
        ("what", t.change_what()),
        ("old", t.change_old()),
        ("new", t.change_new()),
    ];
    let cells = |change: &RosterChange| {
        let RosterChange { number, what, old, new } = change;
        let said = |text: &String| if text.is_empty() { "–".to_owned() } else { text.clone() };
        let texts = [number.clone(), what.to(t.0).to_owned(), said(old), said(new)];
        texts.map(|text| Cell::Name(text, None)).into()
    };
    let columns = columns.map(|(id, title)| Column::new(id, Sentence::quoted(title)));
    TypedTable::new("changes", columns.into(), changes.iter().map(cells).collect())
}

/// What each column is, to be confirmed.
fn columns_of(view: &RosterColumns, is_open: bool, t: Texts) -> Html {
    let lang = t.0;
    html! {
        input type="hidden" name="of" value=(view.of);
        details open=[(is_open || view.unsure.is_some()).then_some("")] {
            summary { (t.roster_columns()) }
            @if let Some(why) = &view.unsure { p class="trouble" role="alert" { (why.to(lang)) } }
            label for="header" { (t.roster_header()) }
            select id="header" name="header" {
                option value="0" selected=[(view.header == 0).then_some("")] { (t.roster_no_header()) }
                @for (line, text) in &view.lines {
                    option value=(line) selected=[(*line == view.header).then_some("")] { (line) ": " (text) }
                }
                @if view.lines.iter().all(|(line, _)| *line != view.header) && view.header > 0 {
                    option value=(view.header) selected="" { (view.header) }
                }
            }
            div class="wide" tabindex="0" role="region" aria-label=(t.roster_columns()) {
                table {
                    thead {
                        tr {
                            @for (at, (chosen, head)) in view.columns.iter().enumerate() {
                                th scope="col" {
                                    label for={ "column-" (at) } {
                                        bdi { @if head.is_empty() { (at + 1) } @else { (head) } }
                                    }
                                    select id={ "column-" (at) } name={ "column-" (at) } {
                                        @for (value, shown) in &view.kinds {
                                            option value=(value) selected=[(value == chosen).then_some("")] { (shown.to(lang)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                    tbody {
                        @for row in &view.rows {
                            tr { @for cell in row { td { bdi { (cell) } } } }
                        }
                    }
                }
            }
            @if view.unsure.is_some() { button class="do" name="do" value="look" { (t.roster_confirm()) } }
        }
    }
}

/// What importing would do.
fn previewed(preview: &Preview, lang: Lang) -> Html {
    let Preview { added, same, changed, changes, missing, taken, remarks } = preview;
    let said = sentence!(
        "{added} new, {changed} changed, {same} as before; {missing} who are not in it are kept.",
        "新增 {added} 人，修改 {changed} 人，{same} 人不变；不在名单中的 {missing} 人保留。"
    );
    let t = Texts(lang);
    html! {
        p class="done" role="status" { (said.to(lang)) }
        @if !changes.is_empty() {
            details open=[(changes.len() <= FEW).then_some("")] {
                summary { (t.changes()) }
                (changed_lines(changes, t).html(Speech::Only(lang), "", &Sentence::quoted(t.changes())))
            }
        }
        @if !taken.is_empty() {
            details open="" {
                summary { (t.roster_taken()) }
                ul { @for said in taken { li { (said.to(lang)) } } }
            }
        }
        @for said in remarks { p class="trouble" { (said.to(lang)) } }
    }
}
