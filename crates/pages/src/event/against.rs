//! Two entries against each other.

use crate::event::chronicle::{Chronicle, Line, Score, Shown};
use crate::event::games::points;
use crate::event::links::To;
use crate::event::speech::{Speech, link};
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use leitai_core::{Words, sentence};
use leitai_tournament::{EntryId, Seat, Sentence};

impl Chronicle<'_> {
    /// Every game that two names played against each other in any event, newest first, with the totals. Returns
    /// `None` if one of the two entries is unknown.
    pub fn against(&self, two: [(&str, EntryId); 2], speech: Speech) -> Option<Shown> {
        let [(event, entry), (other_event, other)] = two;
        let [a, b] = [self.name(event, entry)?, self.name(other_event, other)?];
        let seat_of_a = |line: &Line<'_>| {
            Seat::BOTH.into_iter().find(|seat| line.name(*seat) == a && line.name(seat.other()) == b)
        };
        let met = self.lines().filter_map(|line| seat_of_a(&line).map(|seat| (line, seat)));
        let mut met: Vec<_> = met.collect();
        met.sort_by_key(|(line, _)| std::cmp::Reverse(line.ended()));
        let mut scores = [Score::default(); 2];
        for (line, seat) in &met {
            scores[seat.index()].count(*line, *seat);
        }
        let of = To::Against(two);
        let table = self.meetings(&met);
        let names = [(two[0], a), (two[1], b)].map(|((event, entry), name)| {
            link(self.links.address(To::Entry(event, entry)).as_deref(), speech.name(name))
        });
        let heading = html! { h1 { (names[0]) " – " (names[1]) } };
        if met.is_empty() {
            let none = speech.both("They have not met yet.", "两者尚未交锋。");
            let body = html! { (heading) p class="faded" { (none) } };
            return Some(Shown { body, tables: vec![table] });
        }
        let [won, drawn, lost] = [|it: &Score| it.won, |it: &Score| it.drawn, |it: &Score| it.lost]
            .map(|of| scores.iter().map(of).sum::<u32>());
        let sum = sentence!("{won} won, {drawn} drawn, {lost} lost", "{won} 胜，{drawn} 和，{lost} 负");
        let [first, second] = scores.map(|Score { won, drawn, lost, .. }| format!("{won}–{drawn}–{lost}"));
        let seats = sentence!("moving first {first}, second {second}", "先手 {first}，后手 {second}");
        let both = sentence!("{sum}; {seats}", "{sum}；{seats}"; sum, seats);
        let body = html! {
            (heading)
            p { (speech.said(&both)) }
            (self.exports(of, &table))
            (table.html(speech, "games", &Sentence::new("their games", "交锋对局")))
        };
        Some(Shown { body, tables: vec![table] })
    }

    fn meetings(&self, met: &[(Line<'_>, Seat)]) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let columns = vec![
            column("event", "event", "赛事"),
            column("event_id", "event's id", "赛事编号").stands(Stands::InData),
            column("game", "game", "对局").names_row(),
            column("first", "first", "先手"),
            column("second", "second", "后手"),
            column("result", "result", "结果").stands(Stands::InPages),
            column("counts", "counts as", "计为").stands(Stands::InData),
            column("verdict", "verdict", "判决").stands(Stands::InData),
            column("reason", "reason", "原因").said(Said::InBoth),
            column("notes", "notes", "备注").stands(Stands::InData),
            column("plies", "plies", "手数"),
            column("ended", "end", "结束时间").stands(Stands::InData),
            column("record", "record", "记录"),
        ];
        let row = |(line, _): &(Line<'_>, Seat)| {
            let Line { past, it, game, .. } = *line;
            let notes = it.notes();
            let plies = it.details.filter(|_| self.is_open(*line)).map(|how| how.plies);
            vec![
                self.event(past),
                Cell::Text(past.id.to_owned()),
                self.game(*line),
                self.entry(past, game.first),
                self.entry(past, game.second),
                Cell::Text(game.outcome.figures().to_owned()),
                Cell::some(it.counted, |game| Cell::Text(points(game.outcome).to_owned())),
                Cell::some(it.details, |how| Cell::Text(how.verdict.to_string())),
                Cell::Noted(self.reason(*line), notes.clone()),
                Cell::Notes(notes),
                Cell::some(plies, Cell::number),
                Cell::some(it.details, |how| Cell::number(how.ended)),
                self.record(*line),
            ]
        };
        TypedTable::new("games", columns, met.iter().map(row).collect())
    }
}
