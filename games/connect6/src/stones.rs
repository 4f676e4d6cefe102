//! Sets of points, and the search for lines in them.

use crate::Point;
use leitai_board::nth_bit;

const WORDS: usize = 6;
/// Length of a winning line.
pub(crate) const SIX: u16 = 6;
/// Bit offsets from a point to its neighbour in four directions: east, south-west, south, south-east.
pub(crate) const STEPS: [u16; 4] = [1, Point::STRIDE - 1, Point::STRIDE, Point::STRIDE + 1];

/// A set of points: the stones of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stones([u64; WORDS]);

impl Stones {
    /// Every point of the board.
    pub const BOARD: Stones = Stones::board();

    const fn board() -> Stones {
        let mut words = [0; WORDS];
        let mut bit = 0;
        while bit < (Point::SIDE * Point::STRIDE) as usize {
            if bit % (Point::STRIDE as usize) < Point::SIDE as usize {
                words[bit / 64] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        Stones(words)
    }

    /// Whether the point is in the set.
    pub fn has(&self, point: Point) -> bool {
        self.has_bit(point.bit())
    }

    /// Adds a point.
    pub fn insert(&mut self, point: Point) {
        let bit = point.bit();
        self.0[usize::from(bit / 64)] |= 1 << (bit % 64);
    }

    /// Removes a point.
    pub fn remove(&mut self, point: Point) {
        let bit = point.bit();
        self.0[usize::from(bit / 64)] &= !(1 << (bit % 64));
    }

    /// The number of points in the set.
    pub fn len(&self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == Stones::default()
    }

    /// The points in either set.
    #[must_use]
    pub fn or(&self, other: &Stones) -> Stones {
        self.zip(other, |a, b| a | b)
    }

    /// The points in both sets.
    #[must_use]
    pub fn and(&self, other: &Stones) -> Stones {
        self.zip(other, |a, b| a & b)
    }

    /// The points of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Stones) -> Stones {
        self.zip(other, |a, b| a & !b)
    }

    /// The `n`-th point in order of index, counted from 0; `None` from `len` on.
    pub fn nth(&self, n: u16) -> Option<Point> {
        nth_bit(&self.0, u32::from(n)).map(|bit| Point::of_bit(bit as u16))
    }

    /// The points in order of index.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.0.into_iter().zip((0..).step_by(64)).flat_map(|(mut word, base)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as u16;
                    word &= word - 1;
                    Point::of_bit(base + bit)
                })
            })
        })
    }

    /// Whether a line of six or more runs through `point`. Requires the point to be in the set.
    pub(crate) fn six_through(&self, point: Point) -> bool {
        let bit = point.bit();
        // In every line of six, each stone is followed by three more on one side or the other, and few stones
        // have that: 64 bits each way cover three steps in every direction.
        let (ahead, behind) = (self.word_from(bit as i16 + 1), self.word_from(bit as i16 - 64));
        STEPS.into_iter().any(|step| {
            let three = 1 << (step - 1) | 1 << (2 * step - 1) | 1 << (3 * step - 1);
            let has_three = (ahead & three == three) | (behind.reverse_bits() & three == three);
            has_three && self.length(bit, step) >= usize::from(SIX)
        })
    }

    /// The number of adjacent stones along `step` including the one at `bit`, counting up to five on each side.
    fn length(&self, bit: u16, step: u16) -> usize {
        // Before the first bit the number wraps around to one that no set contains.
        let ahead = (1..SIX).take_while(|k| self.has_bit(bit + k * step)).count();
        let behind = (1..SIX).take_while(|k| self.has_bit(bit.wrapping_sub(k * step))).count();
        1 + ahead + behind
    }

    /// The stones of every line of six or more, computed from scratch over the whole board.
    #[must_use]
    pub fn sixes(&self) -> Stones {
        let mut found = Stones::default();
        for step in STEPS.map(usize::from) {
            let two = self.and(&self.down(step));
            let starts = two.and(&two.down(2 * step)).and(&two.down(4 * step));
            for k in 0..usize::from(SIX) {
                found = found.or(&starts.up(k * step));
            }
        }
        found
    }

    fn has_bit(&self, bit: u16) -> bool {
        self.0.get(usize::from(bit / 64)).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// The 64 bits starting at `bit`; those outside the set read as zero.
    fn word_from(&self, bit: i16) -> u64 {
        let word = |i: i16| self.0.get(i as usize).copied().unwrap_or(0);
        let (first, shift) = (bit.div_euclid(64), bit.rem_euclid(64));
        word(first) >> shift | word(first + 1) << 1 << (63 - shift)
    }

    fn zip(&self, other: &Stones, f: impl Fn(u64, u64) -> u64) -> Stones {
        Stones(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Every bit moved `by` places towards the first.
    fn down(&self, by: usize) -> Stones {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let (words, bits) = (by / 64, by % 64);
        Stones(std::array::from_fn(|i| {
            let high = word(i + words + 1).checked_shl(64 - bits as u32).unwrap_or(0);
            word(i + words) >> bits | high
        }))
    }

    /// Every bit moved `by` places away from the first.
    fn up(&self, by: usize) -> Stones {
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        let (words, bits) = (by / 64, by % 64);
        Stones(std::array::from_fn(|i| {
            let low = word(i.checked_sub(words + 1)).checked_shr(64 - bits as u32).unwrap_or(0);
            word(i.checked_sub(words)) << bits | low
        }))
    }
}

impl FromIterator<Point> for Stones {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Stones {
        let mut stones = Stones::default();
        points.into_iter().for_each(|point| stones.insert(point));
        stones
    }
}
