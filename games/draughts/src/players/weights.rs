//! The evaluation fitted on games: patterns of men and squares of kings in three phases, and points by how near the
//! end is.

use super::field::{Field, NEAR};
use super::tally::{BLOCKS, Tally};
use leitai_core::Seat;
use std::sync::LazyLock;

/// The value that equals 1 on the logistic scale, at which 73 of 100 games are won.
pub const UNIT: i32 = 256;

/// The cases of a block: eight squares, each with an own man, an enemy man or none.
const CASES: usize = 6561;
/// Plies left at which the value of points is fitted; it is interpolated linearly in between.
const KNOTS: [u16; 7] = [0, 4, 10, 20, 36, 60, 120];
/// Phases in which patterns and squares of kings have their own values: few pieces, many pieces, and the count of
/// points near.
const PHASES: usize = 3;
/// Plies left from which the count comes nearer ply by ply.
const COUNTS: u16 = NEAR;
/// Plies left from which the value of squares fades, as the count is so near: at the end only the count is left.
const FADES: u16 = 8;
/// Pieces at the start.
const PIECES: i32 = 24;

/// The total number of weights.
pub const WEIGHTS: usize = POINTS + KNOTS.len() * 3;
/// The offsets of the parts: patterns, kings by square, then men, kings and the turn by knot.
const KINGS: usize = BLOCKS.len() * CASES * PHASES;
const POINTS: usize = KINGS + 32 * PHASES;

/// Patterns are stored in units of four, so that they fit a byte.
const COARSE: i32 = 4;

/// The weights, laid out for evaluation.
pub struct Weights {
    /// Indexed by block and case. One lane is unused, so that a case is read as one word.
    patterns: Vec<[i8; 4]>,
    kings: [[i16; PHASES]; 32],
    /// The values of a man, of a king and of the turn, by plies left.
    points: Vec<[i16; 3]>,
}

/// The weight of each phase, in parts of [`WHOLE`].
#[inline]
fn shares(tally: &Tally, left: u16) -> [i32; PHASES] {
    let many = i32::from(tally.pieces()).min(PIECES);
    let open = i32::from(left.min(COUNTS));
    let counted = PIECES * (i32::from(COUNTS) - open);
    [(PIECES - many) * open, many * open, counted * i32::from(left.min(FADES)) / i32::from(FADES)]
}

/// The sum of the phases' shares, except in the last plies.
const WHOLE: i32 = PIECES * COUNTS as i32;

impl Weights {
    /// The weights that the players use.
    pub fn fitted() -> &'static Weights {
        static FITTED: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_bytes!("weights.bin")));
        &FITTED
    }

    /// Reads the bytes that [`write()`] produces.
    ///
    /// # Panics
    /// If their number is wrong.
    pub fn read(bytes: &[u8]) -> Weights {
        let (patterns, points) = bytes.split_at(KINGS);
        let points: Vec<i16> = points.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        assert_eq!(points.len(), WEIGHTS - KINGS, "they are for another evaluation");
        let at = |left: u16, what: usize| {
            let knot = |at: usize| points[POINTS - KINGS + at * 3 + what];
            let (next, part, whole) = between(left);
            (knot(next - 1) as f32
                + (knot(next) - knot(next - 1)) as f32 * f32::from(part) / f32::from(whole))
                as i16
        };
        Weights {
            patterns: patterns
                .chunks(PHASES)
                .map(|case| [case[0], case[1], case[2], 0].map(u8::cast_signed))
                .collect(),
            kings: std::array::from_fn(|square| std::array::from_fn(|phase| points[square * PHASES + phase])),
            points: (0..=KNOTS[KNOTS.len() - 1]).map(|left| [0, 1, 2].map(|what| at(left, what))).collect(),
        }
    }

    /// The value of a field for black.
    pub fn value(&self, field: &Field) -> i32 {
        self.judge(field, &Tally::of(field))
    }

    /// The value of a field whose tally is known.
    #[inline]
    pub(super) fn judge(&self, field: &Field, tally: &Tally) -> i32 {
        let [black, white] = tally.cases();
        let mut sums = [0; 4];
        for (block, (black, white)) in black.into_iter().zip(white).enumerate() {
            let of = |case: u16| self.patterns[block * CASES + usize::from(case)].map(i32::from);
            let (up, down) = (of(black), of(white));
            for lane in 0..4 {
                sums[lane] += up[lane] - down[lane];
            }
        }
        let mut sums = [sums[0], sums[1], sums[2]].map(|sum| sum * COARSE);
        for (mut kings, sign) in kings(field).into_iter().zip([1, -1]) {
            while kings != 0 {
                let worth = self.kings[kings.trailing_zeros() as usize];
                for (sum, worth) in sums.iter_mut().zip(worth) {
                    *sum += sign * i32::from(worth);
                }
                kings &= kings - 1;
            }
        }
        let shares = shares(tally, field.left);
        let placed = sums.into_iter().zip(shares).map(|(sum, share)| sum * share).sum::<i32>() / WHOLE;
        let [men, kings] = tally.more_of_black();
        let points = self.points[usize::from(field.left).min(self.points.len() - 1)];
        let turn = if field.mover() == Seat::First { 1 } else { -1 };
        let points = men * i32::from(points[0]) + kings * i32::from(points[1]) + turn * i32::from(points[2]);
        placed + points
    }
}

/// The squares of each side's kings, as if it moved up the board.
fn kings(field: &Field) -> [u32; 2] {
    let [black, white] = field.pieces.map(|pieces| pieces & field.kings);
    [black, white.reverse_bits()]
}

/// The knot after `left`, the distance from the knot before it, and the distance between the two.
fn between(left: u16) -> (usize, u16, u16) {
    let next = (1..KNOTS.len() - 1).find(|knot| KNOTS[*knot] > left).unwrap_or(KNOTS.len() - 1);
    let before = KNOTS[next - 1];
    (next, left.min(KNOTS[next]) - before, KNOTS[next] - before)
}

/// The parts of a field's value: weights and their factors. Used for fitting; the value is the sum of the products.
pub fn parts(field: &Field, out: &mut Vec<(u32, f32)>) {
    let tally = Tally::of(field);
    let shares = shares(&tally, field.left).map(|share| share as f32 / WHOLE as f32);
    // A phase with no share contributes nothing.
    let mut add = |first: usize, sign: f32| {
        let counting = shares.into_iter().enumerate().filter(|(_, share)| *share != 0.0);
        out.extend(counting.map(|(phase, share)| ((first + phase) as u32, sign * share)));
    };
    for (cases, sign) in tally.cases().into_iter().zip([1.0, -1.0]) {
        for (block, case) in cases.into_iter().enumerate() {
            add((block * CASES + usize::from(case)) * PHASES, sign);
        }
    }
    for (kings, sign) in kings(field).into_iter().zip([1.0, -1.0]) {
        for square in (0..32).filter(|square| kings >> square & 1 == 1) {
            add(KINGS + square * PHASES, sign);
        }
    }
    let [men, kings] = tally.more_of_black();
    let turn = if field.mover() == Seat::First { 1 } else { -1 };
    let (next, part, whole) = between(field.left.min(KNOTS[KNOTS.len() - 1]));
    let part = f32::from(part) / f32::from(whole);
    for (knot, share) in [(next - 1, 1.0 - part), (next, part)] {
        for (what, factor) in [men, kings, turn].into_iter().enumerate() {
            out.push(((POINTS + 3 * knot + what) as u32, share * factor as f32));
        }
    }
}

/// Converts weights in units of the logistic function to the bytes of the file.
pub fn write(weights: &[f32]) -> Vec<u8> {
    let scaled = |weight: &f32, coarse: i32| (weight * UNIT as f32 / coarse as f32).round();
    let mut bytes: Vec<u8> = weights[..KINGS]
        .iter()
        .map(|weight| scaled(weight, COARSE).clamp(-127.0, 127.0) as i8 as u8)
        .collect();
    bytes.extend(weights[KINGS..].iter().flat_map(|weight| (scaled(weight, 1) as i16).to_le_bytes()));
    bytes
}

/// Initial weights to fit from: points and nothing else.
pub fn plain() -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    for (knot, left) in KNOTS.into_iter().enumerate() {
        let near = 1.0 - f32::from(left.min(40)) / 40.0;
        weights[POINTS + 3 * knot] = 0.8;
        weights[POINTS + 3 * knot + 1] = 1.2 + 1.2 * near;
    }
    weights
}
