//! The page behind the door of authors and organisers on a game's public page, for everybody else who signed in.

use crate::html::Html;
use crate::site::frame::frame;
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::Words;

/// The way from a game to a ruling about it.
pub const RULE_ABOUT_GAME: Words = Words::new("Make a ruling about this game", "就此局作裁决");

/// A game in which no program of the reader plays.
pub struct OthersGame<'a> {
    /// Its id in addresses.
    pub id: &'a str,
    /// Id and name of its event.
    pub event: (&'a str, &'a str),
    /// The names in its seats.
    pub seats: [&'a str; 2],
    /// Where an organiser makes a ruling about it; `None` for everybody else.
    pub ruling: Option<&'a str>,
}

/// `/games/ID/own`, for readers whose programs do not play in it.
pub fn others_game(reader: &Reader<'_>, game: &OthersGame<'_>) -> Html {
    let (t, [first, second], (event, name)) = (Texts(reader.lang), game.seats, game.event);
    let body = html! {
        p { a href={ "/events/" (event) } { bdi { (name) } } }
        h1 { bdi { (first) } " – " bdi { (second) } }
        p { (t.own_what()) }
        @if let Some(ruling) = game.ruling {
            p { a class="do" href=(ruling) { (RULE_ABOUT_GAME.to(reader.lang)) } }
        }
        p { a href={ "/games/" (game.id) } { (t.everybodys_page()) } }
    };
    frame(reader, &format!("{}: {first} – {second}", t.own_page()), Nav::None, &body)
}
