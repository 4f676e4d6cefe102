//! Pages for failed requests.

use crate::event::KnownGame;
use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_core::Sentence;
use leitai_draw::clean;

#[derive(Template)]
#[template(path = "error.html")]
struct Page {
    t: Texts,
    status: u16,
    what: String,
    advice: String,
    known: Option<Known>,
    number: String,
    nearest: Option<(String, String)>,
}

/// A known game, formatted for the page.
struct Known {
    event: [String; 2],
    seats: [String; 2],
    result: &'static str,
    said: Vec<String>,
}

/// The error, the advice, what is known of the game requested, and a number to quote (empty for none). `nearest` is
/// the address that the reader may have meant, and its name.
pub fn error(
    reader: &Reader<'_>,
    status: u16,
    what: &Sentence,
    advice: &Sentence,
    known: Option<&KnownGame>,
    number: &str,
    nearest: Option<(String, String)>,
) -> String {
    let clean_in = |said: &Sentence| clean(said.to(reader.lang));
    let known = known.map(|game| Known {
        event: game.event.each_ref().map(|text| clean(text)),
        seats: game.seats.each_ref().map(|name| clean(name)),
        result: game.result,
        said: std::iter::once(&game.why)
            .chain(&game.notes)
            .map(clean_in)
            .filter(|it| !it.is_empty())
            .collect(),
    });
    let page = Page {
        t: Texts(reader.lang),
        status,
        what: clean_in(what),
        advice: clean_in(advice),
        known,
        number: clean(number),
        nearest: nearest.map(|(href, text)| (href, clean(&text))),
    };
    Frame { title: &page.what, nav: Nav::None, main: "page error", body: &written(&page), head: "" }
        .page(reader)
}

#[derive(Template)]
#[template(path = "full.html")]
struct Full {
    t: Texts,
    after_s: u32,
}

/// The page shown when the server is full: it retries on its own after `after_s`, which spreads retries over some
/// seconds.
pub fn full(reader: &Reader<'_>, after_s: u32) -> String {
    let t = Texts(reader.lang);
    let page = Full { t, after_s };
    let head = format!("<noscript><meta http-equiv=\"refresh\" content=\"{after_s}\"></noscript>\n");
    Frame { title: t.full_title(), nav: Nav::None, main: "page error", body: &written(&page), head: &head }
        .page(reader)
}
