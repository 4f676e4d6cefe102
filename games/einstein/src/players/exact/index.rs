//! Where a position with few stones is stored in its table. Three symmetries keep tables small: sides are
//! distinguished only by which one moves; the board may be reflected in its long diagonal; and each side's numbers
//! may be reversed, 1 for 6, since only the order of the numbers and the gaps between them matter.

/// The value of a certain win. Only certain results have this value or 0.
pub(crate) const CERTAIN: u16 = u16::MAX;
/// Most stones in a table.
pub(crate) const MOST: usize = 5;
/// Most stones of one side in a table.
const SIDE: usize = 4;

/// The class of each set of a side's numbers, and whether the numbers have to be reversed for it.
static CLASSES: [(u8, bool); 64] = {
    let mut table = [(0, false); 64];
    let mut counts = [0_u8; 7];
    let mut set = 1_u8;
    while set < 64 {
        let reversed = reverse(set);
        let size = set.count_ones() as usize;
        if size == 1 {
            // A single stone may always move, whatever its number.
            table[set as usize] = (0, false);
        } else if set <= reversed {
            table[set as usize] = (counts[size], false);
            counts[size] += 1;
        } else {
            table[set as usize] = (table[reversed as usize].0, true);
        }
        set += 1;
    }
    table
};

/// The number of number classes, by the number of stones.
pub(super) const CLASS_COUNT: [usize; SIDE + 1] = [0, 1, 9, 10, 9];

/// The number set that represents each class, by the number of stones.
pub(super) static CLASS_SETS: [[u8; 10]; SIDE + 1] = {
    let mut table = [[0; 10]; SIDE + 1];
    let mut set = 63_u8;
    // In descending order, so that the class of a single stone is represented by the number 1.
    while set > 0 {
        let size = set.count_ones() as usize;
        if size <= SIDE && !CLASSES[set as usize].1 {
            table[size][CLASSES[set as usize].0 as usize] = set;
        }
        set -= 1;
    }
    table
};

const fn reverse(set: u8) -> u8 {
    set.reverse_bits() >> 2
}

/// The number of squares for the first stone: on or above the long diagonal, without the goal.
const FIRSTS: usize = 14;

/// The index of each square for the first stone; 255 for other squares.
static FIRST: [u8; 25] = {
    let mut table = [u8::MAX; 25];
    let (mut square, mut count) = (0, 0);
    while square < 24 {
        if square / 5 <= square % 5 {
            table[square] = count;
            count += 1;
        }
        square += 1;
    }
    table
};

/// A square reflected in the long diagonal.
const fn turned(square: u8) -> u8 {
    square % 5 * 5 + square / 5
}

/// The number of ways to place `stones` stones up to reflection. Placements with a stone on its goal count, unless
/// it is the first stone.
const fn placements(stones: usize) -> usize {
    let (mut ways, mut placed) = (FIRSTS, 1);
    while placed < stones {
        ways *= 25 - placed;
        placed += 1;
    }
    ways
}

/// The number of pairs of classes of a side with `own` stones to move and one with `other`.
pub(super) const fn classes(own: usize, other: usize) -> usize {
    CLASS_COUNT[own] * CLASS_COUNT[other]
}

/// The number of values in the table of `stones` stones.
pub(super) const fn values(stones: usize) -> usize {
    let (mut sum, mut own) = (0, if stones > SIDE { stones - SIDE } else { 1 });
    while own < stones && own <= SIDE {
        sum += classes(own, stones - own);
        own += 1;
    }
    sum * placements(stones)
}

/// The offset of the values for a side with `own` stones to move against one with `other`.
pub(super) const fn begin(own: usize, other: usize) -> usize {
    let stones = own + other;
    let (mut sum, mut before) = (0, if stones > SIDE { stones - SIDE } else { 1 });
    while before < own {
        sum += classes(before, stones - before);
        before += 1;
    }
    sum * placements(stones)
}

/// The index of a pair of classes. It does not depend on which side moves if the sides have different numbers
/// of stones.
pub(super) const fn pair(own: usize, other: usize, own_class: usize, other_class: usize) -> usize {
    if own >= other {
        own_class * CLASS_COUNT[other] + other_class
    } else {
        other_class * CLASS_COUNT[own] + own_class
    }
}

/// The index of a placement. All squares are counted from the corner of the side to move, its own stones first.
pub(super) fn placement(squares: &[u8]) -> usize {
    let turns = FIRST[usize::from(squares[0])] == u8::MAX;
    let at = |i: usize| if turns { turned(squares[i]) } else { squares[i] };
    let first = at(0);
    let mut taken = 1_u32 << first;
    let mut number = usize::from(FIRST[usize::from(first)]);
    for i in 1..squares.len() {
        let square = at(i);
        let below = taken & ((1 << square) - 1);
        number = number * (25 - i) + usize::from(square) - below.count_ones() as usize;
        taken |= 1 << square;
    }
    number
}

/// One side's stones: the set of its numbers, and the square of each number, counted from the side's own corner.
pub(crate) type Side<'a> = (u8, &'a [u8; 6]);

/// The index of the value in the table of as many stones. Requires one to four stones a side, and at most five in all.
pub(crate) fn index(own: Side<'_>, other: Side<'_>) -> usize {
    let (counts, classes_of) = ([own.0, other.0].map(|set| set.count_ones() as usize), [own.0, other.0]);
    let classes_of = classes_of.map(|set| CLASSES[usize::from(set)]);
    let (mut squares, mut count) = ([0; MOST], 0);
    for (side, (set, places)) in [own, other].into_iter().enumerate() {
        let mut rest = set;
        while rest != 0 {
            let number = if classes_of[side].1 { rest.ilog2() } else { rest.trailing_zeros() };
            rest &= !(1 << number);
            let place = places[number as usize];
            squares[count] = if side == 0 { place } else { 24 - place };
            count += 1;
        }
    }
    let [own, other] = counts;
    begin(own, other)
        + placement(&squares[..count]) * classes(own, other)
        + pair(own, other, usize::from(classes_of[0].0), usize::from(classes_of[1].0))
}

/// The value at an index of a table.
pub(super) fn value_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])
}
