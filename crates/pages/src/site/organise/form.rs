//! The building blocks of organisers' pages: frame, forms, messages.

use crate::event::{Speech, escape};
use crate::site::frame::{Frame, told};
use crate::{Nav, Reader};
use leitai_core::Sentence;
use std::fmt::Write as _;

/// A text as HTML in which backquoted words are code.
pub(super) fn coded(text: &str) -> String {
    let mut html = String::new();
    for (at, part) in text.split('`').enumerate() {
        let part = escape(part);
        let _ = if at % 2 == 0 { write!(html, "{part}") } else { write!(html, "<code>{part}</code>") };
    }
    html
}

/// The message about what was done, and about what failed.
pub(in crate::site) fn messages(
    reader: &Reader<'_>,
    trouble: Option<&Sentence>,
    done: Option<&Sentence>,
) -> String {
    let mut html = String::new();
    if let Some(trouble) = told(trouble, reader.lang) {
        let _ = writeln!(html, "<p class=\"trouble\" role=\"alert\">{}</p>", coded(&trouble));
    }
    if let Some(done) = told(done, reader.lang) {
        let _ = writeln!(html, "<p class=\"done\" role=\"status\">{}</p>", coded(&done));
    }
    html
}

/// The beginning of a form that is sent to this address.
pub(super) fn form(action: &str, token: &str) -> String {
    let (action, token) = (escape(action), escape(token));
    format!(
        "<form class=\"fields\" method=\"post\" action=\"{action}\">\n<input type=\"hidden\" name=\"t\" value=\"{token}\">\n"
    )
}

/// Like `form`, but the tab keeps what was typed if the session ends: any organiser may read it.
pub(super) fn kept_form(action: &str, token: &str) -> String {
    form(action, token).replacen("<form ", "<form data-who=\"organise\" ", 1)
}

/// A button of a form; `class` is `do` for the main action of the page, otherwise `quiet`.
pub(super) fn button(class: &str, does: &str, text: &str) -> String {
    format!("<button class=\"{class}\" name=\"do\" value=\"{does}\">{text}</button>\n")
}

/// One option of a list.
pub(super) fn option(value: &str, shown: &str, is_chosen: bool) -> String {
    let chosen = if is_chosen { " selected=\"\"" } else { "" };
    format!("<option value=\"{}\"{chosen}>{}</option>", escape(value), escape(shown))
}

/// A page for organisers.
pub(in crate::site) fn framed(reader: &Reader<'_>, title: &str, body: &str) -> String {
    Frame { title, nav: Nav::Account, main: "page", body, head: "" }.page(reader)
}

/// A list item with a link.
pub(super) fn item(href: &str, text: &str) -> String {
    format!("<li><a href=\"{}\">{text}</a></li>\n", escape(href))
}

pub(in crate::site) const fn speech(reader: &Reader<'_>) -> Speech {
    Speech::Only(reader.lang)
}
