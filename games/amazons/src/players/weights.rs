//! The weights of the terms, fitted on games by the number of free squares and by how open a position is.

use super::field::Field;
use super::terms::{TERMS, Terms};
use crate::Size;
use leitai_core::Seat;
use leitai_search::expected;
use std::sync::LazyLock;

/// Free squares at which weights are fitted; they are interpolated linearly in between.
pub const KNOTS: [u32; 8] = [2, 8, 16, 26, 38, 52, 70, 92];
/// An open and a closed position have their own weights.
const SHAPES: usize = 2;
/// Weights of each board and each half of the turn.
const PART: usize = KNOTS.len() * SHAPES * TERMS;
/// The number of all weights: for both boards, and for both halves of a turn.
pub const WEIGHTS: usize = 4 * PART;
/// Units of a weight in the file for 1 on the logistic scale.
const UNIT: f32 = 1024.0;
/// The most free squares.
const MOST: usize = 92;

/// The weights, laid out for evaluation.
pub struct Weights {
    /// By part and number of free squares: for closed and for open positions.
    rows: Vec<[[f32; TERMS]; SHAPES]>,
}

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
        Weights::of(&read(bytes))
    }

    /// Lays out weights in units of the logistic scale. Requires [`WEIGHTS`] of them.
    pub fn of(weights: &[f32]) -> Weights {
        let mut rows = Vec::with_capacity(4 * (MOST + 1));
        for part in 0..4 {
            for free in 0..=MOST {
                let knots = knots(free as u32);
                let row = |shape| {
                    std::array::from_fn(|term| {
                        let of = |(knot, share): (usize, f32)| {
                            share * weights[part * PART + (knot * SHAPES + shape) * TERMS + term]
                        };
                        of(knots[0]) + of(knots[1])
                    })
                };
                rows.push([row(0), row(1)]);
            }
        }
        Weights { rows }
    }

    /// The log-odds of the side that has the hand, given the terms.
    pub fn judge(&self, field: &Field, terms: &Terms) -> f32 {
        let [closed, open] = &self.rows[part(field) * (MOST + 1) + field.left() as usize];
        let (mut shut, mut wide) = (0.0, 0.0);
        for (at, count) in terms.counts.into_iter().enumerate() {
            let count = f32::from(count);
            shut += count * closed[at];
            wide += count * open[at];
        }
        terms.open * wide + (1.0 - terms.open) * shut
    }

    /// The expected result for First, given the terms.
    pub(super) fn expect(&self, field: &Field, terms: &Terms) -> f32 {
        let value = expected(self.judge(field, terms));
        if field.mover == Seat::First { value } else { 1.0 - value }
    }
}

/// The part of the weights that judges a position.
fn part(field: &Field) -> usize {
    usize::from(field.size == Size::Eight) * 2 + usize::from(field.must_shoot())
}

/// The knots around a number of free squares, with the share of each.
fn knots(free: u32) -> [(usize, f32); 2] {
    let free = free.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let next = (1..KNOTS.len() - 1).find(|knot| KNOTS[*knot] > free).unwrap_or(KNOTS.len() - 1);
    let share = (free - KNOTS[next - 1]) as f32 / (KNOTS[next] - KNOTS[next - 1]) as f32;
    [(next - 1, 1.0 - share), (next, share)]
}

/// The parts of a position's value: weights and their factors. Used for fitting; the value is the sum of the products. `part`
/// is 2 on the 8×8 board, 1 more where the side has to shoot.
pub fn parts(part: usize, free: u32, open: f32, counts: &[u8; TERMS], out: &mut Vec<(u32, f32)>) {
    for (knot, share) in knots(free) {
        for (shape, open) in [(0, 1.0 - open), (1, open)] {
            let first = part * PART + (knot * SHAPES + shape) * TERMS;
            let factor = share * open;
            for (term, count) in counts.iter().enumerate() {
                if *count > 0 && factor > 0.0 {
                    out.push(((first + term) as u32, factor * f32::from(*count)));
                }
            }
        }
    }
}

/// The weights of a file, in units of the logistic scale.
///
/// # Panics
/// If their number is wrong.
pub fn read(bytes: &[u8]) -> Vec<f32> {
    assert_eq!(bytes.len(), 2 * WEIGHTS, "they are for another evaluation");
    let weights = bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])));
    weights.map(|weight| weight / UNIT).collect()
}

/// Converts weights in units of the logistic scale to the bytes of the file.
pub fn write(weights: &[f32]) -> Vec<u8> {
    weights.iter().flat_map(|weight| ((weight * UNIT).round() as i16).to_le_bytes()).collect()
}

/// Weights to fit from: the squares that a side reaches first, in queen moves.
pub fn plain() -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    for (at, weight) in weights.iter_mut().enumerate() {
        let term = at % TERMS;
        let (mine, theirs) = (term / 5, term % 5);
        if term < 24 {
            *weight = 0.12 * (theirs as f32 - mine as f32).signum() * f32::from(u8::from(mine != theirs));
        }
    }
    weights
}
