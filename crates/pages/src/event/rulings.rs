//! What was decided, by whom and why.

use crate::event::computed_event::ComputedEvent;
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::{Decision, Ruling, Sentence};
use std::collections::BTreeSet;

impl ComputedEvent<'_> {
    /// Every ruling; empty if there are none. Submissions, which stand beside them in the journal, are not rulings.
    pub fn rulings(&self) -> Html {
        let table = self.rulings_table();
        if table.rows.is_empty() {
            return Html::default();
        }
        table.html(self.speech, "rulings", &Sentence::new("rulings", "裁决"))
    }

    pub(crate) fn rulings_table(&self) -> TypedTable {
        let rulings = self.event.rulings();
        let taken_back: BTreeSet<_> = rulings
            .iter()
            .filter_map(|ruling| match ruling.decision {
                Decision::Revoke { ruling } => Some(ruling),
                _ => None,
            })
            .collect();
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let columns = vec![
            column("number", "no.", "序号").names_row(),
            column("decision", "decision", "裁决").said(Said::InBoth),
            column("taken_back", "taken back", "已撤销").stands(Stands::InData),
            column("by", "by", "裁决者").said(Said::InBoth),
            column("reason", "reason", "理由"),
            column("game", "game", "对局").stands(Stands::InData),
            column("recorded", "as recorded", "原成绩"),
        ];
        let (unanswered, unendorsed) = (self.state.open_objections(), self.event.unendorsed());
        let row = |(number, ruling): (u32, &Ruling)| {
            let mut said = self.event.words(&ruling.decision);
            if unanswered.contains(&number) {
                said = said.then(&Sentence::new(" (waits for an answer)", "（待答复）"));
            }
            if unendorsed.contains(&number) {
                said = said
                    .then(&Sentence::new(" (not yet confirmed by the chief referee)", "（裁判长尚未确认）"));
            }
            if let Some(objection) = self.event.objection_behind(number) {
                said =
                    said.then(&sentence!(" (following objection {objection})", "（依第{objection}号异议）"));
            }
            let is_taken_back = taken_back.contains(&number);
            let game = ruling.decision.game();
            let recorded = |id| self.event.game(id).map_or("–", |game| game.outcome.figures()).to_owned();
            vec![
                Cell::number(number),
                if is_taken_back { Cell::TakenBack(said) } else { Cell::Said(said) },
                Cell::Truth(is_taken_back),
                Cell::Said(ruling.by.words()),
                Cell::Text(ruling.reason.clone()),
                Cell::some(game, |id| Cell::Game(id.to_string(), self.href(id))),
                Cell::some(game, |id| Cell::Game(recorded(id), self.href(id))),
            ]
        };
        // Their numbers are those by which they are taken back.
        let rulings = (0..).zip(rulings).filter(|(_, ruling)| !ruling.decision.is_of_submission());
        TypedTable::new("rulings", columns, rulings.map(row).collect())
    }
}
