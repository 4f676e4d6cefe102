//! The guess: the chance in the race, corrected by weights fitted to deeper searches. All sums are integer sums, so
//! that they give the same result everywhere.

use super::race::Races;
use super::stones::{DISTANCE, FACES, STEPS, Stones, numbers};
use leitai_core::Seat;

/// The weights, in 1/1024 of log odds; made by `benches/study.rs`.
const WEIGHTS: &str = include_str!("weights.txt");

/// One unit of log odds.
pub(crate) const ONE: i32 = 1024;
/// Log odds beyond this many units are not distinguished.
const FAR: i32 = 8;

/// The number of stone counts; each has its own weight of the race.
pub(crate) const COUNTS: usize = 13;
const SHARES: usize = 7;
const HALF: usize = 15;
// The offset of each kind of weights. All but the first two exist for both the mover and the other side.
const RACE: usize = 0;
const MATERIAL: usize = RACE + COUNTS;
const STONE: usize = MATERIAL + 49;
const ATTACK: usize = STONE + 2 * SHARES * HALF;
const OWN: usize = ATTACK + 2 * SHARES * 5 * SHARES;
const LIVING: usize = OWN + 2 * SHARES * SHARES;
/// The number of weights.
pub(crate) const WEIGHT_COUNT: usize = LIVING + 2 * 64;

/// Squares counted from a side's corner. Two squares that change places when the board is reflected in its long
/// diagonal share an index.
static FOLDED: [u8; 25] = {
    let mut table = [0; 25];
    let (mut square, mut count) = (0, 0);
    while square < 25 {
        let turned = square % 5 * 5 + square / 5;
        if turned < square {
            table[square] = table[turned];
        } else {
            table[square] = count;
            count += 1;
        }
        square += 1;
    }
    table
};

/// Guesses winning chances.
pub(crate) struct Fitted {
    races: Races,
    weights: Vec<i32>,
    /// The log odds, in 1024ths, of chances in 1024ths.
    logits: Vec<i32>,
    /// The chance for given log odds, starting at `-FAR`, in steps of two 1024ths.
    chances: Vec<u16>,
}

impl Fitted {
    pub(crate) fn new() -> Fitted {
        Fitted::weighted(WEIGHTS.split_whitespace().map(|word| word.parse().expect("a weight")).collect())
    }

    /// A guesser with other weights. Requires [`WEIGHT_COUNT`] of them.
    pub(crate) fn weighted(weights: Vec<i32>) -> Fitted {
        assert_eq!(weights.len(), WEIGHT_COUNT);
        let logit = |chance: i32| {
            let chance = f64::from(chance.clamp(4, 1020)) / 1024.0;
            ((logarithm(chance) - logarithm(1.0 - chance)) * f64::from(ONE)) as i32
        };
        let chance = |step: i32| {
            let odds = f64::from(2 * step - FAR * ONE) / f64::from(ONE);
            (65535.0 / (1.0 + exponential(-odds))) as u16
        };
        Fitted {
            races: Races::new(),
            weights,
            logits: (0..=1024).map(logit).collect(),
            chances: (0..FAR * ONE).map(chance).collect(),
        }
    }

    /// The log odds of the race, in 1024ths.
    pub(crate) fn race(&self, stones: &Stones, mover: Seat) -> i32 {
        let chance = self.races.chance(stones.races[mover.index()], stones.races[mover.other().index()]);
        self.logits[((chance * 1024.0) as usize).min(1024)]
    }

    /// The mover's chance, in 65535ths.
    #[inline]
    pub(crate) fn chance(&self, stones: &Stones, mover: Seat) -> u16 {
        let mut sum = self.weights[race_weight(stones)] * self.race(stones, mover) / ONE;
        features(stones, mover, |weight| sum += self.weights[weight]);
        let step = i32::midpoint(sum, FAR * ONE).clamp(0, FAR * ONE - 1);
        self.chances[step as usize]
    }
}

/// The index of the race's weight.
pub(crate) fn race_weight(stones: &Stones) -> usize {
    RACE + (stones.count(Seat::First) + stones.count(Seat::Second)) as usize
}

/// Calls `hit` with every other weight that applies to a position.
#[inline]
pub(crate) fn features(stones: &Stones, mover: Seat, mut hit: impl FnMut(usize)) {
    let counts = [stones.count(mover) as usize, stones.count(mover.other()) as usize];
    hit(MATERIAL + counts[0] * 7 + counts[1]);
    for (side, seat) in [mover, mover.other()].into_iter().enumerate() {
        let living = stones.living[seat.index()];
        let others = stones.living[seat.other().index()];
        let (faces, their_faces) = (&FACES[usize::from(living)], &FACES[usize::from(others)]);
        // A set and its reversed numbers share a weight.
        hit(LIVING + side * 64 + usize::from(living.min(living.reverse_bits() >> 2)));
        for number in numbers(living) {
            let share = faces[number].count_ones() as usize;
            let place = stones.places[seat.index()][number];
            hit(STONE + (side * SHARES + share) * HALF + usize::from(FOLDED[usize::from(place)]));
            let (to, count) = &STEPS[usize::from(place)];
            for to in &to[..usize::from(*count)] {
                let Some((owner, met)) = stones.at(seat, *to) else { continue };
                if owner == seat {
                    hit(OWN + (side * SHARES + share) * SHARES + faces[met].count_ones() as usize);
                } else {
                    let distance = usize::from(DISTANCE[usize::from(24 - *to)]);
                    let met_share = their_faces[met].count_ones() as usize;
                    hit(ATTACK + ((side * SHARES + share) * 5 + distance) * SHARES + met_share);
                }
            }
        }
    }
}

const LN_2: f64 = std::f64::consts::LN_2;

/// The natural logarithm, computed with only sums and products, which are the same on every machine. Requires
/// 0 < x ≤ 1.
fn logarithm(mut x: f64) -> f64 {
    let mut halvings = 0.0;
    while x < 0.7 {
        x *= 2.0;
        halvings += 1.0;
    }
    let y = (x - 1.0) / (x + 1.0);
    let (mut power, mut sum) = (y, 0.0);
    for odd in (1..40).step_by(2) {
        sum += power / f64::from(odd);
        power *= y * y;
    }
    2.0 * sum - halvings * LN_2
}

/// e to the power of x, computed in the same way.
fn exponential(x: f64) -> f64 {
    let x = x / 1024.0;
    let mut power = 1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_and_power_are_those_of_the_library() {
        for i in 1..=1000 {
            let x = f64::from(i) / 1000.0;
            assert!((logarithm(x) - x.ln()).abs() < 1e-9, "{x}");
            let x = f64::from(i - 500) / 50.0;
            assert!((exponential(x) / x.exp() - 1.0).abs() < 1e-9, "{x}");
        }
    }
}
