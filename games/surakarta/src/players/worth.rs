//! The value of a position: stones by where they stand, what can be captured, the turn, and who leads when the stones
//! are about to be counted.

use super::course::Course;
use super::weights::{KINDS, WEIGHTS};
use crate::{Ply, Point};
use leitai_core::Seat;
use leitai_search::{FORCING, Weigh, Worth};

/// The value that corresponds to 1 in the logistic function: it wins 73 of 100 games.
pub const UNIT: i32 = 256;

/// The denominator of the parts, twenty-four: the number of stones at the start, and the number of plies before the
/// count at which the lead begins to matter.
pub const WHOLE: i32 = 24;

/// The parts of a position's value for black, in the order of the weights. The value is the sum of the parts times
/// their weights, divided by [`WHOLE`].
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

/// The parts for what can be captured, the turn, and the lead before the count.
#[inline]
fn beside_points(course: &Course) -> [i32; 4] {
    let sign = if course.mover == Seat::First { WHOLE } else { -WHOLE };
    let taken = course.taken();
    let [taken, given] = [course.enemy(), course.own()].map(|stones| (taken & stones).count_ones() as i32);
    let [black, white] = course.counts;
    let lead = (black.cmp(&white) as i32) * (WHOLE - i32::from(course.left())).max(0);
    [sign * taken, sign * given, sign, lead]
}

/// The rank of a step: it is tried after captures.
const QUIET: u8 = 1;
/// The priority of a step by a stone that can be captured: it is tried early.
const FLEES: i16 = 1500;
/// The slots of a point: nine directions of a step, one of which is never used.
const WAYS: usize = 9;
/// The direction of a step by the offset of its end from its start, counted from one row and one point before the
/// start.
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

    fn reported(&self, odds: f32) -> f32 {
        1.85 * odds
    }

    fn rank(&self, ply: Ply) -> (u8, i16) {
        if self.enemy() & ply.to.bit() != 0 {
            return (FORCING, 0);
        }
        (QUIET, if self.taken() & ply.from.bit() != 0 { FLEES } else { 0 })
    }

    /// Steps by point and direction, captures by the point they capture on.
    fn slot(&self, ply: Ply) -> usize {
        const STEPS: usize = 36 * WAYS;
        if self.enemy() & ply.to.bit() != 0 {
            return STEPS + usize::from(ply.to.index());
        }
        let way = WAY[usize::from(ply.to.index() + Point::SIDE + 1 - ply.from.index())];
        usize::from(ply.from.index()) * WAYS + usize::from(way)
    }

    const SLOTS: usize = 36 * WAYS + 36;

    /// The value of about one stone.
    fn margin(&self) -> Option<i32> {
        Some(self.weights[2 * KINDS.len() - 2])
    }

    /// With few stones, a side may be glad to pass, and near the count, every ply matters.
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
