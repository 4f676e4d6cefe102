//! Importing a roster.

use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_core::{Sentence, sentence};
use leitai_draw::clean;

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

#[derive(Template)]
#[template(path = "import.html")]
struct Import<'a> {
    t: Texts,
    token: &'a str,
    text: &'a str,
    is_random: bool,
    until: String,
    bad: Vec<[String; 3]>,
    said: Option<String>,
    changes: Vec<(String, String)>,
    remarks: Vec<String>,
}

/// `/people/import`.
pub fn import(reader: &Reader<'_>, view: &ImportView<'_>) -> String {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let bad = view.bad.iter().map(|bad| {
        let line = if bad.line == 0 { String::new() } else { bad.line.to_string() };
        [line, clean(&bad.text), clean(bad.why.to(lang))]
    });
    let said = view.preview.map(|preview| {
        let Preview { added, same, changes, missing, .. } = preview;
        let said = sentence!(
            "{added} new, {} changed, {same} as before; {missing} who are not in it are kept.",
            "新增 {added} 人，修改 {} 人，{same} 人不变；不在名单中的 {missing} 人保留。",
            changes.len()
        );
        said.to(lang).to_owned()
    });
    let changes = view.preview.map(|preview| preview.changes.as_slice()).unwrap_or_default();
    let remarks = view.preview.map(|preview| preview.remarks.as_slice()).unwrap_or_default();
    let body = written(&Import {
        t,
        token: view.token,
        text: view.text,
        is_random: view.is_random,
        until: clean(view.until),
        bad: bad.collect(),
        said,
        changes: changes.iter().map(|(number, said)| (clean(number), clean(said.to(lang)))).collect(),
        remarks: remarks.iter().map(|said| clean(said.to(lang))).collect(),
    });
    Frame { title: t.import(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}
