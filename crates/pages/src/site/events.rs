//! Lists of events, and the page of one event.

use crate::html::Html;
use crate::site::board::capital;
use crate::site::frame::{Frame, frame};
use crate::site::texts::Texts;
use crate::{ContestCard, EventCard, Nav, Reader, Stand, contest_list};
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, Noun, say, sentence};

/// The state of an event: the class of its dot, and in words.
pub(crate) const fn stand(card: &EventCard, t: Texts) -> (&'static str, &'static str) {
    match card.stand {
        Stand::Ahead => ("wait", t.stand_ahead()),
        Stand::Collecting => ("wait", t.stand_collecting()),
        Stand::Open => ("wait", t.stand_open()),
        Stand::Running => ("live", t.live()),
        Stand::Waiting => ("cut", t.stand_waiting()),
        Stand::Stuck => ("cut", t.stand_stuck()),
        Stand::Paused => ("cut", t.stand_paused()),
        Stand::Over => ("ended", t.over()),
    }
}

/// When and where an event is, and how far it has come.
pub(crate) fn about(card: &EventCard, lang: Lang) -> String {
    let (played, total) = (card.played, card.total);
    let games =
        say!(lang, "{played} of {total} games", "已下 {played}／{total} 局", played = played, total = total);
    let stuck = Noun::GAMES.of(card.stuck);
    let stuck = sentence!(
        "{games} failed too often: needs attention", "{games} 局多次失败，需要人工处理"; games = stuck
    );
    let stuck = if card.stuck == 0 { "" } else { stuck.to(lang) };
    let about = [&card.date, &card.place, &*games, stuck].into_iter().filter(|it| !it.is_empty());
    about.collect::<Vec<_>>().join(" · ")
}

/// Events in a list, or that there are none.
pub(crate) fn list(reader: &Reader<'_>, events: &[EventCard]) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let row = |card: &EventCard| {
        let ((dot, stand), total) = (stand(card, t), card.total.max(1));
        html! {
            li class="row" {
                div {
                    a href={ "/events/" (card.id) } { bdi { (card.name) } " · " (capital(card.game.name.to(lang))) }
                    p { bdi { (about(card, lang)) } }
                    svg class="part" viewBox={ "0 0 " (total) " 3" } preserveAspectRatio="none" aria-hidden="true" {
                        rect width=(total) height="3" {}
                        rect width=(card.played) height="3" fill="currentColor" {}
                    }
                }
                span class="state" { i class={ "dot " (dot) } {} (stand) }
            }
        }
    };
    html! {
        @if events.is_empty() {
            p class="soft" { (t.no_events()) }
        } @else {
            ul class="rows" { @for card in events { (row(card)) } }
        }
    }
}

/// `/ladders`: a score board for each game. `size` returns how many entries are on it, and how many games they
/// played.
pub fn ladders(reader: &Reader<'_>, size: &dyn Fn(ListedGame) -> (usize, usize)) -> Html {
    let (lang, t) = (reader.lang, Texts(reader.lang));
    let mut all: Vec<_> = GAMES.iter().map(|game| (size(*game), game.facts())).collect();
    all.sort_by_key(|((_, games), _)| std::cmp::Reverse(*games));
    // The most played first.
    let (played, others) = all.split_at(all.partition_point(|((_, games), _)| *games > 0));
    let counts = |(entries, games): (usize, usize)| {
        let (entries, games) = (Noun::ENTRIES.of(entries), Noun::GAMES.of(games));
        sentence!("{entries}, {games}", "{entries} 个参赛者，{games} 局"; entries, games)
    };
    let link = |facts: &leitai_core::Facts| {
        html! { a href={ "/ladders/" (facts.id) } { (capital(facts.name.to(lang))) } }
    };
    let body = html! {
        h1 { (t.ladders()) }
        p class="soft" { (t.ladders_about()) }
        @if !played.is_empty() {
            ul class="rows" {
                @for (size, facts) in played {
                    li class="row" { (link(facts)) span class="state" { (counts(*size).to(lang)) } }
                }
            }
        }
        @if !others.is_empty() {
            h2 { (t.ladders_none()) }
            ul class="lists" { @for (_, facts) in others { li { (link(facts)) } } }
        }
    };
    frame(reader, t.ladders(), Nav::Ladders, &body)
}

/// `/events`.
pub fn events(reader: &Reader<'_>, contests: &[ContestCard], events: &[EventCard]) -> Html {
    let t = Texts(reader.lang);
    let body =
        html! { h1 { (t.events()) } (contest_list(reader, "/contests", contests)) (list(reader, events)) };
    frame(reader, t.events(), Nav::Events, &body)
}

/// The way back to an event, and to other pages of it: their addresses below its own, and their names.
pub(crate) fn ways(id: &str, event: &str, pages: &[(&str, &str)]) -> Html {
    html! {
        p {
            a href={ "/events/" (id) } { bdi { (event) } }
            @for (page, name) in pages { " · " a href={ "/events/" (id) "/" (page) } { (name) } }
        }
    }
}

/// An element whose parts follow the stream of an event: `version` is the number of the last change that it shows,
/// `from` the address of its parts, if it is not that of the event.
pub(crate) fn followed(id: &str, version: u64, from: Option<&str>, inside: &Html) -> Html {
    html! {
        lt-event data-event=(id) data-v=(version) data-from=[from] {
            p class="cut-note" role="status" hidden {}
            (inside)
        }
    }
}

/// The page of an event, whose parts follow the stream: `id` is the event's id in addresses, `version` the number
/// of the last change that `body` shows, `from` the address of its parts, if it is not that of the event, `head` what its
/// head has besides.
pub fn event_page(
    reader: &Reader<'_>,
    (id, version, from): (&str, u64, Option<&str>),
    title: &str,
    head: Html,
    body: &Html,
) -> Html {
    let body = followed(id, version, from, body);
    Frame { title, nav: Nav::Events, main: "page", body: &body, head }.html(reader)
}
