//! The hall: live boards, current events, leaders.

use crate::site::events::EventShown;
use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{EventCard, GameView, Nav, NoticeView, Reader, Recent, StandingsCard, board_card, notices_of};
use askama::Template;
use leitai_core::{Lang, say};
use leitai_draw::clean;

/// A line of standings, formatted for the page.
pub(crate) struct Line {
    pub(crate) rank: String,
    pub(crate) name: String,
    pub(crate) href: String,
    pub(crate) form: Vec<(&'static str, &'static str)>,
    pub(crate) games: usize,
    pub(crate) points: String,
}

impl Line {
    pub(crate) fn all(card: &StandingsCard, t: Texts) -> Vec<Line> {
        let line = |row: &crate::Standing| Line {
            rank: row.rank.map_or(String::new(), |rank| rank.to_string()),
            name: clean(&row.name),
            href: row.href.clone(),
            form: row.form[row.form.len().saturating_sub(5)..]
                .iter()
                .map(|recent| match recent {
                    Recent::Won => ("w", t.won()),
                    Recent::Drawn => ("d", t.drawn()),
                    Recent::Lost => ("l", t.lost()),
                })
                .collect(),
            games: row.games,
            points: row.points.clone(),
        };
        card.rows.iter().map(line).collect()
    }
}

#[derive(Template)]
#[template(path = "boards.html")]
struct Boards {
    t: Texts,
    boards: Vec<String>,
}

#[derive(Template)]
#[template(path = "hall.html")]
struct Hall<'a> {
    t: Texts,
    version: u64,
    first: Option<&'a str>,
    boards: String,
    notices: String,
    events: Vec<EventShown>,
    standings: Option<(&'a str, String, Vec<Line>)>,
}

/// Only the boards of the hall, the response of `/?part=boards`.
pub fn hall_boards(reader: &Reader<'_>, boards: &[GameView<'_>]) -> String {
    let t = Texts(reader.lang);
    let boards = boards.iter().map(|game| board_card(reader, game)).collect();
    written(&Boards { t, boards })
}

/// `/`. The first board is the large one; `version` is that of the set of live games.
pub fn hall(
    reader: &Reader<'_>,
    boards: &[GameView<'_>],
    version: u64,
    notices: &[NoticeView],
    events: &[EventCard],
    standings: Option<&StandingsCard>,
) -> String {
    let t = Texts(reader.lang);
    let live = boards.iter().filter(|game| game.live.is_some()).count();
    let title = title(live, reader.lang);
    let hall = Hall {
        t,
        version,
        first: boards.first().map(|game| game.id),
        boards: hall_boards(reader, boards),
        notices: notices_of(reader, notices),
        events: events.iter().map(|event| EventShown::new(event, reader.lang)).collect(),
        standings: standings.map(|card| (&*card.event, clean(&card.name), Line::all(card, t))),
    };
    Frame { title: &title, nav: Nav::Hall, main: "hall-page", body: &written(&hall), head: "" }.page(reader)
}

fn title(live: usize, lang: Lang) -> String {
    match live {
        0 => Texts(lang).nav_hall().to_owned(),
        1 => say!(lang, "● 1 game live", "● 1 局进行中"),
        _ => say!(lang, "● {live} games live", "● {live} 局进行中", live = live),
    }
}
