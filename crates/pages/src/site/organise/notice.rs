//! Notices: giving them, reading them, and their news feed.

use super::form::{button, form, speech};
use crate::html::Html;
use crate::site::frame::{Frame, tag};
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, Tell as _, Words};
use leitai_hall::LocalTime;

/// A notice as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeView {
    /// Its number.
    pub id: i64,
    /// The event or contest that it is about, as the path of its page and its name; `None` for the whole site.
    pub event: Option<(String, String)>,
    /// When it was given.
    pub at: LocalTime,
    /// Its text.
    pub said: Sentence,
}

/// The text of a notice, with its line breaks.
fn text(said: &str) -> Html {
    Html::joined(said.split('\n').map(|line| html! { (line) }), &html! { br; })
}

/// Notices in a list.
fn list(reader: &Reader<'_>, notices: &[NoticeView]) -> Html {
    let one = |NoticeView { id, event, at, said }: &NoticeView| {
        html! {
            li class="notice" id={ "notice-" (id) } {
                p class="soft" {
                    time datetime=(at.stamp()) { (at.told(reader.lang)) }
                    @if let Some((path, name)) = event {
                        " · " a href=(path) { (speech(reader).name(name)) }
                    }
                }
                p { bdi { (text(said.to(reader.lang))) } }
            }
        }
    };
    html! { ul class="notice-list" { @for notice in notices { (one(notice)) } } }
}

/// A list of notices under a heading; empty if there are none.
pub fn notices_of(reader: &Reader<'_>, notices: &[NoticeView]) -> Html {
    let s = speech(reader);
    html! {
        @if !notices.is_empty() {
            section class="notices" {
                h2 { (s.both("Notices", "通知")) }
                (list(reader, notices))
                p { a href="/notices" { (s.both("all notices", "全部通知")) } }
            }
        }
    }
}

/// `/notices`: all of them, for everybody.
pub fn notices(reader: &Reader<'_>, notices: &[NoticeView]) -> Html {
    let s = speech(reader);
    let title = Words::new("Notices", "通知").to(reader.lang);
    let body = html! {
        h1 { (title) }
        @if notices.is_empty() {
            p class="soft" { (s.both("There is no notice.", "没有通知。")) }
        } @else {
            (list(reader, notices))
        }
        p { a href="/notices.atom" type="application/atom+xml" { (s.both("As a feed (Atom)", "订阅（Atom）")) } }
    };
    let head = html! { link rel="alternate" type="application/atom+xml" href="/notices.atom"; };
    Frame { title, nav: Nav::Events, main: "page", body: &body, head }.html(reader)
}

/// The notices as an Atom feed (RFC 4287). `site` is the scheme and host of the site's public address.
pub fn notice_feed(lang: Lang, site: &str, notices: &[NoticeView]) -> Html {
    let title = Words::new("Leitai notices", "擂台通知").to(lang);
    // A feed needs a time even before the first notice.
    let updated =
        notices.first().map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |notice| notice.at.stamp());
    let entry = |NoticeView { id, event, at, said }: &NoticeView| {
        let said = said.to(lang);
        html! {
            entry {
                id { (site) "/notices#notice-" (id) }
                title { @if let Some((_, name)) = event { (name) ": " } (said.lines().next().unwrap_or_default()) }
                updated { (at.stamp()) }
                link href={ (site) "/notices#notice-" (id) } {}
                content type="text" { (said) }
            }
        }
    };
    Html::xml(html! {
        feed xmlns="http://www.w3.org/2005/Atom" xml:lang=(tag(lang)) {
            id { (site) "/notices" }
            title { (title) }
            updated { (updated) }
            author { name { "Leitai" } }
            link rel="self" href={ (site) "/notices.atom" } {}
            link href={ (site) "/notices" } {}
            @for notice in notices { (entry(notice)) }
        }
    })
}

/// The form for giving a notice about an event, and those given; `typed` is the text in the form, in English and in
/// Chinese.
pub(super) fn give(
    reader: &Reader<'_>,
    (here, token): (&str, &str),
    typed: [&str; 2],
    given: &[NoticeView],
) -> Html {
    let s = speech(reader);
    let what = s.both(
        "It appears at once on the event's page and in the hall; people who are signed in see it until they have read it. One language is enough.",
        "立即显示在赛事页面与大厅；已登录者在阅读之前会一直看到。只写一种语言也可以。",
    );
    let [en, zh] = typed;
    let texts = [("en", s.both("In English", "英文"), en), ("zh", s.both("In Chinese", "中文"), zh)];
    let given_now = html! {
        p class="soft" { (what) }
        @for (name, title, typed) in texts {
            label for={ "notice-" (name) } { (title) }
            textarea id={ "notice-" (name) } name=(name) rows="3" maxlength="2000" { "\n" (typed) }
        }
        (button("quiet", "notice", &s.both("Post the notice", "发布")))
    };
    let withdraw = |id: i64| {
        html! {
            input type="hidden" name="notice" value=(id);
            (button("quiet", "withdraw", &s.both("Withdraw", "撤回")))
        }
    };
    html! {
        h2 { (s.both("Notices", "通知")) }
        (form(&format!("{here}/notice"), token, &given_now))
        @if !given.is_empty() {
            ul class="notice-list" {
                @for notice in given {
                    li class="notice" {
                        p class="soft" { (notice.at.told(reader.lang)) }
                        p { bdi { (text(notice.said.to(reader.lang))) } }
                        (form(&format!("{here}/withdraw"), token, &withdraw(notice.id)))
                    }
                }
            }
        }
    }
}

/// The notices that a signed-in reader has not read, with a button to mark them as read.
pub(crate) fn unread(reader: &Reader<'_>, token: &str, notices: &[NoticeView]) -> Html {
    let s = speech(reader);
    let read = |last: i64| {
        html! {
            input type="hidden" name="last" value=(last);
            (button("quiet", "read", &s.both("I have read them", "我已阅读")))
        }
    };
    html! {
        @if let Some(last) = notices.iter().map(|notice| notice.id).max() {
            h2 { (s.both("New notices", "新通知")) }
            (list(reader, notices))
            (form("/notices/read", token, &read(last)))
        }
    }
}
