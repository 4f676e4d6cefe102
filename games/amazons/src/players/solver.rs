//! Solves the end of a game: parts of one side are counted, what both sides dispute is searched.

use super::field::{Act, Field};
use super::fill::Filler;
use super::regions::Part;
use leitai_core::Seat;
use std::collections::HashMap;

/// The most positions that are remembered.
const REMEMBERED: usize = 1 << 19;
/// Steps for counting one side's part.
const COUNTING: u32 = 400;

/// A position whose parts of one side have become numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rest {
    /// The squares in dispute that are free.
    free: u128,
    amazons: [u128; 2],
    mover: Seat,
    /// Turns elsewhere that only one side has: First's, or as a negative number Second's. A side that has none elsewhere
    /// gains nothing by what the other has: only the difference counts.
    elsewhere: i32,
}

/// Solves positions, and remembers what it solved.
#[derive(Default)]
pub(super) struct Solver {
    known: HashMap<Rest, bool>,
    pub(super) filler: Filler,
    /// Positions that may still be looked at.
    left: u64,
    /// Positions looked at.
    pub(super) nodes: u64,
}

impl Rest {
    /// Takes out of the position what only one side can reach. `None` if some of it could not be counted exactly.
    fn of(mut self, filler: &mut Filler) -> Option<Rest> {
        let (mut free, mut amazons) = (0, [0; 2]);
        for part in Part::all(self.free, self.amazons) {
            let Some(owner) = part.owner() else {
                free |= part.free;
                amazons = [amazons[0] | part.amazons[0], amazons[1] | part.amazons[1]];
                continue;
            };
            if part.free == 0 {
                continue;
            }
            let turns = filler.turns(part.region(), u32::MAX, COUNTING);
            if turns.least != turns.most {
                return None;
            }
            let turns = turns.least as i32;
            self.elsewhere += if owner == Seat::First { turns } else { -turns };
        }
        Some(Rest { free, amazons, ..self })
    }

    /// The turns elsewhere, seen by the side on turn.
    fn lead(&self) -> i32 {
        if self.mover == Seat::First { self.elsewhere } else { -self.elsewhere }
    }
}

impl Solver {
    /// Whether the side on turn wins, found within so many positions. Requires a position in which nobody has to shoot.
    pub(super) fn wins(&mut self, field: &Field, positions: u64) -> Option<bool> {
        self.left = positions;
        let (free, amazons, mover) = (field.free, field.amazons, field.mover);
        self.solve(Rest { free, amazons, mover, elsewhere: 0 })
    }

    /// A winning turn in what is in dispute, or elsewhere; `None` if there is none or it was not found. Requires a position
    /// in which nobody has to shoot.
    pub(super) fn winning(&mut self, field: &Field, turns: &[[Act; 2]], positions: u64) -> Option<[Act; 2]> {
        self.left = positions;
        turns.iter().copied().find(|acts| {
            let mut after = *field;
            acts.iter().for_each(|act| after.put(*act));
            let (free, amazons, mover) = (after.free, after.amazons, after.mover);
            self.solve(Rest { free, amazons, mover, elsewhere: 0 }) == Some(false)
        })
    }

    /// The number of free squares in dispute.
    pub(super) fn disputed(field: &Field) -> u32 {
        let parts = Part::all(field.free, field.amazons).filter(|part| part.owner().is_none());
        parts.map(|part| part.free.count_ones()).sum()
    }

    fn solve(&mut self, rest: Rest) -> Option<bool> {
        let rest = rest.of(&mut self.filler)?;
        let lead = rest.lead();
        let disputed = rest.free.count_ones() as i32;
        if lead > disputed {
            return Some(true);
        }
        if lead + disputed <= 0 {
            return Some(false);
        }
        if let Some(known) = self.known.get(&rest) {
            return Some(*known);
        }
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.nodes += 1;
        let wins = self.search(rest, lead)?;
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(rest, wins);
        Some(wins)
    }

    fn search(&mut self, rest: Rest, lead: i32) -> Option<bool> {
        let own = rest.mover.index();
        let mut turns = Vec::new();
        Part { free: rest.free, amazons: rest.amazons }.turns(rest.mover, &mut turns);
        // What leaves the other side the least room is tried first.
        let other = rest.amazons[1 - own];
        turns.sort_by_cached_key(|(_, free, own)| {
            let room = |amazons| (super::bits::queens(amazons, *free)).count_ones() as i32;
            room(other) - room(*own)
        });
        let mut is_known = true;
        for (_, free, moved) in turns {
            let mut amazons = rest.amazons;
            amazons[own] = moved;
            match self.solve(Rest { free, amazons, mover: rest.mover.other(), ..rest }) {
                Some(false) => return Some(true),
                Some(true) => {}
                None if self.left == 0 => return None,
                None => is_known = false,
            }
        }
        if lead > 0 {
            // A turn elsewhere.
            let elsewhere = rest.elsewhere - rest.elsewhere.signum();
            match self.solve(Rest { mover: rest.mover.other(), elsewhere, ..rest }) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }
}
