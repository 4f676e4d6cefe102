//! The race to the corners, as if the sides did not interact: the distribution of the turns each side needs (as in
//! the program Zweistein).

use super::stones::{DIGIT, FACES};

/// Turns that are distinguished; anything longer counts as this many.
const TURNS: usize = 12;
/// The number of combinations of six distances, 0 to 4 each.
const RACES: usize = 5_usize.pow(6);

/// The distribution of turns for every race of a side, by its number.
pub(crate) struct Races {
    /// The probability of arriving in exactly that many turns, from 1 on.
    exactly: Vec<[f32; TURNS]>,
    /// The probability of needing at least that many turns.
    at_least: Vec<[f32; TURNS]>,
}

impl Races {
    /// Each face moves the stone whose move shortens the expected time most.
    pub(crate) fn new() -> Races {
        let mut exactly = vec![[0.0; TURNS]; RACES];
        let mut at_least = vec![[0.0; TURNS]];
        let mut expected = vec![0.0_f32; RACES];
        for race in 1..RACES {
            let distance = |number: usize| race / usize::from(DIGIT[number]) % 5;
            let living =
                (0..6).filter(|number| distance(*number) > 0).fold(0, |set, number| set | 1 << number);
            let faces = &FACES[living];
            let mut turns = [0.0; TURNS];
            let mut sum = 0.0;
            for face in 0..6 {
                let movable = (0..6).filter(|number| faces[*number] >> face & 1 == 1);
                let after = movable.map(|number| match distance(number) {
                    1 => 0,
                    _ => race - usize::from(DIGIT[number]),
                });
                let after = after.min_by(|a, b| expected[*a].total_cmp(&expected[*b])).unwrap_or(0);
                sum += expected[after];
                if after == 0 {
                    turns[0] += 1.0 / 6.0;
                } else {
                    for (turn, before) in turns[1..].iter_mut().zip(exactly[after]) {
                        *turn += before / 6.0;
                    }
                    turns[TURNS - 1] += exactly[after][TURNS - 1] / 6.0;
                }
            }
            expected[race] = 1.0 + sum / 6.0;
            exactly[race] = turns;
            let mut rest = 1.0;
            at_least.push(turns.map(|turn| {
                let before = rest;
                rest -= turn;
                before
            }));
        }
        Races { exactly, at_least }
    }

    /// The mover's probability of arriving first.
    #[inline]
    pub(crate) fn chance(&self, mover: u16, other: u16) -> f32 {
        let (own, other) = (&self.exactly[usize::from(mover)], &self.at_least[usize::from(other)]);
        let mut sums = [0.0; 4];
        for (turn, (own, other)) in own.iter().zip(other).enumerate() {
            sums[turn % 4] += own * other;
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}
