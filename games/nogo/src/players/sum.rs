//! A position as a sum of parts: small parts are replaced by their values.

use super::field::each;
use super::rest::Rest;
use super::values::{ONE, Value, Values, ZERO};
use leitai_core::Seat;
use std::collections::HashMap;
use std::sync::Arc;

/// The most points, and the most points where both sides may play, of a part whose value is worked out.
const POINTS: u32 = 7;
const SHARED: u32 = 4;
/// The most points of a part in which only one side may play that is counted exactly.
const COUNTED: u32 = 14;
/// About the bytes of a part that is remembered.
const PART: usize = 220;

/// The values of small parts.
pub(super) struct PartValues {
    pub(super) values: Values,
    known: HashMap<Rest, Value>,
    /// About the most bytes that may be filled.
    memory: usize,
}

/// A sum of parts, and the seat on turn.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// Parts that are too large to be valued, by key.
    parts: Vec<(u64, Arc<Rest>)>,
    /// The values of the others that are no numbers, in order.
    values: Vec<Value>,
    /// The sum of those that are numbers, in parts of [`ONE`]; positive for First.
    number: i64,
    mover: Seat,
}

impl PartValues {
    /// Values that fill about so many bytes.
    pub(super) fn new(memory: u64) -> PartValues {
        PartValues { values: Values::default(), known: HashMap::new(), memory: memory as usize }
    }

    /// Forgets everything. No sum made before may be used after that.
    pub(super) fn clear(&mut self) {
        (self.values, self.known) = (Values::default(), HashMap::new());
    }

    /// Whether what was worked out takes as much room as it may.
    pub(super) fn is_full(&self) -> bool {
        self.known.len() * PART + self.values.bytes() > self.memory
    }

    /// The value of a part, if it is small.
    fn of(&mut self, part: &Rest) -> Option<Value> {
        let points = part.points.count_ones();
        let is_own = part.safe.contains(&0);
        if is_own && points <= COUNTED || points <= POINTS && part.shared().count_ones() <= SHARED {
            // Once there is no more room, parts are searched instead.
            if self.is_full() { self.known.get(part).copied() } else { Some(self.work_out(part)) }
        } else {
            None
        }
    }

    fn work_out(&mut self, part: &Rest) -> Value {
        if part.points == 0 {
            return ZERO;
        }
        if let Some(known) = self.known.get(part) {
            return *known;
        }
        let value = match part.safe {
            [_, 0] => self.longest(part, 0),
            [0, _] => self.longest(part, 1),
            safe => {
                let mut options = [Vec::new(), Vec::new()];
                for seat in [0, 1] {
                    for stone in each(safe[seat]) {
                        let mut after = part.clone();
                        after.put(seat, stone);
                        let value = self.whole(after);
                        options[seat].push(value);
                    }
                }
                self.values.of(options)
            }
        };
        self.known.insert(part.clone(), value);
        value
    }

    /// The value of what a part became, which may fall into parts.
    fn whole(&mut self, rest: Rest) -> Value {
        let mut all = ZERO;
        for part in rest.parts() {
            let value = self.work_out(&part);
            all = self.values.sum(all, value);
        }
        all
    }

    /// The value of a part where only one seat may play: the most stones that it can place.
    fn longest(&mut self, part: &Rest, seat: usize) -> Value {
        let (mut best, most) = (0, part.most_alone(seat));
        for stone in each(part.safe[seat]) {
            let mut after = part.clone();
            after.put(seat, stone);
            let mut stones = 1;
            for part in after.parts() {
                let value = self.work_out(&part);
                stones +=
                    self.values.number(value).map_or(0, |number| (number.unsigned_abs() / ONE as u64) as u32);
            }
            best = best.max(stones);
            if best == most {
                break;
            }
        }
        self.values.integer(best, seat)
    }
}

impl Sum {
    /// A whole position.
    pub(super) fn of(rest: Rest, mover: Seat, known: &mut PartValues) -> Sum {
        let mut sum = Sum { parts: Vec::new(), values: Vec::new(), number: 0, mover };
        sum.add(rest, known);
        sum.tidy();
        sum
    }

    /// Adds what may fall into parts.
    fn add(&mut self, rest: Rest, known: &mut PartValues) {
        for part in rest.parts() {
            match known.of(&part) {
                Some(value) => self.add_value(value, known),
                None => self.parts.push((part.key(), Arc::new(part))),
            }
        }
    }

    fn add_value(&mut self, value: Value, known: &PartValues) {
        match known.values.number(value) {
            Some(number) => self.number += number,
            None => self.values.push(value),
        }
    }

    fn tidy(&mut self) {
        self.values.sort_unstable();
        self.parts.sort_unstable_by_key(|(key, _)| *key);
    }

    /// A hash of the sum and the seat on turn.
    pub(super) fn key(&self) -> u64 {
        let mut key = self.mover.index() as u64 + 1;
        let words = self.parts.iter().map(|(key, _)| *key);
        let words = words.chain(self.values.iter().map(|value| u64::from(*value) + (1 << 40)));
        for word in words.chain([self.number as u64]) {
            key = (key.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        }
        key
    }

    /// Whether the side on turn wins, if counting tells.
    pub(super) fn decided(&self, known: &PartValues) -> Option<bool> {
        let lead = if self.mover == Seat::First { self.number } else { -self.number };
        if self.parts.is_empty() && self.values.is_empty() {
            return Some(lead > 0);
        }
        let (own, other) = (self.mover, self.mover.other());
        let most = |seat: Seat| {
            let parts: u32 = self.parts.iter().map(|(_, part)| part.most(seat)).sum();
            let values: u32 = self.values.iter().map(|value| known.values.run(*value, seat.index())).sum();
            i64::from(parts + values) * ONE
        };
        // As long as one side has moves that only it has, it can wait until the other has played all of its own.
        if lead > 0 && lead > most(other) {
            return Some(true);
        }
        if lead < 0 && -lead >= most(own) {
            return Some(false);
        }
        None
    }

    /// How many moves each side seems to have, the one on turn first.
    pub(super) fn moves(&self, known: &PartValues) -> [i32; 2] {
        let number = (self.number / ONE) as i32;
        [self.mover, self.mover.other()].map(|seat| {
            let parts: u32 = self.parts.iter().map(|(_, part)| part.most(seat)).sum();
            let values: u32 = self.values.iter().map(|value| known.values.run(*value, seat.index())).sum();
            (parts + values) as i32 + (if seat == Seat::First { number } else { -number }).max(0)
        })
    }

    /// The sums after each move that may be better than others.
    pub(super) fn children(&self, known: &mut PartValues) -> Vec<Sum> {
        let (seat, mover) = (self.mover.index(), self.mover.other());
        let mut children = Vec::new();
        for (at, (_, part)) in self.parts.iter().enumerate() {
            if at > 0 && self.parts[at - 1].1 == *part {
                continue;
            }
            let mut others = Sum { mover, ..self.clone() };
            others.parts.remove(at);
            for stone in each(part.safe[seat]) {
                let mut after = Rest::clone(part);
                after.put(seat, stone);
                let mut sum = others.clone();
                sum.add(after, known);
                sum.tidy();
                children.push(sum);
            }
        }
        for at in 0..self.values.len() {
            if at > 0 && self.values[at - 1] == self.values[at] {
                continue;
            }
            for option in known.values.options(self.values[at], seat).to_vec() {
                let mut sum = Sum { mover, ..self.clone() };
                sum.values.remove(at);
                sum.add_value(option, known);
                sum.tidy();
                children.push(sum);
            }
        }
        // Together the others may be a number too: a move in the numbers is then not worse.
        let lead = if seat == 0 { self.number } else { -self.number };
        let (part, whole) = (lead & lead.wrapping_neg(), lead.rem_euclid(ONE) == 0);
        if !whole || lead > 0 {
            let lead = lead - if whole { ONE } else { part };
            let number = if seat == 0 { lead } else { -lead };
            children.push(Sum { number, mover, ..self.clone() });
        }
        children
    }
}
