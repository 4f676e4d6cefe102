//! Builds the table for a number of stones from those for fewer, working backwards from the captures that change who is
//! ahead in the final count. Steps are reversible, so no list of them is kept.

use super::endings::{DRAWN, Ending, Endings, LATEST};
use super::index::{Index, Layer, index};
use crate::point::points;
use crate::ways::{Captures, STEPS};

/// The entry of a side that can always do something else, in place of its remaining steps.
const NEVER: u16 = u16::MAX;

/// In a layer, one side goes for more than the count of stones gives it, and the other holds it off. The side that goes
/// is the smaller one or, if both have equally many stones, either. Positions are considered first with the side that
/// goes to move, then with the side that holds.
const GOES: usize = 0;
const HOLDS: usize = 1;

/// In place of the result of captures for the side that goes, -1 to 1: there are no captures.
const NO_CAPTURE: i8 = i8::MIN;

struct Work<'a> {
    layer: Layer,
    index: &'static Index,
    fewer: &'a Endings,
    /// By position number, results for the side that goes: of its own best capture, and of the capture that is best for
    /// the other side.
    captures: [Vec<i8>; 2],
    /// By position number, the steps of the side that holds, counted once for each place that they lead to.
    steps: Vec<u16>,
}

/// Builds the table of `stones` stones; `fewer` has the tables before it. `say` is given the number of positions done,
/// counting both passes.
pub(super) fn build(stones: usize, fewer: &Endings, say: &mut dyn FnMut(usize)) -> Vec<u8> {
    let mut table = Vec::with_capacity(super::index::size(stones));
    let mut done = 0;
    for layer in Layer::of(stones) {
        let work = Work::new(layer, fewer);
        done += layer.bytes() / 2;
        say(done);
        let won = work.forced(1);
        if layer.is_even() {
            // The parity shows which side's captures decide; no position has both.
            let [goes, holds] = won;
            table.extend(goes.into_iter().zip(holds).map(|(goes, holds)| goes.max(holds)));
        } else {
            let drawn = work.forced(0);
            for (won, drawn) in won.into_iter().zip(drawn) {
                let both = won.into_iter().zip(drawn);
                table.extend(both.map(|(won, drawn)| match (won, drawn) {
                    (0, 0) => 0,
                    (0, drawn) => DRAWN + drawn,
                    (won, _) => won,
                }));
            }
        }
        done += layer.bytes() - layer.bytes() / 2;
        say(done);
    }
    table
}

impl<'a> Work<'a> {
    fn new(layer: Layer, fewer: &'a Endings) -> Work<'a> {
        let index = index();
        let count = layer.positions();
        let captures = [vec![NO_CAPTURE; count], vec![NO_CAPTURE; count]];
        let mut work = Work { layer, index, fewer, captures, steps: vec![0; count] };
        index.each_position(layer, |number, stones| {
            for view in [GOES, HOLDS] {
                let [mover, other] = work.sides(view, stones);
                let sign = if view == GOES { 1 } else { -1 };
                let found = Captures::of(mover, mover | other);
                let worth = found
                    .plies()
                    .iter()
                    .map(|ply| work.fewer.after_capture(mover ^ ply.bits(), other & !ply.to.bit()));
                if let Some(best) = worth.max() {
                    work.captures[view][number] = sign * best;
                }
            }
            let [mover, other] = work.sides(HOLDS, stones);
            let mut steps = 0;
            for from in points(mover) {
                for to in points(STEPS[usize::from(from.index())] & !(mover | other)) {
                    let [few, _] = work.sides(GOES, [other, mover ^ from.bit() ^ to.bit()]);
                    steps += index.places(few) as u16;
                }
            }
            work.steps[number] = steps;
        });
        work
    }

    /// Converts the stones that determine how the board is turned and the other stones to the mover's and the other
    /// side's, and back.
    const fn sides(&self, view: usize, [few, many]: [u64; 2]) -> [u64; 2] {
        if view == HOLDS && !self.layer.is_even() { [many, few] } else { [few, many] }
    }

    /// In how many plies the side that goes can force captures that give it at least `goal`, by view and position
    /// number; 0 means never. The number is odd if that side is to move and even if the other is; it is one too high if
    /// the last capture is the other side's.
    fn forced(&self, goal: i8) -> [Vec<u8>; 2] {
        let count = self.layer.positions();
        let mut plies = [vec![0_u8; count], vec![0_u8; count]];
        let mut left = self.steps.clone();
        let (mut now, mut compelled) = (Vec::new(), Vec::new());
        for number in 0..count {
            if self.captures[GOES][number] >= goal {
                plies[GOES][number] = 1;
                now.push(number as u32);
            }
            let best = self.captures[HOLDS][number];
            if best != NO_CAPTURE && best < goal {
                left[number] = NEVER;
            } else if left[number] == 0 {
                // The side must capture, or it has no move at all and the stones are counted.
                left[number] = NEVER;
                if best != NO_CAPTURE {
                    plies[HOLDS][number] = 2;
                    compelled.push(number as u32);
                }
            }
        }
        for reached in 1..LATEST {
            let view = if reached % 2 == 1 { GOES } else { HOLDS };
            let mut next = if reached == 1 { std::mem::take(&mut compelled) } else { Vec::new() };
            for number in now {
                self.before(view, number as usize, |before| {
                    if view == GOES {
                        if left[before] == NEVER {
                            return;
                        }
                        left[before] -= 1;
                        if left[before] > 0 {
                            return;
                        }
                        left[before] = NEVER;
                    } else if plies[GOES][before] != 0 {
                        return;
                    }
                    plies[1 - view][before] = reached + 1;
                    next.push(before as u32);
                });
            }
            now = next;
            if now.is_empty() {
                return plies;
            }
        }
        plies
    }

    /// Calls `hear` with each place of the positions from which a step leads to this one.
    #[inline]
    fn before(&self, view: usize, number: usize, mut hear: impl FnMut(usize)) {
        let [mover, other] = self.sides(view, self.index.stones(self.layer, number));
        let free = !(mover | other);
        for to in points(other) {
            for from in points(STEPS[usize::from(to.index())] & free) {
                let [few, many] = self.sides(1 - view, [other ^ to.bit() ^ from.bit(), mover]);
                self.index.each_number(few, many, &mut hear);
            }
        }
    }
}

impl Endings {
    /// The result of a capture for the side that made it. `own` are its stones after the capture, and `other` those of
    /// the other side, which is on turn.
    #[inline]
    fn after_capture(&self, own: u64, other: u64) -> i8 {
        if other == 0 {
            return 1;
        }
        let Ending { result, .. } = self.ending(other, own).expect("tables of fewer stones are there");
        -result
    }
}
