//! What every page guarantees, whoever wrote the words on it.

use crate::fixture::{Played, ZONE, events, played, played_from, seat, standings};
use crate::snapshots::{LANGS, pages};
use flate2::Compression;
use flate2::write::GzEncoder;
use leitai_catalog::{Ending, GAMES, find};
use leitai_core::{Lang, Seat, Sentence, Tone};
use leitai_pages::event::KnownGame;
use leitai_pages::{
    ASSETS, Asset, EventHead, Html, NextGame, ProjectorView, Reader, Theme, asset_path, assets_hash,
    board_card, doc, docs_index, error, event_head, event_page, game, hall, html, places, projector,
};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

const ENGLISH: Reader<'_> = Reader {
    lang: Lang::En,
    theme: Theme::System,
    zone: &ZONE,
    here: "/",
    address: "https://leitai.example",
};

fn zipped(bytes: &[u8]) -> usize {
    let mut zip = GzEncoder::new(Vec::new(), Compression::default());
    zip.write_all(bytes).expect("memory");
    zip.finish().expect("memory").len()
}

/// Attributes without a value.
const BARE: [&str; 11] = [
    "hidden",
    "data-script",
    "data-play",
    "data-svg",
    "data-from",
    "data-view",
    "data-on",
    "data-low",
    "selected",
    "data-plain",
    "open",
];

/// A page as XML: void elements are closed, and attributes without a value get one.
fn tree(page: &str) -> String {
    let mut xml = String::new();
    for (i, part) in page.split('<').enumerate() {
        let Some((tag, text)) = part.split_once('>').filter(|_| i > 0) else { continue };
        if tag.starts_with('!') {
            continue;
        }
        // What stands in a value is none: every second part.
        let outside = |(at, part): (usize, &str)| {
            let mut part = part.to_owned();
            for bare in BARE.iter().filter(|_| at % 2 == 0) {
                part = part.replace(&format!(" {bare} "), &format!(" {bare}=\"\" "));
                if part.ends_with(&format!(" {bare}")) {
                    part.push_str("=\"\"");
                }
            }
            part
        };
        let tag: String = tag.split('"').enumerate().map(outside).collect::<Vec<_>>().join("\"");
        let name = tag.split([' ', '/']).next().unwrap_or("");
        let closed = ["meta", "link", "input", "br", "hr"].contains(&name) && !tag.ends_with('/');
        let end = if closed { "/" } else { "" };
        xml.push_str(&format!("<{tag}{end}>{text}"));
    }
    xml
}

/// All complete pages, with those of documents.
fn whole_pages(lang: Lang) -> Vec<(String, String)> {
    let reader = Reader { lang, ..ENGLISH };
    let pages = pages(lang).into_iter().filter(|(_, page)| page.starts_with("<!doctype"));
    let mut all: Vec<_> = pages.map(|(name, page)| (name.to_owned(), page)).collect();
    all.extend(crate::organise::pages(lang, "甲").into_iter().map(|(name, page)| (name.to_owned(), page)));
    all.extend(crate::people::pages(lang, "甲").into_iter().map(|(name, page)| (name.to_owned(), page)));
    all.extend(crate::submit::pages(lang, "甲").into_iter().map(|(name, page)| (name.to_owned(), page)));
    all.extend(crate::desk::pages(lang, "甲").into_iter().map(|(name, page)| (name.to_owned(), page)));
    all.push(("docs".to_owned(), docs_index(&reader).into_string()));
    let games = GAMES.iter().map(|game| game.facts().id);
    for slug in games.chain(["programs", "events", "record", "native", "gtp"]) {
        all.push((slug.to_owned(), doc(&reader, slug).expect("a document").into_string()));
    }
    let said = Sentence::quoted("<i>soon");
    let head = EventHead { card: &events()[0], form: &said, until: &said, part: &said, takes: true };
    let body = html! { h1 { "Spring Cup" } (event_head(&reader, &head)) };
    all.push((
        "event".to_owned(),
        event_page(&reader, ("spring", 7, None), "Spring Cup", head.preview(&reader), &body).into_string(),
    ));
    all
}

fn each(lang: Lang, mut see: impl FnMut(&str, &Document<'_>)) {
    for (name, page) in whole_pages(lang) {
        let xml = tree(&page);
        let options = ParsingOptions::default();
        let document =
            Document::parse_with_options(&xml, options).unwrap_or_else(|error| panic!("{name}: {error}"));
        see(&name, &document);
    }
}

#[test]
fn a_page_keeps_to_the_policy() {
    for lang in LANGS {
        each(lang, |name, page| {
            for node in page.descendants().filter(Node::is_element) {
                let tag = node.tag_name().name();
                assert_ne!(tag, "style", "{name}");
                assert!(
                    tag != "script" || node.attribute("src").is_some_and(|src| src.starts_with("/a/")),
                    "{name}"
                );
                for attribute in node.attributes() {
                    let (key, value) = (attribute.name(), attribute.value().to_lowercase());
                    assert!(key != "style" && !key.starts_with("on"), "{name}: {key}=\"{value}\" of {tag}");
                    assert!(!value.trim_start().starts_with("javascript:"), "{name}: {value}");
                    let leads_out = value.starts_with("http") || value.starts_with("//");
                    assert!(!(leads_out && key == "src"), "{name}: {value}");
                }
            }
        });
    }
}

#[test]
fn ids_are_unique_and_what_is_named_is_there() {
    each(Lang::En, |name, page| {
        let mut ids = BTreeSet::new();
        for id in page.descendants().filter_map(|node| node.attribute("id")) {
            assert!(ids.insert(id), "{name}: {id} twice");
        }
        for node in page.descendants() {
            let refers = node.attribute("href").filter(|href| href.starts_with('#')).map(|href| &href[1..]);
            for id in refers.into_iter().chain(node.attribute("aria-labelledby")) {
                assert!(ids.contains(id), "{name}: there is no {id}");
            }
        }
    });
}

#[test]
fn headings_go_down_by_one() {
    for lang in LANGS {
        each(lang, |name, page| {
            let levels = page.descendants().filter_map(|node| {
                let tag = node.tag_name().name().strip_prefix('h')?;
                tag.parse::<u32>().ok()
            });
            let levels: Vec<_> = levels.collect();
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{name}: {levels:?}");
            assert_eq!(levels[0], 1, "{name}: {levels:?}");
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{name}: {levels:?}");
        });
    }
}

#[test]
fn what_is_pressed_and_what_is_seen_has_a_name() {
    let named = |node: &Node<'_, '_>| {
        node.attribute("aria-label").is_some_and(|label| !label.is_empty())
            || node
                .descendants()
                .any(|inside| inside.is_text() && inside.text().is_some_and(|text| !text.trim().is_empty()))
    };
    each(Lang::Zh, |name, page| {
        for node in page.descendants() {
            let is_pressed = ["a", "button"].contains(&node.tag_name().name());
            let is_picture = node.attribute("role") == Some("img");
            assert!(!(is_pressed || is_picture) || named(&node), "{name}: {node:?}");
        }
        let html = page.root_element();
        assert_eq!(html.attribute("lang"), Some("zh-CN"), "{name}");
    });
}

/// A name that tries to be markup, reverses the line direction, and is very long.
fn stranger() -> String {
    format!("\u{202e}<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;{}", "長".repeat(4000))
}

#[test]
fn what_strangers_say_changes_nothing_around_it() {
    let evil = stranger();
    let mut played = played("tictactoe", Lang::En, 3);
    played.moves[1].said.clone_from(&evil);
    let ending =
        Ending { winner: Some(Seat::First), reason: Sentence::quoted(&evil), question: Some(evil.clone()) };
    let mut view = played.view("over1234");
    view.seats = [seat(&evil, &evil), seat(&evil, "")];
    view.event = Some(("spring", &evil));
    view.ending = Some(&ending);
    view.next = Some(NextGame { id: "n".to_owned(), title: evil.clone() });
    let (mut cards, mut table) = (events(), standings());
    let card = &mut cards[0];
    for text in [&mut card.name, &mut card.place, &mut card.date, &mut table.name, &mut table.rows[0].name] {
        text.clone_from(&evil);
    }
    let said = Sentence::quoted(&evil);
    let screen = ProjectorView {
        event: &cards[0],
        version: 0,
        boards: std::slice::from_ref(&view),
        standings: Some(&table),
        next: &[NextGame { id: "n".to_owned(), title: evil.clone() }],
        address: &evil,
    };
    let boards = [played.view("over1234")];
    let known = KnownGame {
        event: ["spring".to_owned(), evil.clone()],
        seats: [evil.clone(), evil.clone()],
        result: "1–0",
        why: said.clone(),
        notes: vec![said.clone()],
        is_played: true,
    };
    for page in [
        game(&ENGLISH, &view),
        html! { html { (board_card(&ENGLISH, &view)) } },
        hall(&ENGLISH, &boards, 0, &[], &[], &cards, Some(&table)),
        projector(&ENGLISH, &screen),
        error(&ENGLISH, 404, &said, &said, Some(&known), &evil, Some(("/".to_owned(), evil.clone()))),
        event_page(&ENGLISH, ("spring", 0, None), &evil, Html::default(), &html! { h1 { "x" } }),
    ] {
        let page = page.into_string();
        let xml = tree(&page);
        let document = Document::parse(&xml).expect("still a page");
        assert!(!page.contains('\u{202e}'), "a mark of direction came through");
        assert!(document.descendants().all(|node| !node.has_tag_name("img")));
        let scripts = document.descendants().filter(|node| node.has_tag_name("script"));
        assert!(scripts.clone().all(|script| script.attribute("src").is_some()), "{}", scripts.count());
        for node in document.descendants().filter(Node::is_text) {
            let text = node.text().unwrap_or("");
            let is_isolated = node.ancestors().any(|up| up.has_tag_name("bdi") || up.has_tag_name("title"));
            let is_plain =
                node.ancestors().any(|up| ["dd", "code", "span", "h1"].contains(&up.tag_name().name()));
            assert!(!text.contains("alert(1)") || is_isolated || is_plain, "not isolated: {}", &text[..40]);
        }
    }
}

#[test]
fn nothing_of_a_secret_game_is_on_its_page() {
    let (short, long) = (played("luzhanqi", Lang::En, 2), played("luzhanqi", Lang::En, 60));
    assert_ne!(short.says(), long.scenes[60].says);
    for lang in LANGS {
        let reader = Reader { lang, ..ENGLISH };
        assert_eq!(game(&reader, &short.secret("hidd9012")), game(&reader, &long.secret("hidd9012")));
        let page = board_card(&reader, &long.secret("hidd9012")).into_string();
        assert!(
            !page.contains("data-on") && !page.contains("class=\"clock\"") && !page.contains("class=\"n\""),
            "{page}"
        );
        assert_eq!(page, board_card(&reader, &short.secret("hidd9012")).into_string());
    }
}

#[test]
fn a_page_without_script_steps_by_links() {
    let played = played("tictactoe", Lang::En, 5);
    let mut view = played.view("over1234");
    (view.at, view.ending) = (2, None);
    let page = game(&ENGLISH, &view).into_string();
    for link in ["?ply=0\"", "?ply=1\" data-by=\"-1\"", "?ply=3\" data-by=\"1\"", "?ply=5#m5\""] {
        assert!(page.contains(&format!("href=\"/games/over1234{link}")), "{link}");
    }
    let xml = tree(&page);
    let document = Document::parse(&xml).expect("XML");
    let layer =
        document.descendants().find(|node| node.attribute("data-l") == Some("pieces")).expect("pieces");
    let shown = layer.children().filter(|node| node.is_element() && node.attribute("visibility").is_none());
    assert_eq!(shown.count(), 2);
    let current = document.descendants().find(|node| node.attribute("aria-current") == Some("step"));
    assert_eq!(current.and_then(|node| node.attribute("data-n")), Some("2"));
}

#[test]
fn stones_beside_names_are_those_of_the_step_shown() {
    let swap = |played: &Played| played.moves.iter().position(|it| it.tones.is_some());
    let mut games = (1..20).map(|seed| played_from("gomoku", Lang::En, 12, seed));
    let (played, swap) = games.find_map(|it| swap(&it).map(|at| (it, at))).expect("a swap");
    let moves = played.moves.iter();
    let chips = |at: usize| {
        let page = game(&ENGLISH, &leitai_pages::GameView { at, ..played.view("over1234") }).into_string();
        assert!(page.contains(" data-tones=\"black white\" data-names="), "the script begins with the start");
        let changes = page.matches(" data-tones=\"white black\"").count();
        assert_eq!(changes, moves.clone().filter(|it| it.tones == Some([Tone::White, Tone::Black])).count());
        let of = |text: &str| {
            text.split("class=\"chip\"").skip(1).map(|chip| chip.contains("c-black")).collect::<Vec<_>>()
        };
        of(&page)
    };
    // Second above First on the board, then First before Second over the moves.
    assert_eq!(chips(swap), [false, true, true, false]);
    assert_eq!(chips(swap + 1), [true, false, false, true]);
}

#[test]
fn several_boards_on_a_page_have_looks_of_their_own() {
    let played = played("tictactoe", Lang::En, 5);
    let page = hall(&ENGLISH, &[played.live("aaaa1111"), played.live("bbbb2222")], 0, &[], &[], &[], None)
        .into_string();
    for id in ["aaaa1111-lt-red-cross", "bbbb2222-lt-red-cross"] {
        assert!(page.contains(&format!("id=\"{id}\"")) && page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
}

#[test]
fn places_are_spoken() {
    let played = played("connect6", Lang::En, 3);
    let said = places(&ENGLISH, &played.scenes[3]);
    assert!(said.starts_with("[[\"A19\",") && said.ends_with("]]"), "{said}");
    assert_eq!(said.matches("stone").count(), 3);
    assert_eq!(said.matches("last move").count(), 2, "both stones of a turn");
    assert!(places(&Reader { lang: Lang::Zh, ..ENGLISH }, &played.scenes[3]).contains("黑子"));
}

#[test]
fn what_is_asked_for_is_small() {
    let sum = |media: &str| -> usize {
        // No page of a site asks for what one's own programs at home need.
        let of_it = ASSETS.iter().filter(|asset| asset.media.starts_with(media) && asset.name != "own.js");
        of_it.map(|asset| zipped(asset.bytes)).sum()
    };
    for (media, most) in [("text/javascript", 30_000), ("text/css", 15_000)] {
        assert!((1..=most).contains(&sum(media)), "{media}: {} bytes zipped", sum(media));
    }
    for (id, most) in [("connect6", 120), ("draughts", 300), ("luzhanqi", 300), ("amazons", 300)] {
        let played = played(id, Lang::En, most);
        let size = zipped(game(&ENGLISH, &played.view("over1234")).into_string().as_bytes());
        assert!(size <= 40_000, "{id}, {} moves: {size} bytes zipped", played.moves.len());
    }
}

fn scripts() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter().filter(|asset| asset.media.starts_with("text/javascript"))
}

#[test]
fn every_asset_is_there_under_one_hash() {
    let mut names: Vec<_> = ASSETS.iter().map(|asset| asset.name).collect();
    for name in &names {
        assert_eq!(asset_path(name), format!("/a/{}/{name}", assets_hash()));
    }
    names.sort_unstable();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let files = std::fs::read_dir(folder).expect("assets").flatten();
    let mut files: Vec<_> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    files.sort_unstable();
    assert_eq!(names, files);
    for asset in scripts() {
        let text = std::str::from_utf8(asset.bytes).expect("text");
        for import in text
            .split("from \"./")
            .chain(text.split("import \"./"))
            .filter_map(|rest| rest.split("\";").next())
        {
            let is_name = !import.contains('\n');
            assert!(!is_name || names.contains(&import), "{} imports {import}", asset.name);
        }
    }
}

#[test]
fn the_script_says_only_what_pages_bring() {
    let page = pages(Lang::En).into_iter().find(|(name, _)| *name == "live").expect("it is listed").1;
    let mut asked = 0;
    for asset in scripts() {
        let text = std::str::from_utf8(asset.bytes).expect("text");
        for key in text.split("said(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            asked += 1;
            assert!(page.contains(&format!("&quot;{key}&quot;:")), "{} says {key}", asset.name);
        }
    }
    assert!(asked >= 8, "{asked}");
}

/// Every document of the repository that belongs on the site is there, and its links resolve.
#[test]
fn documents_are_listed_and_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let index = docs_index(&ENGLISH).into_string();
    for folder in ["docs", "docs/protocols"] {
        for file in std::fs::read_dir(root.join(folder)).expect("documents").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let Some(slug) = name.strip_suffix(".md").filter(|slug| !slug.contains('.')) else { continue };
            assert!(index.contains(&format!("href=\"/docs/{slug}\"")), "{folder}/{name} is in no list");
        }
    }
    for lang in LANGS {
        let reader = Reader { lang, ..ENGLISH };
        for slug in docs_index(&reader)
            .into_string()
            .split("href=\"/docs/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            if slug == "api" {
                continue;
            }
            let page = doc(&reader, slug).unwrap_or_else(|| panic!("there is no {slug}")).into_string();
            for other in page.split("href=\"/docs/").skip(1).filter_map(|rest| rest.split(['"', '#']).next())
            {
                let is_starter =
                    other.strip_prefix(slug).and_then(|file| file.strip_prefix('/')).is_some_and(|file| {
                        find(slug)
                            .is_some_and(|game| game.starters().iter().any(|starter| starter.file == file))
                    });
                let is_there = other == "api" || is_starter || doc(&reader, other).is_some();
                assert!(is_there, "{slug} leads to {other}");
            }
            assert!(!page.contains(".md\""), "{slug} leads out of the site");
        }
    }
    assert!(doc(&ENGLISH, "hex").expect("rules").into_string().contains("data-l=\"places\""));
    assert_eq!(doc(&ENGLISH, "nothing"), None);
}
