//! A position for principal-variation search: the value is that of the tree's leaves, and acts are tried in the order of the
//! positions they lead to.

use super::field::{Act, Field};
use super::fill::Filler;
use super::regions::decided;
use super::terms::Terms;
use super::weights::Weights;
use leitai_core::Seat;
use leitai_search::{Hand, WIN, Walk, Weigh, Which, Worth, expected, log_odds};

/// Units of a value for 1 on the logistic scale.
const UNIT: f32 = 256.0;
/// Steps for counting regions at a leaf.
const COUNTING: u32 = 24;

/// A field that can be weighed.
pub struct Draft {
    field: Field,
    weights: &'static Weights,
    filler: Filler,
}

impl Draft {
    /// Wraps a field.
    pub fn new(field: Field, weights: &'static Weights) -> Draft {
        Draft { field, weights, filler: Filler::default() }
    }

    /// The value for First, in units of the logistic scale.
    fn value(&self, field: &Field) -> f32 {
        let value = self.weights.judge(field, &Terms::of(field));
        if field.mover == Seat::First { value } else { -value }
    }
}

impl Walk for Draft {
    type Act = Act;
    type Undo = Field;

    fn hand(&self) -> Hand {
        self.field.hand()
    }

    fn key(&self) -> u64 {
        self.field.key()
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Act>) {
        if which == Which::All {
            self.field.list(out);
        }
    }

    fn make(&mut self, act: Act) -> Field {
        self.field.make(act)
    }

    fn take_back(&mut self, _: Act, undo: Field) {
        self.field = undo;
    }
}

impl Weigh for Draft {
    fn weigh(&mut self) -> Worth {
        let terms = Terms::of(&self.field);
        if terms.is_parted
            && !self.field.must_shoot()
            && let Some(winner) = decided(&self.field, &mut self.filler, COUNTING)
        {
            // How long it takes is not known.
            let sure = WIN - 200;
            return Worth::Exact(if winner == Seat::First { sure } else { -sure });
        }
        let value = self.weights.judge(&self.field, &terms);
        let value = if self.field.mover == Seat::First { value } else { -value };
        Worth::Guess((value * UNIT) as i32)
    }

    fn expected(&self, value: i32) -> f32 {
        expected(value as f32 / UNIT)
    }

    fn reported(&self, odds: f32) -> f32 {
        log_odds(expected(odds))
    }

    fn rank(&self, act: Act) -> (u8, i16) {
        let mut after = self.field;
        after.put(act);
        let value = self.value(&after);
        let value = if self.field.mover == Seat::First { value } else { -value };
        // The histories, within 32,768 together, correct what is seen at once; they do not replace it.
        (0, (value * 4096.0).clamp(-32_000.0, 32_000.0) as i16)
    }

    fn slot(&self, act: Act) -> usize {
        self.field.slot_of(act)
    }

    const SLOTS: usize = Field::SLOTS;
}
