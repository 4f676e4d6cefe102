//! How a team objects, on its own page.

use super::fields::{FieldTrouble, invalid, press, wrong};
use super::objections::{ObjectionRow, objection};
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::token;
use leitai_core::{Sentence, sentence};

/// The fields of the form.
const FIELDS: [&str; 3] = ["about", "objection", "document"];

/// Something that a team can object to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectionChoice {
    /// As its form names it.
    pub value: String,
    /// What it is: the schedule of a game, or the result of one that was played.
    pub words: Sentence,
}

/// A team's objections, and the form for another one.
pub struct ObjectionForm<'a> {
    /// Its objections so far.
    pub rows: &'a [ObjectionRow],
    /// What it can object to; nothing before the draw, and once every notice period has passed.
    pub choices: &'a [ObjectionChoice],
    /// Until when objections about which game are heard, where a list of awards is published.
    pub until: &'a [Sentence],
    /// What was chosen and what was written.
    pub typed: [&'a str; 2],
}

/// The objections of a team on its page; `action` is where the form is sent.
pub(super) fn objection_form(
    reader: &Reader<'_>,
    (id, action, form): (&str, &str, &str),
    view: &ObjectionForm<'_>,
    troubles: &[FieldTrouble],
    most: usize,
) -> Html {
    let (s, lang, [about, words]) = (Speech::Only(reader.lang), reader.lang, view.typed);
    let megabytes = most >> 20;
    html! {
        @if !view.rows.is_empty() || !view.choices.is_empty() {
            h2 { (s.both("Objections", "异议")) }
            ul class="notice-list" { @for row in view.rows { (objection(reader, id, row, false)) } }
            (s.list(view.until))
        }
        @if !view.choices.is_empty() {
            details open[!(about.is_empty() && words.is_empty()) || troubles.iter().any(|it| FIELDS.contains(&it.field.as_str()))] {
                summary { (s.both("Object to a result or to the schedule", "对成绩或赛程提出异议")) }
                form class="fields" method="post" action=(action) enctype="multipart/form-data" {
                    (token(form))
                    label for="about" { (s.both("About what", "异议事项")) }
                    (wrong(lang, troubles, "about"))
                    select id="about" name="about" aria-invalid=[invalid(troubles, "about")] {
                        @for choice in view.choices {
                            option value=(choice.value) selected=[(choice.value == about).then_some("")] { (s.said(&choice.words)) }
                        }
                    }
                    label for="objection" { (s.both("What the objection is, and why", "异议内容与理由")) }
                    (wrong(lang, troubles, "objection"))
                    textarea id="objection" name="objection" rows="4" maxlength="2000" required="" aria-invalid=[invalid(troubles, "objection")] {
                        "\n" (Html::typed(words))
                    }
                    label for="document" { (s.both("A document, if there is one", "材料（如有）")) }
                    (wrong(lang, troubles, "document"))
                    input id="document" name="document" type="file" aria-describedby="document-what";
                    p class="soft" id="document-what" { (s.said(&sentence!("One file of at most {megabytes} MB. The words are public with the rulings; the document is for the officials.", "一个文件，至多 {megabytes} MB。异议内容随裁决公开，材料仅供裁判与仲裁组查看。"))) }
                    (press("quiet", "object", &s.both("Object", "提出异议")))
                }
            }
        }
    }
}
