//! What was decided, by whom and why.

use crate::html::{both, escape, said, table};
use crate::told::{Told, heading};
use leitai_tournament::Decision;
use std::collections::BTreeSet;

impl Told<'_> {
    pub(crate) fn rulings(&self) -> String {
        let rulings = self.event.rulings();
        if rulings.is_empty() {
            return String::new();
        }
        let taken_back: BTreeSet<_> = rulings
            .iter()
            .filter_map(|ruling| match ruling.decision {
                Decision::Revoke { ruling } => Some(ruling),
                _ => None,
            })
            .collect();
        let heads = [
            ("no.", "序号"),
            ("decision", "裁决"),
            ("by", "裁决者"),
            ("reason", "理由"),
            ("as recorded", "原成绩"),
        ]
        .map(|(en, zh)| both(en, zh));
        let row = |(number, ruling): (u32, &leitai_tournament::Ruling)| {
            let mut decision = said(&ruling.decision.words(|entry| self.event.name(entry)));
            if taken_back.contains(&number) {
                decision = format!("<s>{decision}</s> {}", both("(taken back)", "（已撤销）"));
            }
            let recorded = ruling.decision.game().map_or(String::new(), |id| {
                let original = self.event.game(id).map_or("–", |game| game.outcome.figures());
                self.link(id, original)
            });
            vec![number.to_string(), decision, said(&ruling.by.words()), escape(&ruling.reason), recorded]
        };
        let rows: Vec<_> = (0..).zip(rulings).map(row).collect();
        heading(2, "Rulings", "裁决") + &table("rulings", &heads, &rows)
    }
}
