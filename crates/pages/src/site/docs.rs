//! The documents of the site: the rules of each game, the protocols, and guides to programs, events and records.

mod markdown;

use crate::html::Html;
use crate::site::board::capital;
use crate::site::frame::frame;
use crate::site::start::{StartView, start};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_catalog::{GAMES, ListedGame, Setup, find};
use leitai_core::{Lang, Staging, Viewer};
use leitai_draw::Steps;
pub(crate) use markdown::Rendering;
use markdown::rendered;

/// A document in both languages, as Markdown.
pub(crate) struct Document {
    /// Its name in addresses; for a game's rules, the name of the game.
    pub(crate) slug: &'static str,
    en: &'static str,
    zh: &'static str,
}

// `RULES` and `SENTENCES` by game, `HOUSE` and `PROTOCOLS`, and `PUBLISHED`, the days on which protocols were published,
// as found in the repository by `build.rs`.
include!(concat!(env!("OUT_DIR"), "/documents.rs"));

impl Document {
    /// Its text as it was written.
    pub(crate) fn text(&self, lang: Lang) -> &'static str {
        if lang == Lang::Zh { self.zh } else { self.en }
    }

    /// Its first heading.
    pub(crate) fn title(&self, lang: Lang) -> String {
        let first = self.text(lang).lines().next().unwrap_or("");
        first.trim_start_matches("# ").replace('`', "")
    }
}

/// The rules of a game as `games/GAME/rules.toml` lists them, sentence by sentence; `None` for a game that is not there.
pub(crate) fn rule_list(id: &str) -> Option<&'static str> {
    SENTENCES.iter().find(|(game, _)| *game == id).map(|(_, text)| *text)
}

/// The names of all documents in addresses.
pub fn documents() -> impl Iterator<Item = &'static str> {
    [RULES, HOUSE, PROTOCOLS].into_iter().flatten().map(|document| document.slug)
}

/// `/docs`.
pub fn docs_index(reader: &Reader<'_>) -> Html {
    let (lang, t) = (reader.lang, Texts(reader.lang));
    let titles =
        |documents: &'static [Document]| documents.iter().map(|it| (it.slug, it.title(lang))).collect();
    let rules = GAMES.iter().map(|game| (game.facts().id, capital(game.facts().name.to(lang)))).collect();
    let lists: [(_, Vec<_>); 3] =
        [(t.docs_games(), rules), (t.docs_house(), titles(HOUSE)), (t.docs_protocols(), titles(PROTOCOLS))];
    let body = html! {
        h1 { (t.docs()) }
        @for (title, documents) in lists {
            h2 { (title) }
            ul class="lists" {
                @for (slug, title) in documents { li { a href={ "/docs/" (slug) } { (title) } } }
            }
        }
        p { a href="/docs/api" { (t.nav_api()) } }
    };
    frame(reader, t.docs(), Nav::Docs, &body)
}

/// `/docs/SLUG`; `None` if there is no such document.
pub fn doc(reader: &Reader<'_>, slug: &str) -> Option<Html> {
    let document = named(slug)?;
    let text = rendered(document.text(reader.lang), &Rendering { ids: "", lowered: 0, address: &address });
    let (heading, rest) = text.split_at(text.find("</h1>").map_or(0, |end| end + "</h1>".len()));
    let game = find(slug);
    let body = html! {
        article class="text" {
            (Html::trusted(heading))
            @if let Some(game) = game {
                p { a href="#start" { (Texts(reader.lang).start_program()) } }
                (board(game, reader.lang))
            }
            (Html::trusted(rest))
            @if let Some(game) = game { (usual_start(game, reader)) }
        }
    };
    let title = format!("{} · {}", document.title(reader.lang), Texts(reader.lang).docs());
    Some(frame(reader, &title, Nav::Docs, &body))
}

/// A document, or a piece of one, as a part of a page.
pub(crate) fn document_part(text: &str, how: &Rendering<'_>) -> Html {
    Html::trusted(rendered(text, how))
}

/// How to write a program for a game as it is usually played.
fn usual_start(game: ListedGame, reader: &Reader<'_>) -> Html {
    let (facts, usual) = (game.facts(), game.facts().usual());
    let Ok(ruled) = game.open(&Setup::with(usual.options.iter().copied())) else { return Html::default() };
    start(&StartView { game: &*ruled, dialect: facts.dialects[0], clock: usual.clock, event: None }, reader)
}

/// The board at the start of a game, drawn like every other board.
fn board(game: ListedGame, lang: Lang) -> Html {
    let Ok(ruled) = game.open(&Setup::default()) else { return Html::default() };
    let mut steps = Steps::new(lang);
    steps.push(&ruled.table(Staging::default(), None).scene(Viewer::Arbiter));
    html! {
        figure class="drawing" {
            (Html::trusted(steps.sheet(0, false)))
            figcaption class="soft" { (Texts(lang).docs_starting()) }
        }
    }
}

/// Where a link of a document leads on the site.
fn address(dest: &str) -> Option<String> {
    if dest.starts_with('#') || dest.starts_with("https://") || dest.starts_with("http://") {
        return Some(dest.to_owned());
    }
    let (path, part) =
        dest.split_once('#').map_or((dest, String::new()), |(path, part)| (path, format!("#{part}")));
    let stem = path.strip_suffix(".md")?.trim_end_matches(".zh-CN");
    let (folder, stem) = stem.rsplit_once('/').unwrap_or(("", stem));
    let slug = if stem == "README" { folder.rsplit('/').next()? } else { stem };
    named(slug).map(|_| format!("/docs/{slug}{part}"))
}

/// The document of that name.
pub(crate) fn named(slug: &str) -> Option<&'static Document> {
    [RULES, HOUSE, PROTOCOLS].into_iter().flatten().find(|document| document.slug == slug)
}
