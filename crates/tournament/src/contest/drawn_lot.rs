//! The lots of a draw, one by one, as they are shown before everyone.

use crate::{EntryId, Seed, Stage};
use leitai_core::Lang;

/// One lot of a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnLot {
    /// What was drawn for: the label in the text that is hashed.
    pub label: String,
    /// Each entry in the order drawn, with the SHA-256 of `SEED|LABEL|ENTRY` in hexadecimal: the smallest comes first.
    pub order: Vec<(EntryId, String)>,
}

impl DrawnLot {
    /// The lots of a stage's draw, in the order in which they were drawn. Those among equal seed scores are left out: their
    /// labels hold a grade.
    pub fn of_stage(stage: &Stage, seed: &Seed) -> Vec<DrawnLot> {
        let all = stage.lots.iter().filter_map(|lot| read(lot.to(Lang::En)));
        let lot = |(label, entries): (String, Vec<EntryId>)| {
            let order =
                entries.into_iter().map(|entry| (entry, seed.figure(&label, &entry.to_string()))).collect();
            DrawnLot { label, order }
        };
        all.map(lot).collect()
    }
}

/// `lot "LABEL": e3, e1 and e2`, as [`Seed::draw`] says it.
fn read(said: &str) -> Option<(String, Vec<EntryId>)> {
    let (label, names) = said.strip_prefix("lot \"")?.split_once("\": ")?;
    let names = names.replace(" and ", ", ");
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    let entry = |name: &str| name.strip_prefix('e')?.parse().ok().map(EntryId);
    Some((label.to_owned(), names.map(entry).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Event, Plan};

    /// The order that is shown is that of the figures, for a whole field and for groups.
    #[test]
    fn every_lot_of_the_first_draw_is_shown_in_the_order_of_its_figures() {
        for teams in [2u32, 5, 7, 20] {
            let entries = (0..teams).map(|at| Entry::new(at, format!("team {at}"))).collect();
            let seed = Seed::new("s");
            let plan = Plan::school(teams, 900_000, Plan::SCHOOL_MATCH);
            let event = Event::new(plan, entries, seed.clone()).expect("a plan");
            let state = event.state();
            let lots = DrawnLot::of_stage(&state.stages()[0], &seed);
            assert!(!lots.is_empty(), "{teams}: {:?}", state.stages()[0].lots);
            for lot in lots {
                assert!(lot.order.is_sorted_by_key(|(_, figure)| figure.clone()), "{lot:?}");
                assert_eq!(lot.order.len(), teams as usize, "{lot:?}");
            }
        }
    }
}
