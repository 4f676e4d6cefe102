//! What still matters of a position: the points where somebody may still play, and the chains that could lose their last
//! liberty. Stones that breathe for ever leave nothing but the points beside them, so positions with different stones become
//! the same, and a position falls into parts that no longer matter to each other.

use super::field::{BITS, Field, beside, each};
use leitai_core::{Rng, Seat};

/// A position, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rest {
    /// The empty points where at least one side may play.
    pub(super) points: u128,
    /// For each seat, where its stone may be placed.
    pub(super) safe: [u128; 2],
    /// For each seat, the points where its stone breathes for ever: beside an empty point where nobody may play, or beside
    /// a chain of its own that breathes for ever. Only points where it may play count.
    breath: [u128; 2],
    /// For each seat, the liberties of each of its chains that could lose the last one, in order. Chains with the same
    /// liberties are as one.
    chains: [Vec<u128>; 2],
}

/// Random numbers for points: where each seat may play, where it breathes.
const KEYS: [[u64; BITS]; 4] = {
    let mut rng = Rng::new(0x7265_7374);
    let mut keys = [[0; BITS]; 4];
    let mut i = 0;
    while i < 4 * BITS {
        keys[i / BITS][i % BITS] = rng.next();
        i += 1;
    }
    keys
};

const fn is_one(points: u128) -> bool {
    points & points.wrapping_sub(1) == 0
}

/// Mixes a set of points into a number.
fn mixed(points: u128, with: u64) -> u64 {
    let halves = (points as u64 ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (points >> 64) as u64;
    let mixed = (halves ^ halves >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

impl Rest {
    /// What still matters of a position.
    pub(super) fn of(field: &Field) -> Rest {
        let points = field.safe[0] | field.safe[1];
        let dead = field.empty & !points;
        let mut rest = Rest {
            points,
            safe: field.safe,
            breath: [beside(dead) & points; 2],
            chains: [Vec::new(), Vec::new()],
        };
        for seat in [0, 1] {
            for liberties in field.chains(seat) {
                if liberties & dead == 0 {
                    rest.chains[seat].push(liberties);
                } else {
                    rest.breath[seat] |= liberties & points;
                }
            }
        }
        rest.tidy();
        rest
    }

    /// The points where both sides may play.
    pub(super) const fn shared(&self) -> u128 {
        self.safe[0] & self.safe[1]
    }

    /// Places a stone of a seat where it may be placed.
    pub(super) fn put(&mut self, seat: usize, stone: u128) {
        self.points &= !stone;
        for liberties in &mut self.chains[1 - seat] {
            *liberties &= !stone;
        }
        let mut liberties = beside(stone) & self.points;
        self.chains[seat].retain(|chain| {
            let joins = chain & stone != 0;
            if joins {
                liberties |= chain & !stone;
            }
            !joins
        });
        if self.breath[seat] & stone != 0 {
            self.breath[seat] |= liberties;
        } else {
            self.chains[seat].push(liberties);
        }
        self.tidy();
    }

    /// Finds where each side may play, and drops what no longer matters. Such points are only ever lost, also those that a
    /// chain took away which was dropped.
    fn tidy(&mut self) {
        loop {
            let free = beside(self.points);
            for seat in [0, 1] {
                let breathing = self.chains[seat]
                    .iter()
                    .filter(|chain| !is_one(**chain))
                    .fold(0, |all, chain| all | chain);
                let last = self.chains[1 - seat]
                    .iter()
                    .filter(|chain| is_one(**chain))
                    .fold(0, |all, chain| all | chain);
                self.safe[seat] &= self.points & (free | self.breath[seat] | breathing) & !last;
            }
            let dead = self.points & !self.safe[0] & !self.safe[1];
            if dead == 0 {
                break;
            }
            // Nobody ever plays there: whatever stands beside it breathes for ever.
            self.points &= !dead;
            for seat in [0, 1] {
                let mut breath = self.breath[seat] | beside(dead);
                self.chains[seat].retain(|chain| {
                    let breathes = chain & dead != 0;
                    if breathes {
                        breath |= chain;
                    }
                    !breathes
                });
                self.breath[seat] = breath & self.points;
            }
        }
        for seat in [0, 1] {
            self.breath[seat] &= self.safe[seat];
        }
        for seat in [0, 1] {
            // A chain matters where the other side may take a liberty of it, or where its own side needs it to breathe.
            let matters = self.safe[1 - seat] | self.safe[seat] & !self.breath[seat];
            let chains = &mut self.chains[seat];
            chains.retain(|chain| chain & matters != 0);
            chains.sort_unstable();
            chains.dedup();
        }
    }

    /// A hash of the part.
    pub(super) fn key(&self) -> u64 {
        let mut key = 0;
        for (points, keys) in
            [self.safe[0], self.safe[1], self.breath[0], self.breath[1]].into_iter().zip(&KEYS)
        {
            key = each(points).fold(key, |key, point| key ^ keys[point.trailing_zeros() as usize]);
        }
        for seat in [0, 1] {
            key = self.chains[seat]
                .iter()
                .fold(key, |key, chain| key.wrapping_add(mixed(*chain, seat as u64 + 1)));
        }
        key
    }

    /// The parts that do not matter to each other. Two points beside each other matter to each other where some stone breathes
    /// only as long as one of them is free.
    pub(super) fn parts(self) -> Vec<Rest> {
        let mut parts = Vec::new();
        let loose = self.safe[0] & !self.breath[0] | self.safe[1] & !self.breath[1];
        let mut left = self.points;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let mut grown = part | beside(part) & loose | beside(part & loose) & self.points;
                for chain in self.chains.iter().flatten() {
                    if chain & grown != 0 {
                        grown |= chain;
                    }
                }
                if grown == part {
                    break;
                }
                part = grown;
            }
            if part == self.points {
                return vec![self];
            }
            left &= !part;
            let within =
                |chains: &Vec<u128>| chains.iter().copied().filter(|chain| chain & part != 0).collect();
            parts.push(Rest {
                points: part,
                safe: self.safe.map(|safe| safe & part),
                breath: self.breath.map(|breath| breath & part),
                chains: [within(&self.chains[0]), within(&self.chains[1])],
            });
        }
        parts
    }

    /// No fewer stones than a seat can place in a part where only it may play: one point has to stay free where its stones
    /// breathe nowhere else, or where one of the other side's chains does.
    pub(super) fn most_alone(&self, seat: usize) -> u32 {
        let keeps_one = self.breath[seat] == 0 || !self.chains[1 - seat].is_empty();
        self.safe[seat].count_ones() - u32::from(keeps_one)
    }

    /// The most stones that a seat can still place, whatever the other does.
    pub(super) fn most(&self, seat: Seat) -> u32 {
        self.safe[seat.index()].count_ones()
    }
}
