//! Fields of a contest's forms, and what is wrong with them.

use crate::Reader;
use crate::html::Html;
use crate::site::frame::coded;
use leitai_catalog::find;
use leitai_core::{Lang, Sentence, Words};

/// What is wrong with a field, by its name in the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldTrouble {
    /// The field; empty if no single one is to blame.
    pub field: String,
    /// What is wrong, and what to do.
    pub what: Sentence,
}

/// A line to type into, under its label, with what is wrong beside it.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) title: Words,
    /// What it is for; empty if the title says it.
    pub(super) what: Words,
    pub(super) typed: &'a str,
    pub(super) is_required: bool,
}

impl Line<'_> {
    pub(super) fn html(&self, lang: Lang, troubles: &[FieldTrouble]) -> Html {
        let what = format!("{}-what", self.name);
        let has_what = !self.what.en.is_empty();
        html! {
            label for=(self.name) { (self.title.to(lang)) }
            (wrong(lang, troubles, self.name))
            input id=(self.name) name=(self.name) value=(Html::typed(self.typed)) maxlength="200" autocomplete="off"
                required=[self.is_required.then_some("")] aria-invalid=[invalid(troubles, self.name)]
                aria-describedby=[has_what.then_some(&what)];
            @if has_what { p class="soft" id=(what) { (coded(self.what.to(lang))) } }
        }
    }
}

/// What is wrong with a field.
pub(super) fn wrong(lang: Lang, troubles: &[FieldTrouble], field: &str) -> Html {
    html! {
        @for trouble in troubles.iter().filter(|it| it.field == field) {
            p class="trouble" role="alert" { (coded(trouble.what.to(lang))) }
        }
    }
}

/// How a field is marked that something is wrong with.
pub(super) fn invalid(troubles: &[FieldTrouble], field: &str) -> Option<&'static str> {
    troubles.iter().any(|it| it.field == field).then_some("true")
}

/// The name of a game for people.
pub(super) fn game_name(reader: &Reader<'_>, game: &str) -> String {
    find(game).map_or_else(|| game.to_owned(), |game| game.facts().name.to(reader.lang).to_owned())
}

/// A button that sends a form with what it does; `class` is `do` for the main action of the page, otherwise `quiet`.
pub(super) fn press(class: &str, does: &str, text: &Html) -> Html {
    html! { button class=(class) name="do" value=(does) { (text) } }
}
