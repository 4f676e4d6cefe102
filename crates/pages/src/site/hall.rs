//! The hall: live boards, current events, leaders.

use crate::html::Html;
use crate::site::events::list;
use crate::site::frame::Frame;
use crate::site::preview::of_hall;
use crate::site::texts::Texts;
use crate::{
    ContestCard, EventCard, GameView, Nav, NoticeView, Reader, Recent, StandingsCard, board_card,
    contest_list, notices_of,
};
use leitai_catalog::GAMES;
use leitai_core::{Lang, say};

/// The head of an event's standings as a table.
pub(crate) fn standings(card: &StandingsCard, t: Texts) -> Html {
    let recent = |recent: &Recent| {
        let (class, name) = match recent {
            Recent::Won => ("w", t.won()),
            Recent::Drawn => ("d", t.drawn()),
            Recent::Lost => ("l", t.lost()),
        };
        html! {
            svg class=(class) viewBox="0 0 14 14" role="img" aria-label=(name) {
                rect x="1" y="1" width="12" height="12" rx="2" {}
                @if *recent == Recent::Drawn { path d="M1 7h12v4a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2z" {} }
            }
        }
    };
    html! {
        table {
            thead {
                tr {
                    th scope="col" { span class="vh" { (t.rank()) } }
                    th scope="col" { (t.program()) }
                    th scope="col" { (t.last_five()) }
                    th scope="col" class="n hide-s" { (t.games()) }
                    th scope="col" class="n" { (t.points()) }
                }
            }
            tbody {
                @for row in &card.rows {
                    tr {
                        td { @if let Some(rank) = row.rank { (rank) } }
                        td { a href=(row.href) { bdi { (row.name) } } }
                        td {
                            span class="form" {
                                @for one in &row.form[row.form.len().saturating_sub(5)..] { (recent(one)) }
                            }
                        }
                        td class="n hide-s" { (row.games) }
                        td class="n" { b { (row.points) } }
                    }
                }
            }
        }
    }
}

/// Only the boards of the hall, the response of `/?part=boards`.
pub fn hall_boards(reader: &Reader<'_>, boards: &[GameView<'_>]) -> Html {
    let t = Texts(reader.lang);
    html! {
        section class="boards" aria-label=(t.boards()) {
            @if boards.is_empty() { p class="soft" { (t.none_live()) " " (t.none_live_next()) } }
            @for game in boards { (board_card(reader, game)) }
        }
    }
}

/// `/`. The first board is the large one; `version` is that of the set of live games.
pub fn hall(
    reader: &Reader<'_>,
    boards: &[GameView<'_>],
    version: u64,
    notices: &[NoticeView],
    contests: &[ContestCard],
    events: &[EventCard],
    leaders: Option<&StandingsCard>,
) -> Html {
    let t = Texts(reader.lang);
    let live = boards.iter().filter(|game| game.live.is_some()).count();
    let more = t.hall_more().replace("{n}", &GAMES.len().to_string());
    let body = html! {
        section class="lead" {
            div { h1 { (t.hall_lead()) } p { (more) } }
            @if let Some(first) = boards.first() {
                a class="do" href={ "/games/" (first.id) } { (t.watch()) }
            }
        }
        (notices_of(reader, notices))
        lt-hall data-hall=(version) {
            p class="cut-note" role="status" hidden {}
            (hall_boards(reader, boards))
        }
        div class="below" {
            @if let Some(card) = leaders {
                section {
                    h2 { (t.standings()) a href={ "/events/" (card.event) } { bdi { (card.name) } } }
                    (standings(card, t))
                }
            }
            (contest_list(reader, "/contests", contests))
            section {
                h2 { (t.events()) a href="/events" { (t.all_events()) } }
                (list(reader, events))
            }
        }
    };
    let title = title(live, reader.lang);
    let head = of_hall(reader, t.hall_lead(), &more);
    Frame { title: &title, nav: Nav::Hall, main: "hall-page", body: &body, head }.html(reader)
}

fn title(live: usize, lang: Lang) -> String {
    match live {
        0 => Texts(lang).nav_hall().to_owned(),
        1 => say!(lang, "● 1 game live", "● 1 局进行中"),
        _ => say!(lang, "● {live} games live", "● {live} 局进行中", live = live),
    }
}
