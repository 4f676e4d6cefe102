//! Lists of events, and the page of one event.

use crate::site::board::capital;
use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{EventCard, Nav, NoticeView, Reader, Stand, notices_of};
use askama::Template;
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, Noun, say, sentence};
use leitai_draw::clean;

/// An event in a list, formatted for the page.
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
            Stand::Stuck => ("cut", t.stand_stuck()),
            Stand::Paused => ("cut", t.stand_paused()),
            Stand::Over => ("ended", t.over()),
        };
        let (played, total) = (card.played, card.total);
        let games = say!(
            lang,
            "{played} of {total} games",
            "已下 {played}／{total} 局",
            played = played,
            total = total
        );
        let stuck = match card.stuck {
            0 => String::new(),
            stuck => {
                let games = Noun::GAMES.of(stuck);
                let said = sentence!(
                    "{games} failed too often: needs an operator", "{games} 局多次失败，需要人工处理"; games
                );
                said.to(lang).to_owned()
            }
        };
        let about = [clean(&card.date), clean(&card.place), games, stuck];
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
    /// The games that have been played, most played first, with their numbers of entries and games.
    played: Vec<(&'static str, String, String)>,
    others: Vec<(&'static str, String)>,
}

/// `/ladders`: a score board for each game. `size` returns how many entries are on it, and how many games they
/// played.
pub fn ladders(reader: &Reader<'_>, size: &dyn Fn(ListedGame) -> (usize, usize)) -> String {
    let (lang, t) = (reader.lang, Texts(reader.lang));
    let mut all: Vec<_> = GAMES.iter().map(|game| (size(*game), game.facts())).collect();
    all.sort_by_key(|((_, games), _)| std::cmp::Reverse(*games));
    let (mut played, mut others) = (Vec::new(), Vec::new());
    for ((entries, games), facts) in all {
        let name = capital(facts.name.to(lang));
        if games == 0 {
            others.push((facts.id, name));
            continue;
        }
        let (entries, games) = (Noun::ENTRIES.of(entries), Noun::GAMES.of(games));
        let said = sentence!("{entries}, {games}", "{entries} 个参赛者，{games} 局"; entries, games);
        played.push((facts.id, name, said.to(lang).to_owned()));
    }
    let body = written(&Ladders { t, played, others });
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
    t: Texts,
    takes: bool,
    id: &'a str,
    version: u64,
    body: &'a str,
}

/// The body of an event's page with its notices below the list of its parts; unchanged if there are none.
pub fn with_notices(reader: &Reader<'_>, body: &str, notices: &[NoticeView]) -> String {
    let notices = notices_of(reader, notices);
    match body.split_once("</nav>\n") {
        Some((head, rest)) => format!("{head}</nav>\n{notices}{rest}"),
        None => format!("{body}{notices}"),
    }
}

/// The page of an event, whose parts follow the stream: `id` is the event's id in addresses, `version` the number
/// of the last change that `body` shows, `takes` whether people can submit programs to it.
pub fn event_page(
    reader: &Reader<'_>,
    id: &str,
    version: u64,
    title: &str,
    takes: bool,
    body: &str,
) -> String {
    let title = clean(title);
    let body = written(&Followed { t: Texts(reader.lang), takes, id, version, body });
    Frame { title: &title, nav: Nav::Events, main: "page", body: &body, head: "" }.page(reader)
}
