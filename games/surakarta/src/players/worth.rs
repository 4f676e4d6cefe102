//! What a position is worth: stones by where they stand, what can be taken, the turn, and who leads when the stones are
//! about to be counted.

use super::course::Course;
use super::weights::{KINDS, WEIGHTS};
use crate::{Ply, Point};
use leitai_core::Seat;
use leitai_search::{FORCING, Weigh, Worth};

/// A value of so many is the logistic function's 1: it wins 73 of 100.
pub const UNIT: i32 = 256;

/// Parts are whole twenty-fourths: as many stones as there are at the start, and as many plies before the count at which the
/// lead begins to matter.
pub const WHOLE: i32 = 24;

/// What the worth of a position for black is made of, in the order of the weights: its sum of products with them over
/// [`WHOLE`].
#[inline]
pub fn parts(course: &Course) -> [i32; WEIGHTS] {
    let mut parts = [0; WEIGHTS];
    let [black, white] = course.stones;
    let many = (black | white).count_ones() as i32;
    for (at, kind) in KINDS.iter().enumerate() {
        let more = (black & kind).count_ones() as i32 - (white & kind).count_ones() as i32;
        parts[at] = more * (WHOLE - many);
        parts[at + KINDS.len()] = more * many;
    }
    parts[2 * KINDS.len()..].copy_from_slice(&beside_points(course));
    parts
}

/// What can be taken, the turn, and the lead before the count.
#[inline]
fn beside_points(course: &Course) -> [i32; 4] {
    let sign = if course.mover == Seat::First { WHOLE } else { -WHOLE };
    let taken = course.taken();
    let [taken, given] = [course.enemy(), course.own()].map(|stones| (taken & stones).count_ones() as i32);
    let [black, white] = course.counts;
    let lead = (black.cmp(&white) as i32) * (WHOLE - i32::from(course.left())).max(0);
    [sign * taken, sign * given, sign, lead]
}

/// How a step is tried: after what captures.
const QUIET: u8 = 1;
/// A stone that can be taken steps away early.
const FLEES: i16 = 1500;
/// Slots of a point: the nine ways of a step, one of them never used.
const WAYS: usize = 9;
/// The way of a step by how far its end lies behind its start, from one row and one point before it on.
const WAY: [u8; 15] = [0, 1, 2, 0, 0, 0, 3, 4, 5, 0, 0, 0, 6, 7, 8];

impl Weigh for Course {
    fn weigh(&mut self) -> Worth {
        if let Some(value) = self.known() {
            return Worth::Exact(value);
        }
        self.captures();
        let many = i32::from(self.counts[0] + self.counts[1]);
        let [few_sum, many_sum] = self.sums;
        let weights = &self.weights[2 * KINDS.len()..];
        let beside: i32 = beside_points(self).iter().zip(weights).map(|(part, weight)| part * weight).sum();
        Worth::Guess((few_sum * (WHOLE - many) + many_sum * many + beside) / WHOLE)
    }

    fn expected(&self, value: i32) -> f32 {
        leitai_search::expected(value as f32 / UNIT as f32)
    }

    fn power(&self) -> f32 {
        1.85
    }

    fn rank(&self, ply: Ply) -> (u8, i16) {
        if self.enemy() & ply.to.bit() != 0 {
            return (FORCING, 0);
        }
        (QUIET, if self.taken() & ply.from.bit() != 0 { FLEES } else { 0 })
    }

    /// Steps by point and way, captures by what they take.
    fn slot(&self, ply: Ply) -> usize {
        const STEPS: usize = 36 * WAYS;
        if self.enemy() & ply.to.bit() != 0 {
            return STEPS + usize::from(ply.to.index());
        }
        let way = WAY[usize::from(ply.to.index() + Point::SIDE + 1 - ply.from.index())];
        usize::from(ply.from.index()) * WAYS + usize::from(way)
    }

    const SLOTS: usize = 36 * WAYS + 36;

    /// About a stone.
    fn margin(&self) -> Option<i32> {
        Some(self.weights[2 * KINDS.len() - 2])
    }

    /// With few stones a side may be glad to pass, and near the count every ply tells.
    fn may_pass(&self) -> bool {
        self.counts[self.mover.index()] > 3 && i32::from(self.left()) > WHOLE
    }

    fn pass(&mut self) -> Self::Undo {
        self.give_turn()
    }

    fn take_pass_back(&mut self, undo: Self::Undo) {
        self.take_turn_back(undo);
    }
}
