//! The walk of a search over draughts.

use super::ends::Endings;
use super::field::{Field, Hop, NEAR};
use super::weights::{UNIT, Weights};
use crate::position::far;
use leitai_core::Seat;
use leitai_search::{FORCING, Fate, Hand, WIN, Walk, Weigh, Which, Worth};
use std::sync::Arc;

/// A field with what judges it.
#[derive(Clone)]
pub struct Draft {
    /// Where it stands.
    pub field: Field,
    weights: &'static Weights,
    endings: Arc<Endings>,
}

/// A table's word counts only where it comes true before so many plies: positions that share a key, as those with more plies
/// left do, then share it too.
const SOON: u16 = NEAR;

impl Draft {
    /// From this field on, by the fitted weights.
    pub fn new(field: Field) -> Draft {
        Draft { field, weights: Weights::fitted(), endings: Arc::new(Endings::none()) }
    }

    /// With these endings.
    #[must_use]
    pub fn with(self, endings: Arc<Endings>) -> Draft {
        Draft { endings, ..self }
    }

    /// By other weights.
    #[must_use]
    pub fn by(self, weights: &'static Weights) -> Draft {
        Draft { weights, ..self }
    }
}

impl Walk for Draft {
    type Act = Hop;
    type Undo = Field;

    #[inline]
    fn hand(&self) -> Hand {
        let field = &self.field;
        if field.left == 0 {
            let more = field.points(Seat::First) - field.points(Seat::Second);
            return Hand::Over(f32::midpoint(more.signum() as f32, 1.0));
        }
        match field.mover() {
            mover if field.can_move() => Hand::Seat(mover),
            Seat::First => Hand::Over(0.0),
            Seat::Second => Hand::Over(1.0),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.field.key()
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Hop>) {
        if which == Which::All || self.field.is_compelled() {
            self.field.moves(out);
        }
    }

    #[inline]
    fn make(&mut self, hop: Hop) -> Field {
        let before = self.field;
        self.field.play(hop);
        before
    }

    #[inline]
    fn take_back(&mut self, _: Hop, before: Field) {
        self.field = before;
    }
}

/// The class of a step that crowns nobody.
const QUIET: u8 = 1;

impl Weigh for Draft {
    fn weigh(&mut self) -> Worth {
        let sign = if self.field.mover() == Seat::First { 1 } else { -1 };
        let in_time = |acts: u8| u16::from(acts) <= self.field.left.min(SOON);
        match self.endings.fate(&self.field) {
            Some(Fate::Won(acts)) if in_time(acts) => Worth::Exact(sign * (WIN - i32::from(acts))),
            Some(Fate::Lost(acts)) if in_time(acts) => Worth::Exact(sign * (i32::from(acts) - WIN)),
            _ => Worth::Guess(self.weights.value(&self.field)),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        leitai_search::expected(value as f32 / UNIT as f32)
    }

    const POWER: f32 = 1.9;

    /// Captures are all there is where there are any.
    fn is_compelled(&self) -> bool {
        true
    }

    /// Captures and crownings force: the more kings are taken, the earlier.
    fn rank(&self, hop: Hop) -> (u8, i16) {
        let field = &self.field;
        if hop.taken != 0 {
            return (FORCING + 1, (hop.taken & field.kings).count_ones() as i16);
        }
        let mover = field.mover();
        let man = field.kings >> hop.from & 1 == 0;
        if man && far(mover) >> hop.to & 1 == 1 {
            return (FORCING, 0);
        }
        let home = man && far(mover.other()) >> hop.from & 1 == 1;
        (QUIET, if home { -2000 } else { 0 })
    }

    /// Steps by square and way, captures by square.
    fn slot(&self, hop: Hop) -> usize {
        if hop.taken != 0 {
            return 128 + usize::from(hop.from);
        }
        let down = usize::from(hop.to > hop.from);
        let long = usize::from(hop.to.abs_diff(hop.from) != 4);
        usize::from(hop.from) * 4 + 2 * down + long
    }

    const SLOTS: usize = 160;

    fn margin(&self) -> Option<i32> {
        Some(UNIT / 2)
    }
}
