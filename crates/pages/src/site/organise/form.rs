//! The building blocks of organisers' pages.

use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::token;

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
