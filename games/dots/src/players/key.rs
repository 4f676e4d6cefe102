//! Keys of nets: sums of pseudorandom words, one for each arc and each loose chain.

/// The end of an arc that leads off the board.
pub(crate) const GROUND: u8 = 25;
/// The boxes and the ground, rounded up to a power of two.
const ENDS: usize = 32;
/// More boxes than any chain can have.
const LENGTHS: usize = 32;

/// A pseudorandom word (after Steele and others, "Fast splittable pseudorandom number generators", 2014).
const fn word(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

const fn wide(seed: u64) -> u128 {
    (word(2 * seed) as u128) << 64 | word(2 * seed + 1) as u128
}

/// Words by both ends of an arc, in either order.
static PAIRS: [[u64; ENDS]; ENDS] = {
    let mut pairs = [[0; ENDS]; ENDS];
    let mut one = 0;
    while one < ENDS {
        let mut other = 0;
        while other <= one {
            pairs[one][other] = word((one * ENDS + other) as u64);
            pairs[other][one] = pairs[one][other];
            other += 1;
        }
        one += 1;
    }
    pairs
};

/// Odd words by the number of boxes.
static FACTORS: [u64; LENGTHS] = words(1 << 20);
/// Words of chains that hang on no knot, and of closed ones, by the number of boxes.
static LOOSE: [[u128; LENGTHS]; 2] = [wides(1 << 21), wides(1 << 22)];

const fn words(seed: u64) -> [u64; LENGTHS] {
    let (mut words, mut at) = ([0; LENGTHS], 0);
    while at < LENGTHS {
        words[at] = word(seed + at as u64) | 1;
        at += 1;
    }
    words
}

const fn wides(seed: u64) -> [u128; LENGTHS] {
    let (mut words, mut at) = ([0; LENGTHS], 0);
    while at < LENGTHS {
        words[at] = wide(seed + at as u64);
        at += 1;
    }
    words
}

/// The key of an arc between two ends with `boxes` boxes.
#[inline]
pub(crate) fn key_of(one: u8, other: u8, boxes: u8) -> u128 {
    let pair = PAIRS[usize::from(one) % ENDS][usize::from(other) % ENDS];
    u128::from(pair) * u128::from(FACTORS[usize::from(boxes) % LENGTHS])
}

/// The key of a chain that hangs on no knot, or of a closed one.
#[inline]
pub(crate) fn key_of_loose(boxes: u8, closed: bool) -> u128 {
    LOOSE[usize::from(closed)][usize::from(boxes) % LENGTHS]
}
