//! The order in which matches follow one another, and the chains that it makes.

use std::collections::BTreeMap;

use super::fixture::{Fixture, Sides, TeamId};

/// Which matches must be over before which. Waiting matches only: what has begun is behind them all.
pub(crate) struct Precedence {
    /// For each match, those that come right before it.
    pub(crate) before: Vec<Vec<u32>>,
    /// For each match, those that come right after it.
    pub(crate) after: Vec<Vec<u32>>,
    /// For each match, the least time from its beginning until the last of those that follow it is over, in
    /// milliseconds.
    pub(crate) chain: Vec<i64>,
}

impl Precedence {
    /// The order of these matches, each of the length at its place in `lengths`.
    pub(crate) fn new(fixtures: &[Fixture], lengths: &[i64]) -> Self {
        let mut before = vec![Vec::new(); fixtures.len()];
        // In the order of stages and rounds, every match comes after all that it follows.
        let mut events: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        for (at, fixture) in (0..).zip(fixtures) {
            events.entry(fixture.id.event).or_default().push(at);
        }
        for order in events.values_mut() {
            order.sort_by_key(|at| fixtures[*at as usize].step());
            rounds_of_teams(fixtures, order, &mut before);
            rounds_of_sections(fixtures, order, &mut before);
        }
        let mut after = vec![Vec::new(); fixtures.len()];
        for (at, earlier) in (0..).zip(&before) {
            for earlier in earlier {
                after[*earlier as usize].push(at);
            }
        }
        let mut chain = lengths.to_vec();
        for order in events.values() {
            for at in order.iter().rev().map(|at| *at as usize) {
                let follows = after[at]
                    .iter()
                    .map(|next| *next as usize)
                    .map(|next| chain[next].saturating_add(fixtures[at].pause_to(&fixtures[next]) as i64));
                chain[at] = lengths[at].saturating_add(follows.max().unwrap_or(0));
            }
        }
        Precedence { before, after, chain }
    }
}

/// A team plays its rounds in order: each match comes after those of its sides' round before.
fn rounds_of_teams(fixtures: &[Fixture], order: &[u32], before: &mut [Vec<u32>]) {
    // The matches of a team's last round so far, and those that come right before it.
    let mut last: BTreeMap<TeamId, [Vec<u32>; 2]> = BTreeMap::new();
    for at in order {
        let fixture = &fixtures[*at as usize];
        let Sides::Known(both) = fixture.sides else { continue };
        for team in both {
            let [earlier, round] = last.entry(team).or_default();
            if round.first().is_some_and(|one| fixtures[*one as usize].step() < fixture.step()) {
                // A round that waits itself waits for all before it; one that has begun does not.
                if round.iter().all(|one| fixtures[*one as usize].is_waiting()) {
                    earlier.clear();
                }
                earlier.append(round);
            }
            before[*at as usize].extend(earlier.iter().copied());
            round.push(*at);
        }
    }
}

/// A match whose sides are not known comes after all that decide them.
fn rounds_of_sections(fixtures: &[Fixture], order: &[u32], before: &mut [Vec<u32>]) {
    let is_open = |at: u32| matches!(fixtures[at as usize].sides, Sides::Open(_));
    for (place, at) in order.iter().enumerate().filter(|(_, at)| is_open(**at)) {
        let fixture = &fixtures[*at as usize];
        let earlier = order[..place].iter().copied().filter(|one| fixture.follows(&fixtures[*one as usize]));
        let mut earlier: Vec<u32> = earlier.collect();
        // An earlier round of the same kind waits itself for everything before it.
        let own = |one: u32| {
            let other = &fixtures[one as usize];
            is_open(one) && other.is_waiting() && other.id.section() == fixture.id.section()
        };
        let wait = earlier.iter().copied().filter(|one| own(*one)).map(|one| fixtures[one as usize].step());
        if let Some(wait) = wait.max() {
            earlier.retain(|one| {
                let other = &fixtures[*one as usize];
                other.step() >= wait || other.id.section() != fixture.id.section()
            });
        }
        before[*at as usize].extend(earlier);
    }
}
