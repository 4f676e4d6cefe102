//! The building blocks of organisers' pages.

use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{coded, token};
use leitai_hall::Trouble;

/// A form that is sent to this address.
pub(super) fn form(action: &str, form: &str, inside: &Html) -> Html {
    html! { form class="fields" method="post" action=(action) { (token(form)) (inside) } }
}

/// A button of a form; `class` is `do` for the main action of the page, otherwise `quiet`.
pub(super) fn button(class: &str, does: &str, text: &Html) -> Html {
    html! { button class=(class) name="do" value=(does) { (text) } }
}

/// Fields that are folded, unless `is_open`.
pub(super) fn folded(title: &str, is_open: bool, inside: &Html) -> Html {
    html! { details open=[is_open.then_some("")] { summary { (title) } (inside) } }
}

/// A list item with a link.
pub(super) fn item(href: &str, text: &Html) -> Html {
    html! { li { a href=(href) { (text) } } }
}

pub(super) const fn speech(reader: &Reader<'_>) -> Speech {
    Speech::Only(reader.lang)
}

/// What is wrong with the field at this path.
pub(super) fn wrong(s: Speech, troubles: &[Trouble], path: &str) -> Html {
    html! {
        @for trouble in troubles.iter().filter(|it| it.path == Some(path)) {
            p class="trouble" {
                @match s { Speech::Only(lang) => (coded(trouble.what.to(lang))), Speech::Both => (s.said(&trouble.what)) }
            }
        }
    }
}

/// How a field is marked that something is wrong with.
pub(super) fn invalid(troubles: &[Trouble], path: &str) -> Option<&'static str> {
    troubles.iter().any(|it| it.path == Some(path)).then_some("true")
}
