//! The shell of every page.

use crate::site::asset::asset_path;
use crate::site::texts::Texts;
use crate::{Nav, Reader, Theme};
use askama::Template;
use leitai_core::{Lang, Sentence};
use leitai_draw::clean;

#[derive(Template)]
#[template(path = "frame.html")]
struct Shell<'a> {
    t: Texts,
    lang: &'static str,
    theme: &'static str,
    title: &'a str,
    nav: [(&'static str, &'static str, bool); 4],
    account: &'static str,
    is_account: bool,
    other_language: String,
    other_theme: String,
    theme_button: &'static str,
    head: &'a str,
    main: &'a str,
    body: &'a str,
    style: String,
    script: String,
    icon: String,
    words: String,
}

/// A page with this content. `title` is any text; `body` is HTML and contains the page's only `h1`.
pub fn frame(reader: &Reader<'_>, title: &str, nav: Nav, body: &str) -> String {
    Frame { title, nav, main: "page", body, head: "" }.page(reader)
}

/// The content of a page.
pub(crate) struct Frame<'a> {
    pub(crate) title: &'a str,
    pub(crate) nav: Nav,
    /// The class of its `main`.
    pub(crate) main: &'a str,
    pub(crate) body: &'a str,
    /// Additional HTML for its head.
    pub(crate) head: &'a str,
}

impl Frame<'_> {
    pub(crate) fn page(&self, reader: &Reader<'_>) -> String {
        let t = Texts(reader.lang);
        let theme_button = match reader.theme.next() {
            Theme::System => t.theme_system(),
            Theme::Light => t.theme_light(),
            Theme::Dark => t.theme_dark(),
        };
        let parts = [
            ("/", t.nav_hall(), Nav::Hall),
            ("/events", t.nav_events(), Nav::Events),
            ("/ladders", t.nav_ladders(), Nav::Ladders),
            ("/docs", t.nav_docs(), Nav::Docs),
        ];
        written(&Shell {
            t,
            lang: if reader.lang == Lang::Zh { "zh-CN" } else { "en" },
            theme: reader.theme.name(),
            title: &clean(self.title),
            nav: parts.map(|(href, name, nav)| (href, name, nav == self.nav)),
            // The same for everybody, so that pages can be cached: the link takes those who have signed in to their
            // account.
            account: if self.nav == Nav::Account { t.account() } else { t.sign_in() },
            is_account: self.nav == Nav::Account,
            other_language: reader.other_language(),
            other_theme: reader.other_theme(),
            theme_button,
            head: self.head,
            main: self.main,
            body: self.body,
            style: asset_path("leitai.css"),
            script: asset_path("leitai.js"),
            icon: asset_path("mark.svg"),
            words: t.script(),
        })
    }
}

/// Renders a template. The templates of this crate write to memory and call nothing that can fail.
pub(crate) fn written(template: &impl Template) -> String {
    template.render().unwrap_or_else(|error| error.to_string())
}

/// A text in the language of the page, if there is one.
pub(crate) fn told(said: Option<&Sentence>, lang: Lang) -> Option<String> {
    said.map(|said| clean(said.to(lang)))
}
