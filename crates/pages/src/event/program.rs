//! The page of an entry: where it played, against whom, and how every game went.

use crate::event::chronicle::{Chronicle, Line, Score, Shown, shown};
use crate::event::games::points;
use crate::event::links::To;
use crate::event::speech::{Speech, link};
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::{CountedOutcome, EntryId, How, Seat, Sentence};
use std::collections::BTreeMap;

/// A game of an entry, and the entry's seat in it.
type Mine<'c> = (Line<'c>, Seat);

impl Chronicle<'_> {
    /// What an entry did, in its event and in all others with an entry of the same name: its record in each
    /// (`events`), its opponents (`opponents`), its losses by faults (`faults`) and its games, newest first
    /// (`games`). Returns `None` if there is no such entry.
    pub fn program(&self, event: &str, entry: EntryId, speech: Speech) -> Option<Shown> {
        let name = self.name(event, entry)?;
        let mut mine: Vec<Mine<'_>> = Vec::new();
        for line in self.lines() {
            mine.extend(
                Seat::BOTH.into_iter().find(|seat| line.name(*seat) == name).map(|seat| (line, seat)),
            );
        }
        mine.sort_by_key(|(line, _)| std::cmp::Reverse(line.ended()));
        let of = To::Entry(event, entry);
        let faulty = mine.iter().filter(|(line, seat)| {
            let loser = line.it.counted.is_some_and(|game| game.winner() != Some(game.at(*seat)));
            loser && line.game.how == How::Fault
        });
        let faults = TypedTable { name: "faults", ..self.games_of(faulty) };
        let tables = [
            (Sentence::new("Events", "赛事"), self.events_of(name, &mine)),
            (Sentence::new("Opponents", "对手"), self.opponents_of((event, entry), &mine)),
            (Sentence::new("Games lost by a fault", "违规负的对局"), faults),
            (Sentence::new("Games", "对局"), self.games_of(mine.iter())),
        ];
        let body = html! {
            h1 { (speech.name(name)) }
            (self.about(&mine, speech))
            @for (title, table) in tables.iter().filter(|(_, table)| !table.rows.is_empty()) {
                (shown(self, speech, of, title, table))
            }
        };
        Some(Shown { body, tables: tables.map(|(_, table)| table).into() })
    }

    /// The totals in figures.
    fn about(&self, mine: &[Mine<'_>], speech: Speech) -> Html {
        let mut score = Score::default();
        for (line, seat) in mine {
            score.count(*line, *seat);
        }
        let Score { won, drawn, lost, faults } = score;
        let sum = sentence!(
            "{won} won, {drawn} drawn, {lost} lost, {faults} of them by a fault",
            "{won} 胜，{drawn} 和，{lost} 负，其中违规负 {faults} 局"
        );
        let longest = mine.iter().filter_map(|(line, seat)| Some((self.longest(*line, *seat)?, line)));
        let longest = longest.max_by_key(|(longest, _)| longest.us).map(|(longest, line)| {
            let seconds = format!("{:.3}", longest.us as f64 / 1e6);
            let step = longest.step;
            let said =
                sentence!("longest move: {seconds} s, step {step}", "最长一手：{seconds} s，第 {step} 步");
            let game = self.links.address(To::Game(line.past.id, line.id));
            link(game.map(|game| format!("{game}?ply={step}")).as_deref(), speech.said(&said))
        });
        html! {
            p { (speech.said(&sum)) }
            @if let Some(longest) = longest { p { (longest) } }
        }
    }

    /// Its record in each event with an entry of its name.
    fn events_of(&self, name: &str, mine: &[Mine<'_>]) -> TypedTable {
        let mut columns = vec![
            column("event", "event", "赛事").names_row(),
            column("event_id", "event's id", "赛事编号").stands(Stands::InData),
            column("kind", "game", "棋种").said(Said::InBoth),
            column("entry", "no.", "编号"),
            column("place", "rank", "名次").blank("–"),
            column("over", "over", "已结束"),
        ];
        columns.extend(score_columns());
        let rows = self.events.iter().filter_map(|it| {
            let event = &it.past.history.event;
            let entry = event.entries().iter().map(|entry| entry.id).find(|id| event.name(*id) == name)?;
            let place = it.ranking.iter().find(|place| place.entry == entry).and_then(|place| place.place);
            let mut score = Score::default();
            for (line, seat) in mine.iter().filter(|(line, _)| line.past.id == it.past.id) {
                score.count(*line, *seat);
            }
            let mut row = vec![
                self.event(it.past),
                Cell::Text(it.past.id.to_owned()),
                Cell::Said(it.past.history.begun.game.facts().name.into()),
                Cell::Text(entry.to_string()),
                Cell::some(place, Cell::number),
                Cell::Truth(it.is_over),
            ];
            row.extend(score.cells());
            Some(row)
        });
        TypedTable::new("events", columns, rows.collect())
    }

    /// Everyone it met, by name, the most frequent first.
    fn opponents_of(&self, me: (&str, EntryId), mine: &[Mine<'_>]) -> TypedTable {
        let mut opponents: BTreeMap<&str, (Score, Mine<'_>)> = BTreeMap::new();
        for (line, seat) in mine {
            // The newest game comes first, so the link leads to the entry of that event.
            let met = opponents.entry(line.name(seat.other())).or_insert((Score::default(), (*line, *seat)));
            met.0.count(*line, *seat);
        }
        let mut met: Vec<_> = opponents.into_iter().collect();
        met.sort_by_key(|(name, (score, _))| (std::cmp::Reverse(score.games()), *name));
        let mut columns = vec![column("opponent", "opponent", "对手").names_row()];
        columns.extend(score_columns());
        columns.push(column("against", "all their games", "全部交锋").stands(Stands::InPages));
        let rows = met.into_iter().map(|(_, (score, (line, seat)))| {
            let other = line.game.at(seat.other());
            let mut row = vec![self.entry(line.past, other)];
            row.extend(score.cells());
            let href = self.links.address(To::Against([me, (line.past.id, other)]));
            row.push(Cell::some(href, |href| Cell::File(href, Sentence::new("head-to-head", "交锋记录"))));
            row
        });
        TypedTable::new("opponents", columns, rows.collect())
    }

    /// Its games: against whom, how, why.
    fn games_of<'m>(&self, mine: impl Iterator<Item = &'m Mine<'m>>) -> TypedTable {
        let mine: Vec<_> = mine.collect();
        // Most events have one program per entry.
        let versions = mine.iter().any(|(line, seat)| line.submission(*seat).is_some());
        let stands = if versions { Stands::Everywhere } else { Stands::InData };
        let columns = vec![
            column("event", "event", "赛事"),
            column("event_id", "event's id", "赛事编号").stands(Stands::InData),
            column("game", "game", "对局").names_row(),
            column("seat", "seat", "先后手").said(Said::InBoth),
            column("version", "version", "版本").stands(stands),
            column("opponent", "opponent", "对手"),
            column("result", "result", "结果").said(Said::InBoth),
            column("counts", "counts as", "计为").stands(Stands::InData),
            column("verdict", "verdict", "判决").stands(Stands::InData),
            column("reason", "reason", "原因").said(Said::InBoth),
            column("notes", "notes", "备注").stands(Stands::InData),
            column("plies", "plies", "手数"),
            column("longest", "longest move (s)", "最长一手（秒）"),
            column("ended", "end", "结束时间").stands(Stands::InData),
            column("record", "record", "记录"),
        ];
        TypedTable::new(
            "games",
            columns,
            mine.iter().map(|(line, seat)| self.game_of(*line, *seat)).collect(),
        )
    }

    fn game_of(&self, line: Line<'_>, seat: Seat) -> Vec<Cell> {
        let Line { past, it, game, .. } = line;
        let result = match game.outcome {
            CountedOutcome::Win(winner) if winner == seat => Sentence::new("won", "胜"),
            CountedOutcome::Win(_) => Sentence::new("lost", "负"),
            CountedOutcome::Draw => Sentence::new("drawn", "和"),
            CountedOutcome::Nobody => Sentence::new("no score", "均不得分"),
        };
        let facts = past.history.begun.game.facts();
        let notes = it.notes();
        let longest = self.longest(line, seat).map(|longest| format!("{:.3}", longest.us as f64 / 1e6));
        let plies = it.details.filter(|_| self.is_open(line)).map(|how| how.plies);
        vec![
            self.event(past),
            Cell::Text(past.id.to_owned()),
            self.game(line),
            Cell::Said(facts.seat(seat).into()),
            Cell::some(line.submission(seat), Cell::number),
            self.entry(past, game.at(seat.other())),
            Cell::Said(result),
            Cell::some(it.counted, |game| Cell::Text(points(game.outcome).to_owned())),
            Cell::some(it.details, |how| Cell::Text(how.verdict.to_string())),
            Cell::Noted(self.reason(line), notes.clone()),
            Cell::Notes(notes),
            Cell::some(plies, Cell::number),
            Cell::some(longest, Cell::Number),
            Cell::some(it.details, |how| Cell::number(how.ended)),
            self.record(line),
        ]
    }
}

fn column(id: &'static str, en: &'static str, zh: &'static str) -> Column {
    Column::new(id, Words::new(en, zh))
}

/// The headings of a score's cells.
fn score_columns() -> [Column; 5] {
    [
        column("games", "games", "局数"),
        column("won", "won", "胜"),
        column("drawn", "drawn", "和"),
        column("lost", "lost", "负"),
        column("points", "points", "积分"),
    ]
}
