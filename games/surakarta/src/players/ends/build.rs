//! Builds the table of so many stones from those of fewer, backwards from the captures that change who is ahead at the last
//! count. Steps can be taken back as they were made, so that no list of them is kept.

use super::endings::{DRAWN, Ending, Endings, LATEST};
use super::index::{Index, Layer, index};
use crate::point::points;
use crate::ways::{Captures, STEPS};

/// A side that can always do something else.
const NEVER: u16 = u16::MAX;

/// In a layer one side goes for more than the count of stones gives it, the other holds it off: the smaller side, or with as
/// many stones either. Positions are taken with the first to move, then with the second.
const GOES: usize = 0;
const HOLDS: usize = 1;

/// What captures give to the side that goes for more: -1 to 1; or there are none.
const NO_CAPTURE: i8 = i8::MIN;

struct Work<'a> {
    layer: Layer,
    index: &'static Index,
    fewer: &'a Endings,
    /// The best capture of the side that goes, and the other side's that is best for itself, by number.
    captures: [Vec<i8>; 2],
    /// Steps of the side that holds, counted once for each place that they lead to.
    steps: Vec<u16>,
}

/// The table of `stones` stones; `fewer` has those before it. Hears the positions done, those of both passes counted.
pub(super) fn build(stones: usize, fewer: &Endings, say: &mut dyn FnMut(usize)) -> Vec<u8> {
    let mut table = Vec::with_capacity(super::index::size(stones));
    let mut done = 0;
    for layer in Layer::of(stones) {
        let work = Work::new(layer, fewer);
        done += layer.bytes() / 2;
        say(done);
        let won = work.forced(1);
        if layer.is_even() {
            // Whose captures tell is told by the parity; no position is both.
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

    /// The mover's and the other side's stones, of those that say how the board is turned and the others; and back.
    const fn sides(&self, view: usize, [few, many]: [u64; 2]) -> [u64; 2] {
        if view == HOLDS && !self.layer.is_even() { [many, few] } else { [few, many] }
    }

    /// In how many plies the side that goes can force captures that give it `goal` at least, by view and number; 0: never.
    /// Odd where it moves, even where the other side does, which is one more than there are if the last is the other side's.
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
                // It must capture, or has no move at all and is counted.
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

    /// The positions from which a step leads to this one, with each place that they have.
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
    /// What a capture gives to the side that made it: these are its stones, and the other side's, whose turn it is.
    #[inline]
    fn after_capture(&self, own: u64, other: u64) -> i8 {
        if other == 0 {
            return 1;
        }
        let Ending { result, .. } = self.ending(other, own).expect("tables of fewer stones are there");
        -result
    }
}
