//! Changing an event: the fields of its file that may still change, and why the others may not.

use super::draft::{GROUPS, is_of, one};
use super::form::{button, folded, speech};
use crate::html::Html;
use crate::site::frame::{coded, frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_draw::clean;
use leitai_hall::{EditedField, FileField, Trouble};

/// The form for changing an event.
pub struct EditView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The address of the form.
    pub here: &'a str,
    /// Whether it has every field, rather than only the limits on submissions.
    pub has_all: bool,
    /// The form's token.
    pub token: &'a str,
    /// The fields that may change.
    pub fields: &'a [EditedField],
    /// Those that may not, each with the reason.
    pub fixed: &'a [(&'static FileField, Words)],
    /// Errors in fields, and changes by others.
    pub troubles: &'a [Trouble],
    /// Why nothing can be changed.
    pub shut: Option<&'a Sentence>,
    /// Why the change failed.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/organise/ID/edit` and `/organise/ID/limits`.
pub fn edit_event(reader: &Reader<'_>, view: &EditView<'_>) -> Html {
    let s = speech(reader);
    let title = if view.has_all {
        Words::new("Change the event", "修改赛事")
    } else {
        Words::new("Limits on submissions", "提交限制")
    };
    let title = title.to(reader.lang);
    let body = html! {
        h1 { (title) }
        p { a href={ "/organise/" (view.id) } { (s.name(view.event)) } }
        (messages(reader, view.trouble, view.done))
        @if let Some(shut) = view.shut { p { (shut.to(reader.lang)) } } @else { (form(reader, view)) }
    };
    frame(reader, &format!("{title} · {}", view.event), Nav::Account, &body)
}

fn form(reader: &Reader<'_>, view: &EditView<'_>) -> Html {
    let (s, lang) = (speech(reader), reader.lang);
    let what = if view.has_all {
        s.both(
            "A change applies to games that begin from now on, and to what is handed in from now on; a notice is posted for everybody.",
            "修改适用于此后开始的对局与此后的提交，并自动发布通知。",
        )
    } else {
        s.both(
            "A change applies at once, to what is handed in from now on, and a notice is posted for everybody.",
            "修改立即生效，适用于此后的提交，并自动发布通知。",
        )
    };
    let (grouped, plain): (Vec<_>, Vec<_>) =
        view.fields.iter().partition(|it| view.has_all && it.field.path.contains('.'));
    let show = |fields: &[&EditedField]| {
        html! { @for field in fields { (shown(reader, field, view.troubles)) } }
    };
    let is_used = |field: &&EditedField| {
        !field.typed.is_empty() || view.troubles.iter().any(|it| it.path == Some(field.field.path))
    };
    let groups = GROUPS.map(|(group, title)| {
        (title, grouped.iter().copied().filter(|it| is_of(it.field, group)).collect::<Vec<_>>())
    });
    html! {
        p class="soft" { (what) }
        form data-who="organise" class="fields" method="post" action=(view.here) {
            (token(view.token))
            (show(&plain))
            @for (title, fields) in groups.iter().filter(|(_, fields)| !fields.is_empty()) {
                (folded(title.to(lang), fields.iter().any(is_used), &show(fields)))
            }
            (button("do", "change", &s.both("Change and post a notice", "修改并发布通知")))
        }
        @if !view.fixed.is_empty() {
            h2 { (s.both("What cannot be changed", "不能修改的字段")) }
            dl class="facts" {
                @for (field, why) in view.fixed { dt { (field.title.to(lang)) } dd { (coded(why.to(lang))) } }
            }
            p { a href={ "/organise/" (view.id) } { (s.both("Its current file", "查看赛事文件")) } }
        }
    }
}

/// A field with its earlier value in the file, which reveals whether somebody else has changed it since.
fn shown(reader: &Reader<'_>, field: &EditedField, troubles: &[Trouble]) -> Html {
    html! {
        input type="hidden" name={ "was:" (field.field.path) } value=(clean(&field.was));
        (one(reader, field.field, &field.typed, troubles))
    }
}
