//! A position for searches to walk through: two words of stones, and a stack of the earlier positions.

use super::ends::{Endings, MOST};
use super::weights::{KIND, KINDS, WEIGHED, WEIGHTS};
use crate::point::{Point, points};
use crate::ways::{Captures, STEPS};
use crate::{Board, Ply};
use leitai_core::Seat;
use leitai_search::{Hand, WIN, Walk, Which};
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

/// If more plies than this are left, a position's key does not include their number, since no search looks that far
/// ahead.
pub(super) const NEAR: u16 = 36;

/// A position with the same stones as a [`Board`], and the earlier positions that can recur.
#[derive(Clone, Debug)]
pub struct Course {
    /// The stones of black and of white, as bits by [`Point::index`].
    pub(super) stones: [u64; 2],
    pub(super) mover: Seat,
    /// Plies since the last capture.
    quiet: u16,
    /// The number of such plies after which the stones are counted.
    limit: u16,
    /// How often the position has occurred before.
    before: u8,
    /// How many positions since the last capture had occurred before.
    repeats: u16,
    /// The stones before every ply so far, the latest on top. Only as many as there were quiet plies can recur.
    past: Vec<[u64; 2]>,
    /// The captures in this position; `None` until they are needed.
    seen: Option<Captures>,
    /// The number of stones each side has.
    pub(super) counts: [u8; 2],
    /// The worth of the points under black's stones minus that of the points under white's: by the weights for few
    /// stones on the board, and by those for many.
    pub(super) sums: [i32; 2],
    pub(super) weights: &'static [i32; WEIGHTS],
    circled: Rc<Cell<bool>>,
    endings: Option<Arc<Endings>>,
}

/// What a ply changes besides the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    quiet: u16,
    before: u8,
    repeats: u16,
    counts: [u8; 2],
    sums: [i32; 2],
}

impl Course {
    /// Converts a board, including its past.
    pub fn of(board: &Board) -> Course {
        let quiet: Vec<Ply> = board.quiet().collect();
        let mut stones = Seat::BOTH.map(|seat| board.stones(seat));
        let mut mover = board.mover();
        for ply in quiet.iter().rev() {
            mover = mover.other();
            stones[mover.index()] ^= ply.bits();
        }
        let limit = board.rules().no_capture_plies();
        let past = Vec::with_capacity(512);
        let mut course = Course {
            stones,
            mover,
            quiet: 0,
            limit,
            before: 0,
            repeats: 0,
            past,
            seen: None,
            counts: [0; 2],
            sums: [0; 2],
            weights: &WEIGHED,
            circled: Rc::default(),
            endings: None,
        };
        course.sum_up();
        for ply in quiet {
            course.make(ply);
        }
        course
    }

    /// The same position judged by other weights.
    #[must_use]
    pub fn by(self, weights: &'static [i32; WEIGHTS]) -> Course {
        let mut course = Course { weights, ..self };
        course.sum_up();
        course
    }

    /// Computes from scratch what is otherwise updated ply by ply.
    fn sum_up(&mut self) {
        self.counts = self.stones.map(|stones| stones.count_ones() as u8);
        self.sums = [0; 2];
        for (seat, sign) in [(Seat::First, 1), (Seat::Second, -1)] {
            for point in points(self.stones[seat.index()]) {
                self.weigh_point(point, sign);
            }
        }
    }

    /// Updates the sums for a black stone added to a point (`sign` 1) or removed from it (-1); for a white stone, the
    /// signs are reversed.
    #[inline]
    fn weigh_point(&mut self, point: Point, sign: i32) {
        let kind = usize::from(KIND[usize::from(point.index())]);
        self.sums[0] += sign * self.weights[kind];
        self.sums[1] += sign * self.weights[kind + KINDS.len()];
    }

    /// Uses these endings if the rules allow enough plies for them.
    #[must_use]
    pub fn with(self, endings: Arc<Endings>) -> Course {
        Course { endings: (self.limit >= Endings::PLIES).then_some(endings), ..self }
    }

    /// A flag that is set as soon as a walk over this course meets a position for the third time. What is found then
    /// may hold only for the past that led there, since the key does not distinguish pasts.
    pub fn circled(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.circled)
    }

    /// The plies left until the stones are counted if nobody captures.
    #[inline]
    pub(super) const fn left(&self) -> u16 {
        self.limit.saturating_sub(self.quiet)
    }

    #[inline]
    pub(super) const fn own(&self) -> u64 {
        self.stones[self.mover.index()]
    }

    #[inline]
    pub(super) const fn enemy(&self) -> u64 {
        self.stones[self.mover.other().index()]
    }

    #[inline]
    pub(super) const fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The captures in this position, computed only once.
    #[inline]
    pub(super) fn captures(&mut self) -> &Captures {
        let [own, occupied] = [self.own(), self.occupied()];
        self.seen.get_or_insert_with(|| Captures::of(own, occupied))
    }

    /// The stones of either side that the other could capture if it were on turn.
    #[inline]
    pub(super) fn taken(&self) -> u64 {
        match &self.seen {
            Some(seen) => seen.taken(),
            None => Captures::of(self.own(), self.occupied()).taken(),
        }
    }

    /// Whether the mover has a move.
    fn can_move(&self) -> bool {
        let empty = !self.occupied();
        points(self.own()).any(|from| STEPS[usize::from(from.index())] & empty != 0)
            || !Captures::of(self.own(), self.occupied()).plies().is_empty()
    }

    /// How many of the earlier positions since the last capture were the same as this one.
    fn times_before(&self) -> u8 {
        let top = self.past.len();
        let again =
            (4..=usize::from(self.quiet)).step_by(2).filter(|plies| self.past[top - plies] == self.stones);
        again.count() as u8
    }

    const fn kept(&self) -> Undo {
        let Course { quiet, before, repeats, counts, sums, .. } = *self;
        Undo { quiet, before, repeats, counts, sums }
    }

    fn restore(&mut self, undo: Undo) {
        let Undo { quiet, before, repeats, counts, sums } = undo;
        (self.quiet, self.before, self.repeats, self.counts, self.sums) =
            (quiet, before, repeats, counts, sums);
        self.mover = self.mover.other();
        self.seen = None;
    }

    /// The value of the position for black according to the tables, as a search counts it: with the most plies that the
    /// game can last.
    ///
    /// A forced capture counts only if it comes in time and no position has occurred twice yet: otherwise a position on
    /// the way to it might occur for the third time. A side that is content with the count is safe from both.
    pub(super) fn known(&self) -> Option<i32> {
        let endings = self.endings.as_ref()?;
        let [own, enemy] = [self.mover, self.mover.other()].map(|seat| self.counts[seat.index()]);
        if usize::from(own + enemy) > MOST {
            return None;
        }
        let ending = endings.ending(self.own(), self.enemy())?;
        let ahead = own.cmp(&enemy) as i8;
        // Positions that share a key must get the same answer.
        let left = if self.left() > NEAR { self.limit } else { self.left() };
        let forced = u16::from(ending.plies);
        let (result, plies) = if forced == 0 {
            (ending.result, left)
        } else if forced <= left.min(NEAR) {
            if self.repeats > 0 {
                return None;
            }
            (ending.result, forced)
        } else if forced > left + 1 && (ending.result - ahead).abs() == 1 {
            (ahead, left)
        } else {
            return None;
        };
        // The count of plies restarts after every capture.
        let plies = i32::from(plies) + i32::from(self.limit) * i32::from(own + enemy - 2);
        let sign = if self.mover == Seat::First { 1 } else { -1 };
        Some(sign * i32::from(result) * (WIN - plies))
    }

    /// Passes the turn. Positions from before the pass cannot recur after it.
    pub(super) fn give_turn(&mut self) -> Undo {
        let undo = self.kept();
        self.past.push(self.stones);
        self.mover = self.mover.other();
        (self.quiet, self.before, self.repeats) = (0, 0, 0);
        self.seen = None;
        undo
    }

    /// Takes back a passed turn.
    pub(super) fn take_turn_back(&mut self, undo: Undo) {
        self.past.pop();
        self.restore(undo);
    }
}

impl Walk for Course {
    type Act = Ply;
    type Undo = Undo;

    #[inline]
    fn hand(&self) -> Hand {
        let counted = self.before >= 2 || self.quiet >= self.limit;
        if !counted && self.own() != 0 && self.can_move() {
            return Hand::Seat(self.mover);
        }
        let [black, white] = self.counts;
        Hand::Over(match black.cmp(&white) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        })
    }

    /// Of the past, the key includes how often the position has occurred before, but not which other positions have; it
    /// includes the number of plies left if they are few.
    #[inline]
    fn key(&self) -> u64 {
        let beside = u64::from(self.left().min(NEAR + 1)) << 4
            | u64::from(self.before.min(3)) << 1
            | self.mover.index() as u64;
        let [black, white] = self.stones;
        let mixed = (black ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32 ^ white ^ beside << 36).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Ply>) {
        out.extend_from_slice(self.captures().plies());
        if which == Which::All {
            let occupied = self.occupied();
            for from in points(self.own()) {
                let free = STEPS[usize::from(from.index())] & !occupied;
                out.extend(points(free).map(|to| Ply { from, to }));
            }
        }
    }

    #[inline]
    fn make(&mut self, ply: Ply) -> Undo {
        let undo = self.kept();
        self.past.push(self.stones);
        let (own, other) = (self.mover.index(), self.mover.other().index());
        let sign = if self.mover == Seat::First { 1 } else { -1 };
        self.stones[own] ^= ply.bits();
        self.weigh_point(ply.from, -sign);
        self.weigh_point(ply.to, sign);
        self.mover = self.mover.other();
        self.seen = None;
        if self.stones[other] & ply.to.bit() == 0 {
            self.quiet += 1;
            self.before = self.times_before();
            self.repeats += u16::from(self.before > 0);
        } else {
            self.stones[other] ^= ply.to.bit();
            self.weigh_point(ply.to, sign);
            self.counts[other] -= 1;
            (self.quiet, self.before, self.repeats) = (0, 0, 0);
        }
        if self.before >= 2 {
            self.circled.set(true);
        }
        undo
    }

    #[inline]
    fn take_back(&mut self, _: Ply, undo: Undo) {
        self.stones = self.past.pop().expect("a ply was made");
        self.restore(undo);
    }
}
