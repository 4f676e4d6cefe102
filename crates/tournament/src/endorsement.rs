//! What the chief referee confirms (the national rules: on results the chief referee is final).
//!
//! A referee's ruling at a table counts at once, so that play goes on; until the chief referee has confirmed it, that is said
//! beside it. To change it, the chief referee takes it back.

use crate::decision::{Decision, Role, Ruling};
use crate::event::Event;
use crate::in_force::standing;
use leitai_core::{Sentence, sentence};
use std::collections::BTreeSet;

/// Whether a ruling is a referee's own, made from an account, by which somebody wins or loses.
fn is_for_the_chief(ruling: &Ruling) -> bool {
    let decides = matches!(
        ruling.decision,
        Decision::Absent { .. }
            | Decision::Forfeit { .. }
            | Decision::Meddling { .. }
            | Decision::Slip { .. }
            | Decision::RefereeSlip { .. }
            | Decision::Equipment { .. }
            | Decision::Scattered { .. }
            | Decision::Agreed { .. }
            | Decision::Result { .. }
    );
    decides && ruling.by == Role::Referee && ruling.account.is_some()
}

impl Event {
    /// The numbers of the rulings in force that referees made from an account of their own and the chief referee has not
    /// confirmed. They count.
    pub fn unendorsed(&self) -> Vec<u32> {
        let endorsed = |decision: &Decision| match decision {
            Decision::Endorse { ruling } => Some(*ruling),
            _ => None,
        };
        let endorsed: BTreeSet<u32> =
            standing(&self.rulings).filter_map(|(_, ruling)| endorsed(&ruling.decision)).collect();
        let open = standing(&self.rulings).filter(|(_, ruling)| is_for_the_chief(ruling));
        open.map(|(place, _)| place).filter(|place| !endorsed.contains(place)).collect()
    }

    /// Only what waits for the chief referee is confirmed, and once.
    pub(crate) fn check_endorsement(&self, ruling: u32) -> Result<(), Sentence> {
        if self.unendorsed().contains(&ruling) {
            return Ok(());
        }
        Err(sentence!(
            "ruling {ruling} does not wait for the chief referee: it is no ruling of a referee at a table, was taken back, or is \
             confirmed",
            "第{ruling}号裁决无须裁判长确认：并非裁判在桌边所作，或已撤销，或已确认"
        ))
    }
}
