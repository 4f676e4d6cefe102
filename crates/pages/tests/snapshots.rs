//! Pages in both languages, compared with stored files.

use crate::fixture::{ZONE, events, played, standings};
use leitai_core::{Lang, sentence};
use leitai_pages::{
    NextGame, ProjectorView, Reader, Theme, assets_hash, board_card, error, events as event_list, full, game,
    hall, hall_boards, ladders, projector,
};
use leitai_testkit::come_out_as_written;
use std::path::Path;

pub(crate) const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

fn reader(lang: Lang, here: &str) -> Reader<'_> {
    Reader { lang, theme: Theme::System, zone: &ZONE, here, address: "https://leitai.example" }
}

/// Every kind of page, by name.
pub(crate) fn pages(lang: Lang) -> Vec<(&'static str, String)> {
    let (over, connect6, secret) =
        (played("tictactoe", lang, 99), played("connect6", lang, 9), played("luzhanqi", lang, 4));
    let mut back = over.view("over1234");
    back.at = 2;
    let boards = [connect6.live("live5678"), secret.secret("hidd9012"), over.view("over1234")];
    let nearest = Some(("/games/live5678".to_owned(), "Magpie – Kiln & Sons".to_owned()));
    let what = sentence!("There is no game `live5679`", "没有对局“live5679”");
    let advice = sentence!("Look at the address again", "请再看一遍地址");
    let (cards, table) = (events(), standings());
    let next = [NextGame { id: "n1".to_owned(), title: "北斗七星 – Harbour".to_owned() }];
    let view = ProjectorView {
        event: &cards[0],
        version: 7,
        boards: &boards[1..],
        standings: Some(&table),
        next: &next,
        address: "http://192.168.1.20:8080/events/spring",
    };
    let pages = [
        ("over", game(&reader(lang, "/games/over1234"), &over.view("over1234"))),
        ("back", game(&reader(lang, "/games/over1234?ply=2"), &back)),
        ("live", game(&reader(lang, "/games/live5678"), &connect6.live("live5678"))),
        ("secret", game(&reader(lang, "/games/hidd9012"), &secret.secret("hidd9012"))),
        ("card", board_card(&reader(lang, "/"), &over.view("over1234"))),
        ("hall", hall(&reader(lang, "/"), &boards, 3, &[], &[], &cards, Some(&table))),
        ("empty", hall(&reader(lang, "/"), &[], 0, &[], &[], &[], None)),
        ("boards", hall_boards(&reader(lang, "/?part=boards"), &boards[2..])),
        ("events", event_list(&reader(lang, "/events"), &[], &cards)),
        (
            "ladders",
            ladders(&reader(lang, "/ladders"), &|game| {
                if game.facts().id == "nogo" { (8, 48) } else { (0, 0) }
            }),
        ),
        ("projector", projector(&reader(lang, "/projector/spring"), &view)),
        ("error", error(&reader(lang, "/games/live5679"), 404, &what, &advice, None, "7f3a", nearest)),
        ("full", full(&reader(lang, "/"), 4)),
    ];
    pages.map(|(name, page)| (name, page.into_string())).into()
}

/// A page as it is stored: what begins a block begins a line.
pub(crate) fn in_lines(page: String) -> String {
    let blocks =
        ["head", "body", "header", "main", "section", "article", "form", "h1", "h2", "h3", "p", "li", "tr"];
    blocks.into_iter().fold(page, |page, tag| {
        page.replace(&format!("><{tag} "), &format!(">\n<{tag} "))
            .replace(&format!("><{tag}>"), &format!(">\n<{tag}>"))
    })
}

#[test]
fn pages_come_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    for lang in LANGS {
        for (name, page) in pages(lang) {
            // The contents of styles and scripts are not part of a page.
            let page = in_lines(page.replace(assets_hash(), "HASH"));
            come_out_as_written([folder.join(format!("{name}.{lang}.html"))], |_| page.clone());
        }
    }
}
