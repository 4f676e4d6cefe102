//! The page for a projector in a room.

use crate::html::Html;
use crate::site::board::capital;
use crate::site::events::followed;
use crate::site::frame::{head, mark, tag};
use crate::site::hall::standings;
use crate::site::qr_code::qr_code;
use crate::site::texts::Texts;
use crate::{EventCard, GameView, NextGame, Reader, StandingsCard, board_card};
use leitai_core::say;

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

/// `/projector/ID`: dark and huge.
pub fn projector(reader: &Reader<'_>, view: &ProjectorView<'_>) -> Html {
    let (t, event) = (Texts(reader.lang), view.event);
    let views = html! {
        @for game in view.boards { section data-view { (board_card(reader, game)) } }
        @if let Some(card) = view.standings.filter(|card| !card.rows.is_empty()) {
            section data-view { h2 { (t.standings()) } (standings(card, t)) }
        }
    };
    Html::document(html! {
        html lang=(tag(reader.lang)) data-theme="dark" {
            (head(&say!(reader.lang, "Projector · {name}", "投影 · {name}", name = event.name), t, &Html::default()))
            body class="projector" data-words=(t.script()) {
                header class="top" {
                    span class="mark" { (mark()) }
                    h1 { bdi { (event.name) } " · " (capital(event.game.name.to(reader.lang))) }
                }
                main { (followed(&event.id, view.version, None, &views)) }
                footer class="next" {
                    svg class="turnbar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                        rect width="100" height="4" {}
                        rect width="100" height="4" fill="currentColor" {}
                    }
                    span {
                        @if !view.next.is_empty() { (t.next_up()) }
                        @for next in view.next { " " b { bdi { (next.title) } } }
                    }
                    span class="end" {
                        span { (view.address) }
                        (qr_code(view.address))
                    }
                }
            }
        }
    })
}
