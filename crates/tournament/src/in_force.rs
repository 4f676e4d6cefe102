//! Which rulings stand, now or at an earlier moment of the event.

use std::collections::BTreeMap;

use crate::decision::{Decision, Drawn, Ruling};

/// The rulings made while no more than `until` was drawn, with their places in the history and the time of their
/// revocation, if they were revoked by then.
pub(crate) fn made(rulings: &[Ruling], until: Drawn) -> impl Iterator<Item = (u32, &Ruling, Option<Drawn>)> {
    let made = move || (0..).zip(rulings).filter(move |(_, ruling)| ruling.after <= until);
    let mut revoked: BTreeMap<u32, Drawn> = BTreeMap::new();
    for (place, by) in made().collect::<Vec<(u32, _)>>().into_iter().rev() {
        if let Decision::Revoke { ruling } = by.decision
            && !revoked.contains_key(&place)
        {
            revoked.insert(ruling, by.after);
        }
    }
    made().map(move |(place, ruling)| (place, ruling, revoked.get(&place).copied()))
}

/// The rulings in force, with their places in the history.
pub(crate) fn standing(rulings: &[Ruling]) -> impl Iterator<Item = (u32, &Ruling)> {
    let stands =
        |(place, ruling, revoked): (u32, _, Option<Drawn>)| revoked.is_none().then_some((place, ruling));
    made(rulings, Drawn::ALL).filter_map(stands)
}
