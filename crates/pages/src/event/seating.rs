//! The table plan: who plays whom next and where, to print and to fill in.

use crate::event::computed_event::ComputedEvent;
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::Words;
use leitai_tournament::{Due, Sentence};
use std::collections::BTreeSet;

impl ComputedEvent<'_> {
    /// The table plan as the body of a page.
    pub fn table_plan(&self) -> Html {
        let table = self.seating_table();
        html! {
            h1 { (self.speech.name(&self.view.history.begun.name)) }
            p {
                (self.both(
                    "Table plan: the games that can be played next, at as many tables as there are pairs.",
                    "台次表：接下来可进行的对局，每对一台。",
                ))
            }
            @if table.rows.is_empty() {
                p class="faded" { (self.both("No game is due.", "没有待进行的对局。")) }
            } @else {
                (table.html(self.speech, "places", &Sentence::new("table plan", "台次表")))
            }
        }
    }

    pub(crate) fn seating_table(&self) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let due = self.next_to_play();
        let sections: BTreeSet<_> = due.iter().map(|due| (due.id.of.stage, due.id.of.section)).collect();
        let shown = if sections.len() > 1 { Stands::Everywhere } else { Stands::InData };
        let columns = vec![
            column("table", "table", "台次"),
            column("section", "section", "组别").said(Said::InChinese).stands(shown),
            column("first", "first", "先手").names_row(),
            column("second", "second", "后手"),
            column("result", "result", "结果").blank(" "),
        ];
        let row = |(table, due): (usize, &Due)| {
            let section = self.state.section_name(due.id.of.stage, due.id.of.section);
            vec![
                Cell::number(table),
                Cell::Said(section),
                self.entry(due.first),
                self.entry(due.second),
                Cell::Nothing,
            ]
        };
        TypedTable::new("seating", columns, (1..).zip(&due).map(row).collect())
    }

    /// Games that can be played at the same time: nobody sits at two tables.
    fn next_to_play(&self) -> Vec<Due> {
        let (mut seated, all) = (BTreeSet::new(), self.event.entries().len());
        let mut games = Vec::new();
        for due in self.state.due() {
            if seated.len() + 1 >= all {
                break;
            }
            if !seated.contains(&due.first) && !seated.contains(&due.second) {
                seated.extend([due.first, due.second]);
                games.push(due);
            }
        }
        games
    }
}
