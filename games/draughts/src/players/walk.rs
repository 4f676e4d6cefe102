//! Draughts as a search walks it.

use super::ends::Endings;
use super::field::{Field, Hop, NEAR};
use super::tally::Tally;
use super::weights::{UNIT, Weights};
use crate::position::far;
use leitai_core::Seat;
use leitai_search::{FORCING, Fate, Hand, WIN, Walk, Weigh, Which, Worth};
use std::sync::Arc;

/// A field together with its evaluation.
#[derive(Clone)]
pub struct Draft {
    stand: Stand,
    weights: &'static Weights,
    endings: Arc<Endings>,
}

/// The current position of a walk, with the data that is updated at each move.
#[derive(Clone, Copy)]
pub struct Stand {
    field: Field,
    tally: Tally,
    /// The pieces of the mover that can jump.
    jumpers: u32,
}

const _: () = assert!(size_of::<Stand>() <= 64, "it is copied at every act");

impl Stand {
    fn of(field: Field) -> Stand {
        Stand { field, tally: Tally::of(&field), jumpers: field.jumpers() }
    }
}

/// A table's verdict counts only if it comes true in fewer plies than this. Positions that share a key, such as those
/// with more plies left, then share the verdict too.
const SOON: u16 = NEAR;

impl Draft {
    /// A walk from this field, with the fitted weights and no endings.
    pub fn new(field: Field) -> Draft {
        Draft { stand: Stand::of(field), weights: Weights::fitted(), endings: Arc::new(Endings::none()) }
    }

    /// The walk with these endings.
    #[must_use]
    pub fn with(self, endings: Arc<Endings>) -> Draft {
        Draft { endings, ..self }
    }

    /// The walk with other weights.
    #[must_use]
    pub fn by(self, weights: &'static Weights) -> Draft {
        Draft { weights, ..self }
    }

    /// The current field.
    pub const fn field(&self) -> &Field {
        &self.stand.field
    }

    /// The current tally, kept move by move.
    pub const fn tally(&self) -> &Tally {
        &self.stand.tally
    }
}

impl Walk for Draft {
    type Act = Hop;
    type Undo = Stand;

    #[inline]
    fn hand(&self) -> Hand {
        let field = &self.stand.field;
        if field.left == 0 {
            let more = field.points(Seat::First) - field.points(Seat::Second);
            return Hand::Over(f32::midpoint(more.signum() as f32, 1.0));
        }
        match field.mover() {
            mover if self.stand.jumpers != 0 || field.can_step() => Hand::Seat(mover),
            Seat::First => Hand::Over(0.0),
            Seat::Second => Hand::Over(1.0),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.stand.field.key()
    }

    #[inline]
    fn acts(&mut self, which: Which, out: &mut Vec<Hop>) {
        if which == Which::All || self.stand.jumpers != 0 {
            self.stand.field.moves(self.stand.jumpers, out);
        }
    }

    #[inline]
    fn make(&mut self, hop: Hop) -> Stand {
        let before = self.stand;
        self.stand.tally.play(&before.field, hop);
        self.stand.field.play(hop);
        self.stand.jumpers = self.stand.field.jumpers();
        before
    }

    #[inline]
    fn take_back(&mut self, _: Hop, before: Stand) {
        self.stand = before;
    }
}

/// The class of a step that does not crown.
const QUIET: u8 = 1;

impl Weigh for Draft {
    fn weigh(&mut self) -> Worth {
        let Stand { field, tally, .. } = &self.stand;
        let fate = if self.endings.reach(tally.pieces()) { self.endings.fate(field) } else { None };
        let sign = if field.mover() == Seat::First { 1 } else { -1 };
        // A side that cannot move after the last round has not lost: the count comes first.
        let in_time = |acts: u8| u16::from(acts) < field.left.min(SOON);
        match fate {
            Some(Fate::Won(acts)) if in_time(acts) => Worth::Exact(sign * (WIN - i32::from(acts))),
            Some(Fate::Lost(acts)) if in_time(acts) => Worth::Exact(sign * (i32::from(acts) - WIN)),
            _ => Worth::Guess(self.weights.judge(field, tally)),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        leitai_search::expected(value as f32 / UNIT as f32)
    }

    fn reported(&self, odds: f32) -> f32 {
        1.9 * odds
    }

    /// Any captures are all the moves there are.
    #[inline]
    fn is_compelled(&self) -> bool {
        true
    }

    /// Captures and crownings are forcing; captures of more kings come first.
    fn rank(&self, hop: Hop) -> (u8, i16) {
        let field = &self.stand.field;
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

    /// Steps are indexed by square and direction, captures by square.
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
