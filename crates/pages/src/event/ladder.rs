//! The score board of one game over all events.

use crate::event::chronicle::{Chronicle, Line, Shown};
use crate::event::ladder_standing::{Standing, standings};
use crate::event::links::To;
use crate::event::matrix::Met;
use crate::event::ratings::signed;
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, Column, Stands, TypedTable};
use leitai_catalog::ListedGame;
use leitai_core::{Noun, Words, sentence};
use leitai_tournament::{Seat, Sentence};
use std::collections::{BTreeMap, BTreeSet};

/// A day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How many games the comparison of a young board looks back, at most.
const LATER: usize = 20;

impl Chronicle<'_> {
    /// The score board of one game: every name that played in any of the events, with one point for a win and half
    /// a point for a draw. Results awarded without play are not counted. Places and ratings are compared with the
    /// board a day before the last game or, for a younger board, with the board before its last games.
    pub fn ladder(&self, game: ListedGame, speech: Speech) -> Shown {
        let mut lines: Vec<_> = self.lines().filter(|line| line.past.history.begun.game == game).collect();
        lines.sort_by_key(|line| (line.ended(), line.past.id, line.id));
        let now = standings(&lines);
        let (table, since) = self.ladder_table(&lines, &now);
        let met = Met::of(&lines, &now);
        let pairs = self.pairs_table(&met, &now);
        let (name, of) = (speech.words(game.facts().name), To::Ladder(game));
        let note = Sentence::new(
            "All events together: a win is 1 point, a draw ½; games that were not played do not count. Entries of one name count as one.",
            "所有赛事合计：胜 1 分，和 ½ 分，未进行的对局不计。同名即视为同一参赛者。",
        );
        let note = match since.map(Since::said) {
            Some(since) => sentence!("{note} {since}", "{note}{since}"; note, since),
            None => note,
        };
        let body = html! {
            h1 { (name) }
            @if table.rows.is_empty() {
                p class="faded" {
                    (speech.both("No games yet.", "本棋种尚无对局。"))
                }
            } @else {
                (self.exports(of, &table))
                (table.html(speech, "ladder", &Sentence::new("ladder", "天梯")))
                p class="faded" { (speech.said(&note)) }
                (self.matrix(&met, &now, of, &pairs, speech))
            }
        };
        Shown { body, tables: vec![table, pairs] }
    }

    /// How many names are on the score board of a game, and how many games they played.
    pub fn ladder_size(&self, game: ListedGame) -> (usize, usize) {
        let lines: Vec<_> = self.lines().filter(|line| line.past.history.begun.game == game).collect();
        let names = lines.iter().flat_map(|line| Seat::BOTH.map(|seat| line.name(seat)));
        (names.collect::<BTreeSet<_>>().len(), lines.len())
    }

    fn ladder_table(&self, lines: &[Line<'_>], now: &[Standing<'_>]) -> (TypedTable, Option<Since>) {
        let since = Since::of(lines);
        let before = standings(&lines[..since.map_or(0, |since| since.games)]);
        let before: BTreeMap<_, _> = before.iter().map(|standing| (standing.name, standing)).collect();
        let at = since.map(|since| lines[since.games - 1].ended());
        let row = |now: &Standing<'_>| self.ladder_row(now, at.map(|at| (at, before.get(now.name).copied())));
        (TypedTable::new("ladder", columns(), now.iter().map(row).collect()), since)
    }

    /// `before` is the time of the earlier board and its standing for this name; `None` without an earlier board.
    fn ladder_row(&self, standing: &Standing<'_>, before: Option<(i64, Option<&Standing<'_>>)>) -> Vec<Cell> {
        let Standing { score, events, last, seat, .. } = standing;
        let share = score.points().in_halves() * 50;
        let percent = share.checked_div(i64::from(score.games()));
        let change = |of: fn(&Standing<'_>) -> Option<i64>| match before {
            None => Cell::Nothing,
            Some((_, None)) => Cell::Instead(Sentence::new("new", "新")),
            Some((_, Some(was))) => {
                of(standing).zip(of(was)).map_or(Cell::Nothing, |(is, was)| Cell::Change(is - was))
            }
        };
        let mut row = vec![
            Cell::number(standing.place),
            change(|it| Some(-i64::from(it.place))),
            self.entry(last.past, last.game.at(*seat)),
            Cell::number(events.len()),
        ];
        row.extend(score.cells());
        row.extend([
            Cell::some(percent, Cell::number),
            Cell::some(standing.elo, signed),
            change(|it| it.elo),
            Cell::number(score.faults),
            Cell::Moment(self.zone.at(last.ended()), self.links.address(To::Game(last.past.id, last.id))),
            Cell::Text(last.past.id.to_owned()),
            Cell::Text(last.id.to_string()),
            Cell::number(last.ended()),
            Cell::some(before, |(at, _)| Cell::number(at)),
        ]);
        row
    }
}

/// The earlier board used for comparison.
#[derive(Clone, Copy)]
struct Since {
    /// The number of games, oldest first, that it counts.
    games: usize,
    /// The number of games after it, where that number defines it; `None` where it is the board a day before the
    /// last game.
    later: Option<usize>,
}

impl Since {
    /// The board a day before the last game or, if it is younger, the board before its last games. `lines` must be
    /// in order.
    fn of(lines: &[Line<'_>]) -> Option<Since> {
        let day_ago = lines.last()?.ended() - DAY_MS;
        let games = lines.partition_point(|line| line.ended() < day_ago);
        if games > 0 {
            return Some(Since { games, later: None });
        }
        let later = LATER.min(lines.len() / 2);
        (later > 0).then(|| Since { games: lines.len() - later, later: Some(later) })
    }

    fn said(self) -> Sentence {
        let Some(later) = self.later else {
            return sentence!(
                "Arrows compare with the board 24 hours before the last game.",
                "箭头表示与最近一局之前 24 小时相比的变化。"
            );
        };
        let games = Noun::GAMES.of(later as u64);
        sentence!(
            "Arrows compare with the board before the last {games}.",
            "箭头表示与最近 {games} 局之前相比的变化。"; games
        )
    }
}

fn columns() -> Vec<Column> {
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
    vec![
        column("place", "rank", "名次"),
        column("place_change", "change", "升降"),
        column("name", "name", "名称").names_row(),
        column("events", "events", "赛事"),
        column("games", "games", "局数"),
        column("won", "won", "胜"),
        column("drawn", "drawn", "和"),
        column("lost", "lost", "负"),
        column("points", "points", "积分"),
        column("percent", "%", "%"),
        column("elo", "Elo", "等级分"),
        column("elo_change", "Elo change", "等级分变化"),
        column("faults", "faults", "违规"),
        column("last", "last game", "最近一局").stands(Stands::InPages),
        column("last_event", "event of the last game", "最近一局的赛事").stands(Stands::InData),
        column("last_game", "last game", "最近一局").stands(Stands::InData),
        column("last_ended", "its end", "结束时间").stands(Stands::InData),
        column("changes_since", "changes since", "升降起算").stands(Stands::InData),
    ]
}
