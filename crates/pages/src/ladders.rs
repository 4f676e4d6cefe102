//! The list of score boards.

use crate::board::capital;
use crate::frame::{Frame, written};
use crate::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_catalog::GAMES;

#[derive(Template)]
#[template(path = "ladders.html")]
struct Ladders {
    t: Texts,
    games: Vec<(&'static str, String)>,
}

/// `/ladders`: a score board for each game.
pub fn ladders(reader: &Reader<'_>) -> String {
    let t = Texts(reader.lang);
    let games = GAMES.iter().map(|game| (game.facts().id, capital(game.facts().name.to(reader.lang))));
    let body = written(&Ladders { t, games: games.collect() });
    Frame { title: t.nav_ladders(), nav: Nav::Ladders, main: "page", body: &body, head: "" }.page(reader)
}
