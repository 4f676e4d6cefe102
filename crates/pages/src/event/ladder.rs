//! The score board of a game over all its events.

use crate::event::chronicle::{Chronicle, Line, Score, Shown};
use crate::event::html::Speech;
use crate::event::links::To;
use crate::event::table::{Cell, Column, Stands, Table};
use leitai_catalog::ListedGame;
use leitai_core::Words;
use leitai_tournament::{Seat, Sentence};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a name.
struct Standing<'c> {
    name: &'c str,
    score: Score,
    events: BTreeSet<&'c str>,
    last: Line<'c>,
    seat: Seat,
}

impl Chronicle<'_> {
    /// The score board of a game: whoever played in any of the events, by name, with one point for a game won and half a
    /// point for one drawn. Games that were given and not played are not counted.
    pub fn ladder(&self, game: ListedGame, speech: Speech) -> Shown {
        let table = self.ladder_table(game);
        let (name, of) = (speech.words(game.facts().name), To::Ladder(game));
        let mut body = format!("<h1>{name}</h1>\n");
        if table.rows.is_empty() {
            let none = speech.both("No game of this kind has been played yet.", "本棋种尚无对局。");
            body.push_str(&format!("<p class=\"faded\">{none}</p>\n"));
        } else {
            body.push_str(&self.exports(of, &table));
            body.push_str(&table.html(speech, "ladder", &Sentence::new("score board", "积分榜")));
            let note = speech.both(
                "All events together: a win is 1 point, a draw ½; games that were not played do not count. Entries are known by their names.",
                "所有赛事合计：胜 1 分，和 ½ 分，未进行的对局不计。参赛者以名称识别。",
            );
            body.push_str(&format!("<p class=\"faded\">{note}</p>\n"));
        }
        Shown { body, tables: vec![table] }
    }

    fn ladder_table(&self, game: ListedGame) -> Table {
        let mut standings: BTreeMap<&str, Standing<'_>> = BTreeMap::new();
        for line in self.lines().filter(|line| line.past.history.begun.game == game) {
            for seat in Seat::BOTH {
                let name = line.name(seat);
                let events = BTreeSet::new();
                let standing = standings.entry(name).or_insert_with(|| Standing {
                    name,
                    score: Score::default(),
                    events,
                    last: line,
                    seat,
                });
                standing.score.count(line, seat);
                standing.events.insert(line.past.id);
                if line.ended() >= standing.last.ended() {
                    (standing.last, standing.seat) = (line, seat);
                }
            }
        }
        let mut standings: Vec<_> = standings.into_values().collect();
        let key = |it: &Standing<'_>| (std::cmp::Reverse(it.score.points()), it.score.games());
        standings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name.cmp(b.name)));
        let (mut rows, mut shared) = (Vec::with_capacity(standings.len()), (None, 0));
        for (at, standing) in (1..).zip(&standings) {
            if shared.0 != Some(key(standing)) {
                shared = (Some(key(standing)), at);
            }
            rows.push(self.ladder_row(shared.1, standing));
        }
        Table::new("ladder", columns(), rows)
    }

    fn ladder_row(&self, place: u32, standing: &Standing<'_>) -> Vec<Cell> {
        let Standing { score, events, last, seat, .. } = standing;
        let share = score.points().in_halves() * 50;
        let percent = share.checked_div(i64::from(score.games()));
        let mut row =
            vec![Cell::number(place), self.entry(last.past, last.game.at(*seat)), Cell::number(events.len())];
        row.extend(score.cells());
        row.extend([
            Cell::some(percent, Cell::number),
            Cell::number(score.faults),
            Cell::Game((self.time)(last.ended()), self.links.page(To::Game(last.past.id, last.id))),
            Cell::Text(last.past.id.to_owned()),
            Cell::Text(last.id.to_string()),
            Cell::number(last.ended()),
        ]);
        row
    }
}

fn columns() -> Vec<Column> {
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
    vec![
        column("place", "place", "名次"),
        column("name", "name", "名称").names_row(),
        column("events", "events", "赛事"),
        column("games", "games", "局数"),
        column("won", "won", "胜"),
        column("drawn", "drawn", "和"),
        column("lost", "lost", "负"),
        column("points", "points", "积分"),
        column("percent", "%", "%"),
        column("faults", "faults", "违规"),
        column("last", "last game", "最近一局").stands(Stands::InPages),
        column("last_event", "event of the last game", "最近一局的赛事").stands(Stands::InData),
        column("last_game", "last game", "最近一局").stands(Stands::InData),
        column("last_ended", "its end", "结束时间").stands(Stands::InData),
    ]
}
