//! The games being played, of which nothing else is shown, and those that no machine could play.

use crate::event::computed_event::ComputedEvent;
use crate::event::typed_table::{Cell, Column, TypedTable};
use crate::html::Html;
use leitai_core::{Noun, Words, sentence};
use leitai_tournament::{Due, GameId, Sentence};
use std::collections::BTreeSet;

impl ComputedEvent<'_> {
    /// The games being played; empty if there are none.
    pub(crate) fn running(&self) -> Html {
        let table = self.running_table();
        if table.rows.is_empty() {
            return Html::default();
        }
        table.html(self.speech, "running", &Sentence::new("being played now", "正在进行"))
    }

    pub(crate) fn running_table(&self) -> TypedTable {
        TypedTable::new("running", columns(), self.rows(self.view.running))
    }

    /// The games that wait for an operator, with a note that the others go on; empty if there are none.
    pub(crate) fn stuck(&self) -> Html {
        let table = self.stuck_table();
        if table.rows.is_empty() {
            return Html::default();
        }
        let games = Noun::GAMES.of(table.rows.len());
        let said = sentence!(
            "{games} failed too often on every machine that tried and needs attention (`leitai tournament renew` tries them \
             again). The other games go on.",
            "{games} 局在各机器上多次失败，需要人工处理（`leitai tournament renew` 可重试）。其余对局照常进行。"; games
        );
        let html = table.html(self.speech, "running", &Sentence::new("need attention", "等待人工处理"));
        html! { p class="warn" { (self.speech.said(&said)) } (html) }
    }

    pub(crate) fn stuck_table(&self) -> TypedTable {
        TypedTable::new("stuck", columns(), self.rows(self.view.stuck))
    }

    fn rows(&self, games: &[GameId]) -> Vec<Vec<Cell>> {
        let row = |due: &Due| {
            vec![
                Cell::Game(due.id.to_string(), self.href(due.id)),
                self.entry(due.first),
                self.entry(due.second),
            ]
        };
        self.due(games).iter().map(row).collect()
    }

    /// These games with their seats, without those that already have a result.
    fn due(&self, games: &[GameId]) -> Vec<Due> {
        let mut left: BTreeSet<GameId> = games.iter().copied().collect();
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

fn columns() -> Vec<Column> {
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
    vec![
        column("game", "game", "对局").names_row(),
        column("first", "first", "先手"),
        column("second", "second", "后手"),
    ]
}
