//! Changing an event: the fields of its file that may still change, and why the others may not.

use super::draft::{GROUPS, one};
use super::form::{button, coded, framed, kept_form, messages, speech};
use crate::Reader;
use crate::event::escape;
use leitai_core::{Sentence, Words};
use leitai_hall::{FileField, Trouble};
use std::fmt::Write as _;

/// A field of an event's file that is being changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditedField {
    /// The field.
    pub field: &'static FileField,
    /// Its value in the file when the form was made; a hash if it has several lines.
    pub was: String,
    /// The text typed.
    pub typed: String,
}

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
pub fn edit_event(reader: &Reader<'_>, view: &EditView<'_>) -> String {
    let (s, lang) = (speech(reader), reader.lang);
    let title = if view.has_all {
        s.both("Change the event", "修改赛事")
    } else {
        s.both("Limits on submissions", "提交限制")
    };
    let of = format!("/organise/{}", escape(view.id));
    let mut body = format!("<h1>{title}</h1>\n<p><a href=\"{of}\">{}</a></p>\n", s.name(view.event));
    body += &messages(reader, view.trouble, view.done);
    if let Some(shut) = view.shut {
        let _ = writeln!(body, "<p>{}</p>", escape(shut.to(lang)));
        return framed(reader, &title, &body);
    }
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
    let _ = write!(body, "<p class=\"soft\">{what}</p>\n{}", kept_form(view.here, view.token));
    let is_grouped = |field: &EditedField| view.has_all && field.field.path.contains('.');
    for field in view.fields.iter().filter(|field| !is_grouped(field)) {
        body += &shown(reader, field, view.troubles);
    }
    for (group, title) in GROUPS.iter().filter(|_| view.has_all) {
        let is_its =
            |field: &&EditedField| field.field.path.split_once('.').is_some_and(|(of, _)| of == *group);
        let inside: Vec<_> = view.fields.iter().filter(is_its).collect();
        let is_used = |field: &&EditedField| {
            !field.typed.is_empty() || view.troubles.iter().any(|it| it.path == Some(field.field.path))
        };
        let open = if inside.iter().any(is_used) { " open=\"\"" } else { "" };
        let all: String = inside.iter().map(|field| shown(reader, field, view.troubles)).collect();
        if !all.is_empty() {
            let title = escape(title.to(lang));
            let _ = writeln!(body, "<details{open}><summary>{title}</summary>\n{all}</details>");
        }
    }
    body += &button("do", "change", &s.both("Change and post a notice", "修改并发布通知"));
    body += "</form>\n";
    if !view.fixed.is_empty() {
        let _ = writeln!(
            body,
            "<h2>{}</h2>\n<dl class=\"facts\">",
            s.both("What cannot be changed", "不能修改的字段")
        );
        for (field, why) in view.fixed {
            let (title, why) = (escape(field.title.to(lang)), coded(why.to(lang)));
            let _ = writeln!(body, "<dt>{title}</dt><dd>{why}</dd>");
        }
        let file = s.both("Its current file", "查看赛事文件");
        let _ = writeln!(body, "</dl>\n<p><a href=\"{of}\">{file}</a></p>");
    }
    framed(reader, &title, &body)
}

/// A field with its earlier value in the file, which reveals whether somebody else has changed it since.
fn shown(reader: &Reader<'_>, field: &EditedField, troubles: &[Trouble]) -> String {
    let (path, was) = (field.field.path, escape(&field.was));
    let was = format!("<input type=\"hidden\" name=\"was:{path}\" value=\"{was}\">\n");
    was + &one(reader, field.field, &field.typed, troubles)
}
