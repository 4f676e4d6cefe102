//! The shell of every page, and what pages are built of.

use crate::html::Html;
use crate::site::asset::asset_path;
use crate::site::texts::Texts;
use crate::{Nav, Reader, Theme};
use leitai_core::{Lang, Sentence};
use leitai_hall::Trouble;

/// A page with this content, which contains the page's only `h1`.
pub fn frame(reader: &Reader<'_>, title: &str, nav: Nav, body: &Html) -> Html {
    Frame { title, nav, main: "page", body, head: Html::default() }.html(reader)
}

/// The content of a page.
pub(crate) struct Frame<'a> {
    pub(crate) title: &'a str,
    pub(crate) nav: Nav,
    /// The class of its `main`.
    pub(crate) main: &'a str,
    pub(crate) body: &'a Html,
    /// What its head has besides.
    pub(crate) head: Html,
}

impl Frame<'_> {
    pub(crate) fn html(&self, reader: &Reader<'_>) -> Html {
        let (t, theme) = (Texts(reader.lang), reader.theme.name());
        let theme_button = match reader.theme.next() {
            Theme::System => t.theme_system(),
            Theme::Light => t.theme_light(),
            Theme::Dark => t.theme_dark(),
        };
        let parts = [
            ("/", t.nav_hall(), Nav::Hall),
            ("/play", t.nav_play(), Nav::Play),
            ("/events", t.nav_events(), Nav::Events),
            ("/ladders", t.nav_ladders(), Nav::Ladders),
            ("/docs", t.nav_docs(), Nav::Docs),
        ];
        let is_system = theme == "system";
        let is_current = |nav: Nav| (self.nav == nav).then_some("page");
        // The same for everybody, so that pages can be cached: the link takes those who have signed in to their
        // account.
        let account = if self.nav == Nav::Account { t.account() } else { t.sign_in() };
        Html::document(html! {
            html lang=(tag(reader.lang)) data-theme=[(!is_system).then_some(theme)] {
                (head(self.title, t, &html! {
                    meta name="color-scheme" content=(if is_system { "light dark" } else { theme });
                    link rel="expect" href="#foot" blocking="render";
                    (self.head)
                }))
                body data-words=(t.script()) {
                    a class="skip" href="#main" { (t.skip()) }
                    header class="bar" {
                        a class="mark" href="/" { (mark()) " " small { (Texts(Lang::En).site()) } }
                        nav aria-label=(t.parts()) {
                            @for (href, name, nav) in parts { a href=(href) aria-current=[is_current(nav)] { (name) } }
                        }
                        div class="tools" {
                            a href="/sign-in" aria-current=[is_current(Nav::Account)] { (account) }
                            a href=(reader.other_language()) lang=(t.other_language_tag()) hreflang=(t.other_language_tag()) {
                                (t.other_language())
                            }
                            a href=(reader.other_theme()) aria-label=(theme_button) title=(theme_button) {
                                svg viewBox="0 0 16 16" aria-hidden="true" {
                                    circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" {}
                                    path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor" {}
                                }
                            }
                        }
                    }
                    main id="main" class=(self.main) { (self.body) }
                    footer id="foot" { span { (t.footer()) } span { (t.time_zone()) (reader.zone.said().to(reader.lang)) } a href="/notices" { (t.nav_notices()) } a href="/docs/api" { (t.nav_api()) } }
                }
            }
        })
    }
}

/// The head of every page, with `more` in it.
pub(crate) fn head(title: &str, t: Texts, more: &Html) -> Html {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (title) " · " (t.site()) }
            link rel="icon" href=(asset_path("mark.svg")) type="image/svg+xml";
            link rel="stylesheet" href=(asset_path("leitai.css"));
            (more)
            script type="module" src=(asset_path("leitai.js")) {}
        }
    }
}

/// The language tag of a page.
pub(crate) const fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh-CN",
    }
}

/// The mark of the site, and its name.
pub(crate) fn mark() -> Html {
    html! {
        svg viewBox="0 0 26 26" aria-hidden="true" { path d="M3 9.5H23M6 15.5H20M6 15.5L3.6 22M20 15.5L22.4 22" {} }
        (Texts(Lang::Zh).site())
    }
}

/// The message about what failed, and about what was done.
pub(crate) fn messages(reader: &Reader<'_>, trouble: Option<&Sentence>, done: Option<&Sentence>) -> Html {
    html! {
        @if let Some(trouble) = trouble { p class="trouble" role="alert" { (coded(trouble.to(reader.lang))) } }
        @if let Some(done) = done { p class="done" role="status" { (coded(done.to(reader.lang))) } }
    }
}

/// A text in which backquoted words are code.
pub(crate) fn coded(text: &str) -> Html {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// A list of terms and their values.
pub(crate) fn facts<'a>(facts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Html {
    html! { dl class="facts" { @for (name, text) in facts { dt { (name) } dd { (text) } } } }
}

/// The beginning of every form: the token that shows that the form came from the site.
pub(crate) fn token(token: &str) -> Html {
    html! { input type="hidden" name="t" value=(token); }
}

/// What is wrong with the field at this path.
pub(crate) fn wrong(lang: Lang, troubles: &[Trouble], path: &str) -> Html {
    html! {
        @for trouble in troubles.iter().filter(|it| it.path == Some(path)) {
            p class="trouble" role="alert" { (coded(trouble.what.to(lang))) }
        }
    }
}

/// How a field is marked that something is wrong with.
pub(crate) fn invalid(troubles: &[Trouble], path: &str) -> Option<&'static str> {
    troubles.iter().any(|it| it.path == Some(path)).then_some("true")
}

/// What is wrong with the form as a whole.
pub(crate) fn general(troubles: &[Trouble]) -> Option<&Sentence> {
    troubles.iter().find(|it| it.path.is_none()).map(|it| &it.what)
}
