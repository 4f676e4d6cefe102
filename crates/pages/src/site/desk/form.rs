//! The forms of the window. Each names what it does; what was refused is shown where it was done.

use super::DeskView;
use crate::html::Html;
use crate::site::frame::coded;
use leitai_core::{Lang, say};

/// What has a button beside what is to be done: there stands why it was refused.
pub(super) const ABOVE: [&str; 5] = ["begin", "start", "go", "restart", "stop"];

/// A button: what the form does, what it says, and the key that presses it.
pub(super) struct Press<'a> {
    pub(super) deed: &'a str,
    pub(super) said: &'a str,
    /// As a browser names it: `R`, `Space`.
    pub(super) key: Option<&'a str>,
    /// Whether this is the one thing to do now.
    pub(super) is_next: bool,
}

impl Press<'_> {
    fn html(&self, lang: Lang) -> Html {
        let class = if self.is_next { "do" } else { "quiet" };
        html! {
            button class=(class) name="do" value=(self.deed) aria-keyshortcuts=[self.key] {
                (self.said) @if let Some(key) = self.key { " " (key_shown(key, lang)) }
            }
        }
    }
}

/// A key as it is printed on a keyboard. Whoever hears the page is told of it by the button itself.
pub(super) fn key_shown(key: &str, lang: Lang) -> Html {
    let key = if key == "Space" { say!(lang, "Space", "空格") } else { key.to_owned() };
    html! { kbd aria-hidden="true" { (key) } }
}

/// A form with these fields, which does what its button says.
pub(super) fn form(view: &DeskView<'_>, fields: &Html, press: &Press<'_>, lang: Lang) -> Html {
    html! {
        form class="fields" method="post" action=(view.address) data-deed=(press.deed) {
            @if !ABOVE.contains(&press.deed) { (refused(view, press.deed, lang)) }
            (fields)
            (press.html(lang))
        }
    }
}

/// A button alone.
pub(super) fn button(view: &DeskView<'_>, press: &Press<'_>, lang: Lang) -> Html {
    html! { form method="post" action=(view.address) data-deed=(press.deed) {
            @if !ABOVE.contains(&press.deed) { (refused(view, press.deed, lang)) }
            (press.html(lang))
        }
    }
}

/// Why this was refused when it was tried last.
pub(super) fn refused(view: &DeskView<'_>, deed: &str, lang: Lang) -> Html {
    let refusal = view.refusal.as_ref().filter(|_| is_refused(view, deed));
    html! {
        @if let Some(refusal) = refusal { p class="trouble" role="alert" { (coded(refusal.why.to(lang))) } }
    }
}

/// Whether this was tried last, and refused.
pub(super) fn is_refused(view: &DeskView<'_>, deed: &str) -> bool {
    refused_deed(view) == Some(deed)
}

/// What was tried last, and refused.
pub(super) fn refused_deed<'a>(view: &DeskView<'a>) -> Option<&'a str> {
    tried(view, "do")
}

/// What was typed in a field of this deed, if it was refused.
pub(super) fn typed<'a>(view: &DeskView<'a>, deed: &str, field: &str) -> Option<&'a str> {
    if is_refused(view, deed) { tried(view, field) } else { None }
}

fn tried<'a>(view: &DeskView<'a>, field: &str) -> Option<&'a str> {
    let fields = view.refusal.as_ref()?.fields;
    fields.iter().find(|(name, _)| name == field).map(|(_, value)| value.as_str())
}

/// A choice in a form.
pub(super) fn option(value: &str, name: &str, chosen: Option<&str>) -> Html {
    html! { option value=(value) selected=[(Some(value) == chosen).then_some("")] { (name) } }
}

/// Something that nobody does by accident: it is opened first, with this key.
pub(super) struct Folded<'a> {
    pub(super) id: &'a str,
    pub(super) said: &'a str,
    pub(super) key: Option<&'a str>,
    pub(super) is_open: bool,
}

impl Folded<'_> {
    pub(super) fn html(&self, inside: &Html, lang: Lang) -> Html {
        html! {
            details id=(self.id) open[self.is_open] {
                summary aria-keyshortcuts=[self.key] {
                    (self.said) @if let Some(key) = self.key { " " (key_shown(key, lang)) }
                }
                (inside)
            }
        }
    }
}
