//! What may be handed in to an event, how often and until when: changed while it runs.

use super::{button, form, framed, messages, speech};
use crate::Reader;
use crate::event::escape;
use leitai_core::Sentence;
use leitai_hall::FileField;
use std::fmt::Write as _;

/// The form of an event's limits.
pub struct LimitsView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// Each field of the event's file with what stands in it.
    pub fields: &'a [(&'static FileField, String)],
    /// Why nothing can be changed.
    pub shut: Option<&'a Sentence>,
    /// What did not go.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/organise/ID/limits`.
pub fn limits(reader: &Reader<'_>, view: &LimitsView<'_>) -> String {
    let (s, lang) = (speech(reader), reader.lang);
    let title = s.both("What may be handed in", "提交限制");
    let here = format!("/organise/{}", view.id);
    let mut body = format!("<h1>{title}</h1>\n<p><a href=\"{here}\">{}</a></p>\n", s.name(view.event));
    body += &messages(reader, view.trouble, view.done);
    if let Some(shut) = view.shut {
        let _ = writeln!(body, "<p>{}</p>", escape(shut.to(lang)));
        return framed(reader, &title, &body);
    }
    let what = s.both(
        "A change holds at once, for what is handed in from now on, and everybody is told by a notice.",
        "修改立即生效，适用于此后的提交，并自动发布通知。",
    );
    let _ = write!(body, "<p class=\"soft\">{what}</p>\n{}", form(&format!("{here}/limits"), view.token));
    for (field, value) in view.fields {
        let (path, value) = (field.path, escape(value));
        let _ = write!(
            body,
            "<label for=\"{path}\">{}</label>\n<input id=\"{path}\" name=\"{path}\" value=\"{value}\" maxlength=\"200\" autocomplete=\"off\" aria-describedby=\"{path}-rule\">\n<p class=\"soft\" id=\"{path}-rule\">{}</p>\n",
            escape(field.title.to(lang)),
            super::coded(field.what.to(lang))
        );
    }
    let _ = writeln!(
        body,
        "{}</form>",
        button("do", "limits", &s.both("Change and give notice", "修改并发布通知"))
    );
    framed(reader, &title, &body)
}
