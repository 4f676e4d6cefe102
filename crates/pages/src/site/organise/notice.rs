//! Notices: giving them, reading them, and their news feed.

use super::form::{button, form, speech};
use crate::event::escape;
use crate::site::frame::Frame;
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence};
use std::fmt::Write as _;

/// A notice as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeView {
    /// Its number.
    pub id: i64,
    /// The event that it is about, as address and name; `None` for the whole site.
    pub event: Option<(String, String)>,
    /// When it was given, formatted for readers.
    pub at: String,
    /// The same time in machine-readable form: `2026-11-23T08:00:00Z`.
    pub stamp: String,
    /// Its text.
    pub said: Sentence,
}

/// The text of a notice as HTML, with its line breaks.
fn text(said: &str) -> String {
    said.split('\n').map(escape).collect::<Vec<_>>().join("<br>")
}

fn one(reader: &Reader<'_>, notice: &NoticeView) -> String {
    let mut html = format!(
        "<li class=\"notice\" id=\"notice-{}\"><p class=\"soft\"><time datetime=\"{}\">{}</time>",
        notice.id,
        escape(&notice.stamp),
        escape(&notice.at)
    );
    if let Some((id, name)) = &notice.event {
        let _ = write!(html, " · <a href=\"/events/{}\">{}</a>", escape(id), speech(reader).name(name));
    }
    let said = text(notice.said.to(reader.lang));
    let _ = writeln!(html, "</p><p><bdi>{said}</bdi></p></li>");
    html
}

/// A list of notices under a heading; empty if there are none.
pub fn notices_of(reader: &Reader<'_>, notices: &[NoticeView]) -> String {
    if notices.is_empty() {
        return String::new();
    }
    let (s, list): (_, String) = (speech(reader), notices.iter().map(|notice| one(reader, notice)).collect());
    let all = s.both("all notices", "全部通知");
    format!(
        "<section class=\"notices\"><h2>{}</h2>\n<ul class=\"notice-list\">\n{list}</ul>\n<p><a href=\"/notices\">{all}</a></p></section>\n",
        s.both("Notices", "通知")
    )
}

/// `/notices`: all of them, for everybody.
pub fn notices(reader: &Reader<'_>, notices: &[NoticeView]) -> String {
    let s = speech(reader);
    let title = s.both("Notices", "通知");
    let mut body = format!("<h1>{title}</h1>\n");
    if notices.is_empty() {
        let none = s.both("There is no notice.", "没有通知。");
        let _ = writeln!(body, "<p class=\"soft\">{none}</p>");
    } else {
        let list: String = notices.iter().map(|notice| one(reader, notice)).collect();
        let _ = writeln!(body, "<ul class=\"notice-list\">\n{list}</ul>");
    }
    let feed = s.both("As a feed (Atom)", "订阅（Atom）");
    let _ = writeln!(body, "<p><a href=\"/notices.atom\" type=\"application/atom+xml\">{feed}</a></p>");
    let head = "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"/notices.atom\">\n";
    Frame { title: &title, nav: Nav::Events, main: "page", body: &body, head }.page(reader)
}

/// The notices as an Atom feed (RFC 4287). `site` is the scheme and host of the site's public address.
pub fn notice_feed(lang: Lang, site: &str, notices: &[NoticeView]) -> String {
    let (site, tag) = (escape(site), if lang == Lang::Zh { "zh-CN" } else { "en" });
    let title = Sentence::new("Leitai notices", "擂台通知");
    // A feed needs a time even before the first notice.
    let updated = escape(notices.first().map_or("1970-01-01T00:00:00Z", |notice| &notice.stamp));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{tag}\">\n\
         <id>{site}/notices</id>\n<title>{}</title>\n<updated>{updated}</updated>\n<author><name>Leitai</name></author>\n\
         <link rel=\"self\" href=\"{site}/notices.atom\"/>\n<link href=\"{site}/notices\"/>\n",
        escape(title.to(lang))
    );
    for notice in notices {
        let said = notice.said.to(lang);
        let first = said.lines().next().unwrap_or_default();
        let about = notice.event.as_ref().map(|(_, name)| format!("{name}: ")).unwrap_or_default();
        let _ = writeln!(
            xml,
            "<entry>\n<id>{site}/notices#notice-{id}</id>\n<title>{}</title>\n<updated>{at}</updated>\n\
             <link href=\"{site}/notices#notice-{id}\"/>\n<content type=\"text\">{}</content>\n</entry>",
            escape(&format!("{about}{first}")),
            said.split('\n').map(escape).collect::<Vec<_>>().join("\n"),
            id = notice.id,
            at = escape(&notice.stamp),
        );
    }
    xml + "</feed>\n"
}

/// The form for giving a notice about an event, and those given; `typed` is the text in the form, in English and in
/// Chinese.
pub(super) fn give(
    reader: &Reader<'_>,
    (here, token): (&str, &str),
    typed: [&str; 2],
    given: &[NoticeView],
) -> String {
    let s = speech(reader);
    let mut html = format!("<h2>{}</h2>\n", s.both("Notices", "通知"));
    html += &form(&format!("{here}/notice"), token);
    let what = s.both(
        "It appears at once on the event's page and in the hall; people who are signed in see it until they have read it. One language is enough.",
        "立即显示在赛事页面与大厅；已登录者在阅读之前会一直看到。只写一种语言也可以。",
    );
    let _ = writeln!(html, "<p class=\"soft\">{what}</p>");
    let [en, zh] = typed.map(super::draft::lines);
    for (name, title, typed) in
        [("en", s.both("In English", "英文"), en), ("zh", s.both("In Chinese", "中文"), zh)]
    {
        let _ = writeln!(
            html,
            "<label for=\"notice-{name}\">{title}</label>\n<textarea id=\"notice-{name}\" name=\"{name}\" rows=\"3\" maxlength=\"2000\">\n{typed}</textarea>"
        );
    }
    html += &button("quiet", "notice", &s.both("Post the notice", "发布"));
    html += "</form>\n";
    if !given.is_empty() {
        html += "<ul class=\"notice-list\">\n";
        for notice in given {
            let said = text(notice.said.to(reader.lang));
            let _ = writeln!(
                html,
                "<li class=\"notice\"><p class=\"soft\">{}</p><p><bdi>{said}</bdi></p>{}<input type=\"hidden\" name=\"notice\" value=\"{}\">{}</form></li>",
                escape(&notice.at),
                form(&format!("{here}/withdraw"), token),
                notice.id,
                button("quiet", "withdraw", &s.both("Withdraw", "撤回"))
            );
        }
        html += "</ul>\n";
    }
    html
}

/// The notices that a signed-in reader has not read, with a button to mark them as read.
pub(crate) fn unread(reader: &Reader<'_>, token: &str, notices: &[NoticeView]) -> String {
    let Some(last) = notices.iter().map(|notice| notice.id).max() else { return String::new() };
    let s = speech(reader);
    let list: String = notices.iter().map(|notice| one(reader, notice)).collect();
    format!(
        "<h2>{}</h2>\n<ul class=\"notice-list\">\n{list}</ul>\n{}<input type=\"hidden\" name=\"last\" value=\"{last}\">{}</form>\n",
        s.both("New notices", "新通知"),
        form("/notices/read", token),
        button("quiet", "read", &s.both("I have read them", "我已阅读"))
    )
}
