//! The page for a projector in a room.

use crate::site::board::capital;
use crate::site::frame::written;
use crate::site::hall::Line;
use crate::site::texts::Texts;
use crate::{EventCard, GameView, NextGame, Reader, StandingsCard, board_card};
use askama::Template;
use leitai_draw::clean;
use qrcode::{Color, QrCode};
use std::fmt::Write as _;

/// What a projector shows in turn.
pub struct ProjectorView<'a> {
    /// The event.
    pub event: &'a EventCard,
    /// The number of the last change shown.
    pub version: u64,
    /// Its live boards or, if there are none, its last ones.
    pub boards: &'a [GameView<'a>],
    /// The head of its standings.
    pub standings: Option<&'a StandingsCard>,
    /// The next games.
    pub next: &'a [NextGame],
    /// The address where everybody can watch, shown as text and as a QR code.
    pub address: &'a str,
}

#[derive(Template)]
#[template(path = "projector.html")]
struct Page<'a> {
    t: Texts,
    lang: &'static str,
    id: &'a str,
    version: u64,
    name: String,
    game: String,
    boards: Vec<String>,
    rows: Vec<Line>,
    next: Vec<String>,
    address: String,
    code: String,
    code_size: usize,
    words: String,
    icon: String,
    style: String,
    script: String,
}

/// `/projector/ID`: dark and huge.
pub fn projector(reader: &Reader<'_>, view: &ProjectorView<'_>) -> String {
    let t = Texts(reader.lang);
    let (code, code_size) = code(view.address);
    written(&Page {
        t,
        lang: if reader.lang == leitai_core::Lang::Zh { "zh-CN" } else { "en" },
        id: &view.event.id,
        version: view.version,
        name: clean(&view.event.name),
        game: capital(view.event.game.name.to(reader.lang)),
        boards: view.boards.iter().map(|game| board_card(reader, game)).collect(),
        rows: view.standings.map_or(Vec::new(), |card| Line::all(card, t)),
        next: view.next.iter().map(|next| clean(&next.title)).collect(),
        address: clean(view.address),
        code,
        code_size,
        words: t.script(),
        icon: crate::asset_path("mark.svg"),
        style: crate::asset_path("leitai.css"),
        script: crate::asset_path("leitai.js"),
    })
}

/// The dark modules of an address's QR code as a path, with the length of a side; empty if the address is too long
/// for a QR code.
fn code(address: &str) -> (String, usize) {
    let Ok(code) = QrCode::new(address.as_bytes()) else { return (String::new(), 1) };
    let width = code.width();
    let mut path = String::new();
    for (i, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let _ = write!(path, "M{} {}h1v1h-1z", i % width + 4, i / width + 4);
        }
    }
    (path, width + 8)
}
