//! The games that are being played: that they are, and nothing else of them.

use crate::event::table::{Cell, Column, Table};
use crate::event::told::Told;
use leitai_core::Words;
use leitai_tournament::{Due, GameId, Sentence};
use std::collections::BTreeSet;

impl Told<'_> {
    /// Who is playing; nothing where nobody is.
    pub(crate) fn running(&self) -> String {
        let table = self.running_table();
        if table.rows.is_empty() {
            return String::new();
        }
        table.html(self.speech, "running", &Sentence::new("being played now", "正在进行"))
    }

    pub(crate) fn running_table(&self) -> Table {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let columns = vec![
            column("game", "game", "对局").names_row(),
            column("first", "first", "先手"),
            column("second", "second", "后手"),
        ];
        let row = |due: &Due| {
            vec![
                Cell::Game(due.id.to_string(), self.href(due.id)),
                self.entry(due.first),
                self.entry(due.second),
            ]
        };
        Table::new("running", columns, self.played_now().iter().map(row).collect())
    }

    /// The running games with who sits where; one whose result stands already is not among them.
    fn played_now(&self) -> Vec<Due> {
        let mut left: BTreeSet<GameId> = self.view.running.iter().copied().collect();
        let mut found = Vec::new();
        for due in self.state.due() {
            if left.is_empty() {
                break;
            }
            if left.remove(&due.id) {
                found.push(due);
            }
        }
        found
    }
}
