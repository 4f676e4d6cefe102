//! Importing a roster.

use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, token};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, sentence};

/// A line of a roster that cannot be imported.
pub struct BadRow {
    /// Its number, from 1; 0 for the whole roster.
    pub line: u64,
    /// The beginning of its text.
    pub text: String,
    /// What is wrong with it.
    pub why: Sentence,
}

/// What importing a roster would do.
#[derive(Default)]
pub struct Preview {
    /// How many are new.
    pub added: usize,
    /// How many stay as they are.
    pub same: usize,
    /// The people whose details change: number, and the old and new details.
    pub changes: Vec<(String, Sentence)>,
    /// How many are on the site but not in the roster: they stay.
    pub missing: usize,
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
    /// Lines that cannot be imported.
    pub bad: &'a [BadRow],
    /// What the import would do, if all lines can be imported.
    pub preview: Option<&'a Preview>,
}

/// `/people/import`.
pub fn import(reader: &Reader<'_>, view: &ImportView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let is_ready = view.preview.is_some();
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
            @if is_ready { button class="do" name="do" value="import" { (t.import_now()) } }
            p { (t.import_what()) }
            label for="file" { (t.roster_file()) }
            input id="file" name="file" type="file" accept=".csv,.txt,text/csv,text/plain";
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
            button class=(if is_ready { "quiet" } else { "do" }) name="do" value="look" { (t.import_look()) }
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

/// What importing would do.
fn previewed(preview: &Preview, lang: Lang) -> Html {
    let Preview { added, same, changes, missing, remarks } = preview;
    let said = sentence!(
        "{added} new, {} changed, {same} as before; {missing} who are not in it are kept.",
        "新增 {added} 人，修改 {} 人，{same} 人不变；不在名单中的 {missing} 人保留。",
        changes.len()
    );
    html! {
        p class="done" role="status" { (said.to(lang)) }
        @if !changes.is_empty() {
            details {
                summary { (Texts(lang).changes()) }
                ul { @for (number, said) in changes { li { bdi { (number) } ": " bdi { (said.to(lang)) } } } }
            }
        }
        @for said in remarks { p class="trouble" { (said.to(lang)) } }
    }
}
