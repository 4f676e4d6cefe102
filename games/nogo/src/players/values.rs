//! Values of combinatorial games in canonical form (Conway 1976; Berlekamp, Conway and Guy 1982). The side that cannot move
//! loses; First is Left.

use std::collections::HashMap;

/// The number of a value among those known.
pub(super) type Value = u32;

/// Numbers are kept in parts of one.
pub(super) const ONE: i64 = 1 << 16;
/// About the bytes of a value, and of what is remembered of a pair.
const FORM: usize = 220;
const PAIR: usize = 28;
/// The value zero.
pub(super) const ZERO: Value = 0;

/// A value: what each side can move to.
#[derive(Debug)]
struct Form {
    options: [Vec<Value>; 2],
    /// The number that it equals, if it is one.
    number: Option<i64>,
    /// The most moves of each side in a row.
    runs: [u32; 2],
}

/// All values met so far.
#[derive(Debug)]
pub(super) struct Values {
    forms: Vec<Form>,
    known: HashMap<[Vec<Value>; 2], Value>,
    at_most: HashMap<(Value, Value), bool>,
    sums: HashMap<(Value, Value), Value>,
}

impl Default for Values {
    fn default() -> Values {
        let mut values = Values {
            forms: Vec::new(),
            known: HashMap::new(),
            at_most: HashMap::new(),
            sums: HashMap::new(),
        };
        values.intern([Vec::new(), Vec::new()]);
        values
    }
}

impl Values {
    /// About the bytes that the values take.
    pub(super) fn bytes(&self) -> usize {
        self.forms.len() * FORM + (self.at_most.len() + self.sums.len()) * PAIR
    }

    /// What a side, 0 for First, can move to.
    pub(super) fn options(&self, of: Value, side: usize) -> &[Value] {
        &self.forms[of as usize].options[side]
    }

    /// The number, in parts of [`ONE`], that a value equals.
    pub(super) fn number(&self, of: Value) -> Option<i64> {
        self.forms[of as usize].number
    }

    /// The most moves of a side in a row.
    pub(super) fn run(&self, of: Value, side: usize) -> u32 {
        self.forms[of as usize].runs[side]
    }

    /// The value of so many moves that only one side has.
    pub(super) fn integer(&mut self, moves: u32, side: usize) -> Value {
        (0..moves).fold(ZERO, |before, _| {
            let mut options = [Vec::new(), Vec::new()];
            options[side].push(before);
            self.intern(options)
        })
    }

    /// The value with these options, in canonical form.
    pub(super) fn of(&mut self, mut options: [Vec<Value>; 2]) -> Value {
        loop {
            for side in [0, 1] {
                options[side].sort_unstable();
                options[side].dedup();
            }
            let Some((side, at, through)) = self.reversible(&options) else { break };
            options[side].swap_remove(at);
            let beyond = self.options(through, side).to_vec();
            options[side].extend(beyond);
        }
        for side in [0, 1] {
            let mut at = 0;
            while at < options[side].len() {
                let one = options[side][at];
                let others = options[side].clone();
                let is_dominated = others.iter().any(|other| {
                    *other != one && if side == 0 { self.le(one, *other) } else { self.le(*other, one) }
                });
                if is_dominated {
                    options[side].remove(at);
                } else {
                    at += 1;
                }
            }
        }
        self.intern(options)
    }

    /// The canonical form of a sum.
    pub(super) fn sum(&mut self, one: Value, other: Value) -> Value {
        let pair = (one.min(other), one.max(other));
        if pair.0 == ZERO {
            return pair.1;
        }
        if let Some(sum) = self.sums.get(&pair) {
            return *sum;
        }
        let mut options = [Vec::new(), Vec::new()];
        for side in [0, 1] {
            for (moved, kept) in [(pair.0, pair.1), (pair.1, pair.0)] {
                for option in self.options(moved, side).to_vec() {
                    let sum = self.sum(option, kept);
                    options[side].push(sum);
                }
            }
        }
        let sum = self.of(options);
        self.sums.insert(pair, sum);
        sum
    }

    /// An option that the other side can answer so that the value is no better than before, and that answer.
    fn reversible(&mut self, options: &[Vec<Value>; 2]) -> Option<(usize, usize, Value)> {
        for side in [0, 1] {
            for (at, option) in options[side].iter().enumerate() {
                for answer in self.options(*option, 1 - side).to_vec() {
                    let is_no_better = if side == 0 {
                        self.is_at_most(answer, options)
                    } else {
                        self.is_at_least(answer, options)
                    };
                    if is_no_better {
                        return Some((side, at, answer));
                    }
                }
            }
        }
        None
    }

    /// Whether a value is at most the one with these options.
    fn is_at_most(&mut self, value: Value, options: &[Vec<Value>; 2]) -> bool {
        !self.options(value, 0).to_vec().into_iter().any(|left| self.is_at_least(left, options))
            && !options[1].iter().any(|right| self.le(*right, value))
    }

    /// Whether a value is at least the one with these options.
    fn is_at_least(&mut self, value: Value, options: &[Vec<Value>; 2]) -> bool {
        !self.options(value, 1).to_vec().into_iter().any(|right| self.is_at_most(right, options))
            && !options[0].iter().any(|left| self.le(value, *left))
    }

    /// Whether one value is at most another.
    fn le(&mut self, one: Value, other: Value) -> bool {
        if one == other {
            return true;
        }
        if let (Some(one), Some(other)) = (self.number(one), self.number(other)) {
            return one <= other;
        }
        if let Some(known) = self.at_most.get(&(one, other)) {
            return *known;
        }
        let is = !self.options(one, 0).to_vec().into_iter().any(|left| self.le(other, left))
            && !self.options(other, 1).to_vec().into_iter().any(|right| self.le(right, one));
        self.at_most.insert((one, other), is);
        is
    }

    fn intern(&mut self, options: [Vec<Value>; 2]) -> Value {
        if let Some(known) = self.known.get(&options) {
            return *known;
        }
        let number = self.number_with(&options);
        let run =
            |side: usize| options[side].iter().map(|option| self.run(*option, side) + 1).max().unwrap_or(0);
        let runs = [run(0), run(1)];
        let value = self.forms.len() as Value;
        self.forms.push(Form { options: options.clone(), number, runs });
        self.known.insert(options, value);
        value
    }

    /// The number that canonical options make: the simplest between them.
    fn number_with(&self, options: &[Vec<Value>; 2]) -> Option<i64> {
        let bound = |side: usize| match options[side][..] {
            [] => Some(None),
            [one] => self.number(one).map(Some),
            _ => None,
        };
        match (bound(0)?, bound(1)?) {
            (None, None) => Some(0),
            (Some(left), None) => Some(left + ONE),
            (None, Some(right)) => Some(right - ONE),
            // Beyond sixteen halvings nothing is called a number, which loses speed and nothing else.
            (Some(left), Some(right)) => {
                (left < right && (left + right) % 2 == 0).then_some(i64::midpoint(left, right))
            }
        }
    }
}
