//! Builds a table from the one with one stone less. Stones only advance: a position's value follows from positions in
//! which they have advanced further, so a single pass suffices.

use super::index::{
    CERTAIN, CLASS_COUNT, CLASS_SETS, MOST, begin, classes, index, pair, placement, value_at, values,
};
use crate::players::stones::{FACES, STEPS, numbers};

/// Most pairs of number classes of the two sides.
const PAIRS: usize = 90;
/// The number of progress levels: steps of all stones together, from the corners to the goals.
const PROGRESS: usize = 8 * MOST + 1;
const GOAL: u8 = 24;

/// The number of stones of the side to move, `own`, and of the other side.
#[derive(Clone, Copy)]
struct Material {
    own: usize,
    other: usize,
}

impl Material {
    /// All ways to divide `stones` stones between the sides.
    fn of(stones: usize) -> impl Iterator<Item = Material> {
        (1..stones)
            .map(move |own| Material { own, other: stones - own })
            .filter(|sides| sides.own < CLASS_COUNT.len() && sides.other < CLASS_COUNT.len())
    }

    fn stones(self) -> usize {
        self.own + self.other
    }

    /// Every placement with no stone on its goal, packed as squares of five bits and grouped by how far the
    /// stones have advanced.
    fn placements(self) -> Vec<Vec<u32>> {
        let mut levels = vec![Vec::new(); PROGRESS];
        let mut squares = [0; MOST];
        self.place(&mut squares, 0, 0, &mut levels);
        levels
    }

    fn place(self, squares: &mut [u8; MOST], placed: usize, taken: u32, levels: &mut [Vec<u32>]) {
        if placed == self.stones() {
            let packed = squares.iter().rev().fold(0, |packed, square| packed << 5 | u32::from(*square));
            return levels[self.progress(squares)].push(packed);
        }
        for square in 0..25_u8 {
            let goal = if placed < self.own { GOAL } else { 0 };
            let is_turned = placed == 0 && square / 5 > square % 5;
            if square != goal && taken >> square & 1 == 0 && !is_turned {
                squares[placed] = square;
                self.place(squares, placed + 1, taken | 1 << square, levels);
            }
        }
        squares[placed] = 0;
    }

    fn progress(self, squares: &[u8; MOST]) -> usize {
        let steps = |square: u8| usize::from(square / 5 + square % 5);
        let own: usize = squares[..self.own].iter().map(|square| steps(*square)).sum();
        let other: usize = squares[self.own..self.stones()].iter().map(|square| 8 - steps(*square)).sum();
        own + other
    }
}

/// Builds the table of `stones` stones, two bytes per value, from `fewer`, the table with one stone less, which
/// is empty for two stones.
pub(super) fn build(stones: usize, fewer: &[u8], say: &mut dyn FnMut(f32)) -> Vec<u8> {
    let mut table = vec![0; 2 * values(stones)];
    let kinds: Vec<_> = Material::of(stones).map(|sides| (sides, sides.placements())).collect();
    let all: usize = kinds.iter().flat_map(|(_, levels)| levels).map(Vec::len).sum();
    let mut done = 0;
    for level in (0..PROGRESS).rev() {
        for (sides, levels) in &kinds {
            for packed in &levels[level] {
                let squares: [u8; MOST] = std::array::from_fn(|i| (packed >> (5 * i) & 31) as u8);
                settle(*sides, &squares, fewer, &mut table);
            }
            done += levels[level].len();
            say(done as f32 / all as f32);
        }
    }
    say(1.0);
    table
}

/// Writes the values of one placement for all classes of numbers.
fn settle(sides: Material, squares: &[u8; MOST], fewer: &[u8], table: &mut [u8]) {
    let Material { own, other } = sides;
    let count = classes(own, other);
    // The value of each stone's best step.
    let mut stones = [[0_u16; PAIRS]; MOST];
    for (stone, best) in stones.iter_mut().enumerate().take(own) {
        let best = &mut best[..count];
        let (steps, number_of_steps) = STEPS[usize::from(squares[stone])];
        for to in &steps[..usize::from(number_of_steps)] {
            let met = squares[..sides.stones()].iter().position(|square| square == to);
            match met {
                _ if *to == GOAL => best.fill(CERTAIN),
                Some(met) if met >= own && other == 1 => best.fill(CERTAIN),
                Some(met) => takes(sides, squares, (stone, *to, met), fewer, best),
                None => goes_on(sides, squares, (stone, *to), table, best),
            }
        }
    }
    let at = begin(own, other) + placement(&squares[..sides.stones()]) * count;
    for (own_class, set) in CLASS_SETS[own].into_iter().enumerate().take(CLASS_COUNT[own]) {
        // The one or two stones that each face lets move, by their place in the order of numbers.
        let mut movable = [[0; 2]; 6];
        for (i, number) in numbers(set).enumerate() {
            for face in numbers(FACES[usize::from(set)][number]) {
                let is_first =
                    numbers(set).take(i).all(|before| FACES[usize::from(set)][before] >> face & 1 == 0);
                movable[face][1] = i;
                if is_first {
                    movable[face][0] = i;
                }
            }
        }
        for other_class in 0..CLASS_COUNT[other] {
            let pair = pair(own, other, own_class, other_class);
            let sum: u32 =
                movable.iter().map(|[a, b]| u32::from(stones[*a][pair].max(stones[*b][pair]))).sum();
            let certain = 6 * u32::from(CERTAIN);
            // A value is certain only if it is for every face.
            let value = match sum {
                0 => 0,
                sum if sum == certain => CERTAIN,
                sum => ((sum + 3) / 6).clamp(1, u32::from(CERTAIN) - 1) as u16,
            };
            let at = 2 * (at + pair);
            table[at..at + 2].copy_from_slice(&value.to_le_bytes());
        }
    }
}

/// A step to an empty square: the classes stay the same, and their values are adjacent in the table.
fn goes_on(sides: Material, squares: &[u8; MOST], (stone, to): (usize, u8), table: &[u8], best: &mut [u16]) {
    let Material { own, other } = sides;
    let mut after = [0; MOST];
    for (into, square) in after.iter_mut().zip(&squares[own..own + other]) {
        *into = GOAL - square;
    }
    for (into, square) in after[other..].iter_mut().zip(&squares[..own]) {
        *into = GOAL - square;
    }
    after[other + stone] = GOAL - to;
    let at = 2 * (begin(other, own) + placement(&after[..own + other]) * classes(own, other));
    let values = &table[at..at + 2 * best.len()];
    if own == other {
        for own_class in 0..CLASS_COUNT[own] {
            for other_class in 0..CLASS_COUNT[own] {
                let value = CERTAIN - value_at(values, pair(own, own, other_class, own_class));
                let best = &mut best[pair(own, own, own_class, other_class)];
                *best = value.max(*best);
            }
        }
    } else {
        for (best, value) in best.iter_mut().zip(values.chunks_exact(2)) {
            *best = (CERTAIN - u16::from_le_bytes([value[0], value[1]])).max(*best);
        }
    }
}

/// A step onto another stone, of either side.
fn takes(
    sides: Material,
    squares: &[u8; MOST],
    (stone, to, met): (usize, u8, usize),
    fewer: &[u8],
    best: &mut [u16],
) {
    let Material { own, other } = sides;
    for own_class in 0..CLASS_COUNT[own] {
        for other_class in 0..CLASS_COUNT[other] {
            let mut living = [CLASS_SETS[own][own_class], CLASS_SETS[other][other_class]];
            let mut places = [[0; 6]; 2];
            for (i, number) in numbers(living[0]).enumerate() {
                places[0][number] = if i == stone { to } else { squares[i] };
                if i == met {
                    living[0] &= !(1 << number);
                }
            }
            for (i, number) in numbers(living[1]).enumerate() {
                places[1][number] = GOAL - squares[own + i];
                if own + i == met {
                    living[1] &= !(1 << number);
                }
            }
            let value = CERTAIN - value_at(fewer, index((living[1], &places[1]), (living[0], &places[0])));
            let best = &mut best[pair(own, other, own_class, other_class)];
            *best = value.max(*best);
        }
    }
}
