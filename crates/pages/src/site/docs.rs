//! The documents of the site: the rules of each game, the protocols, and guides to programs, events and records.

use crate::html::Html;
use crate::site::board::capital;
use crate::site::frame::frame;
use crate::site::start::{StartView, start};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_catalog::{GAMES, ListedGame, Setup, find};
use leitai_core::{Lang, Staging, Viewer};
use leitai_draw::Steps;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// A document in both languages, as Markdown.
struct Document {
    /// Its name in addresses; for a game's rules, the name of the game.
    slug: &'static str,
    en: &'static str,
    zh: &'static str,
}

// `RULES` by game, `HOUSE` and `PROTOCOLS`, as found in the repository by `build.rs`.
include!(concat!(env!("OUT_DIR"), "/documents.rs"));

impl Document {
    fn text(&self, lang: Lang) -> &'static str {
        if lang == Lang::Zh { self.zh } else { self.en }
    }

    fn title(&self, lang: Lang) -> String {
        let first = self.text(lang).lines().next().unwrap_or("");
        first.trim_start_matches("# ").replace('`', "")
    }
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
    let text = rendered(document.text(reader.lang));
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

/// A document as HTML. HTML in it is shown as text; links lead to other documents, within the page or to other
/// sites, and a link to anything else in the repository is dropped.
fn rendered(text: &str) -> String {
    let events: Vec<_> =
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let mut kept = Vec::with_capacity(events.len());
    let (mut i, mut ids) = (0, Vec::new());
    let (mut under, mut regions) = (String::new(), Vec::new());
    // For each open link, whether it is kept.
    let mut links = Vec::new();
    while i < events.len() {
        // The first line links to the other language, for which the frame has a link.
        if let [
            Event::Start(Tag::Paragraph),
            Event::Start(Tag::Link { .. }),
            Event::Text(name),
            Event::End(TagEnd::Link),
            Event::End(TagEnd::Paragraph),
            ..,
        ] = &events[i..]
            && (**name == *Texts(Lang::En).other_language() || **name == *Texts(Lang::Zh).other_language())
        {
            i += 5;
            continue;
        }
        match &events[i] {
            Event::Html(text) | Event::InlineHtml(text) => kept.push(Event::Text(text.clone())),
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                under = heading(&events[i..]);
                let id = anchor(&under, &mut ids);
                let (classes, attrs) = (classes.clone(), attrs.clone());
                kept.push(Event::Start(Tag::Heading { level: *level, id: Some(id.into()), classes, attrs }));
            }
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                let dest = address(dest_url);
                links.push(dest.is_some());
                if let Some(dest) = dest {
                    let link = Tag::Link {
                        link_type: *link_type,
                        dest_url: dest.into(),
                        title: CowStr::Borrowed(""),
                        id: id.clone(),
                    };
                    kept.push(Event::Start(link));
                }
            }
            Event::End(TagEnd::Link) => {
                if links.pop() == Some(true) {
                    kept.push(events[i].clone());
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Table(_)) => {
                let name = region(&under, &mut regions);
                let region =
                    html! { div class="wide" tabindex="0" role="region" aria-label=(name) {} }.into_string();
                let opened = region.trim_end_matches("</div>").to_owned();
                kept.push(Event::Html(opened.into()));
                kept.push(events[i].clone());
            }
            Event::End(TagEnd::Table) => kept.extend([events[i].clone(), Event::Html("</div>\n".into())]),
            other => kept.push(other.clone()),
        }
        i += 1;
    }
    let mut page = String::with_capacity(text.len() * 2);
    pulldown_cmark::html::push_html(&mut page, kept.into_iter());
    // Wide content is scrollable by keyboard. The text cannot contain these tags, since its own are escaped. Inline
    // styles are removed.
    let plain = [
        ("<pre>", "<pre tabindex=\"0\">"),
        (" style=\"text-align: right\"", " class=\"n\""),
        (" style=\"text-align: left\"", ""),
        (" style=\"text-align: center\"", ""),
        ("<th></th>", "<td></td>"),
    ];
    plain.into_iter().fold(page, |page, (from, to)| page.replace(from, to))
}

/// The text of the heading that begins these events.
fn heading(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(
            |event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None },
        )
        .collect()
}

/// The unique name of a scrollable table: its heading, numbered if it was used before.
fn region(under: &str, known: &mut Vec<String>) -> String {
    let n = known.iter().filter(|known| *known == under).count();
    known.push(under.to_owned());
    if n == 0 { under.to_owned() } else { format!("{under} ({})", n + 1) }
}

/// The anchor of a heading, unlike those before it.
fn anchor(text: &str, known: &mut Vec<String>) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let name: String = kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect();
    // Used by the page itself.
    let is_known = |name: &str| name == "main" || known.iter().any(|known| known == name);
    let mut unlike = name.clone();
    for n in 1.. {
        if !is_known(&unlike) {
            break;
        }
        unlike = format!("{name}-{n}");
    }
    known.push(unlike.clone());
    unlike
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
fn named(slug: &str) -> Option<&'static Document> {
    [RULES, HOUSE, PROTOCOLS].into_iter().flatten().find(|document| document.slug == slug)
}
