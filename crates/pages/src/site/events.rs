//! Lists of events, and the page of one.

use crate::site::board::capital;
use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{EventCard, Nav, Reader, Stand};
use askama::Template;
use leitai_catalog::GAMES;
use leitai_core::{Lang, say};
use leitai_draw::clean;

/// An event in a list, as it is shown.
pub(crate) struct EventShown {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) about: String,
    pub(crate) dot: &'static str,
    pub(crate) stand: &'static str,
    pub(crate) played: usize,
    pub(crate) total: usize,
}

impl EventShown {
    pub(crate) fn new(card: &EventCard, lang: Lang) -> EventShown {
        let t = Texts(lang);
        let (dot, stand) = match card.stand {
            Stand::Ahead => ("wait", t.stand_ahead()),
            Stand::Running => ("live", t.live()),
            Stand::Waiting => ("cut", t.stand_waiting()),
            Stand::Over => ("done", t.over()),
        };
        let (played, total) = (card.played, card.total);
        let games = say!(
            lang,
            "{played} of {total} games",
            "已下 {played}／{total} 局",
            played = played,
            total = total
        );
        let about = [clean(&card.date), clean(&card.place), games];
        let about: Vec<_> = about.into_iter().filter(|it| !it.is_empty()).collect();
        EventShown {
            id: card.id.clone(),
            name: clean(&card.name),
            game: capital(card.game.name.to(lang)),
            about: about.join(" · "),
            dot,
            stand,
            played,
            total: total.max(1),
        }
    }
}

#[derive(Template)]
#[template(path = "events.html")]
struct Events {
    t: Texts,
    events: Vec<EventShown>,
}

#[derive(Template)]
#[template(path = "ladders.html")]
struct Ladders {
    t: Texts,
    games: Vec<(&'static str, String)>,
}

/// `/ladders`: a score board for each game.
pub fn ladders(reader: &Reader<'_>) -> String {
    let t = Texts(reader.lang);
    let games = GAMES.iter().map(|game| game.facts());
    let games = games.map(|game| (game.id, capital(game.name.to(reader.lang)))).collect();
    let body = written(&Ladders { t, games });
    Frame { title: t.ladders(), nav: Nav::Ladders, main: "page", body: &body, head: "" }.page(reader)
}

/// `/events`.
pub fn events(reader: &Reader<'_>, events: &[EventCard]) -> String {
    let t = Texts(reader.lang);
    let events = events.iter().map(|event| EventShown::new(event, reader.lang)).collect();
    let body = written(&Events { t, events });
    Frame { title: t.events(), nav: Nav::Events, main: "page", body: &body, head: "" }.page(reader)
}

#[derive(Template)]
#[template(path = "event.html")]
struct Followed<'a> {
    id: &'a str,
    version: u64,
    body: &'a str,
}

/// The page of an event, whose parts follow the stream: `id` is the event's in addresses, `version` the number of the
/// last change that `body` shows.
pub fn event_page(reader: &Reader<'_>, id: &str, version: u64, title: &str, body: &str) -> String {
    let title = clean(title);
    let body = written(&Followed { id, version, body });
    Frame { title: &title, nav: Nav::Events, main: "page", body: &body, head: "" }.page(reader)
}
