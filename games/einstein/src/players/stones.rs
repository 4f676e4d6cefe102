//! The stones on the board, with an incrementally updated key and race of each side.

use crate::{Board, Number, Square};
use leitai_core::Seat;

/// The content of an empty square.
pub(super) const EMPTY: u8 = u8::MAX;
pub(super) const SQUARES: usize = Square::COUNT;

/// The stones, by seat and number. Dead stones have no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stones {
    /// For each square the seat's index times 6 plus the number's index, or [`EMPTY`].
    pub(super) cells: [u8; SQUARES],
    /// The square of each stone, counted from its side's corner: 24 is its goal, and dead stones have 0.
    pub(crate) places: [[u8; 6]; 2],
    /// The living numbers as bits.
    pub(crate) living: [u8; 2],
    /// Each side's distances as a number in base 5, with 0 for dead stones: the index of its race.
    pub(crate) races: [u16; 2],
    pub(super) key: u64,
}

/// Powers of 5: the place value of each number.
pub(crate) const DIGIT: [u16; 6] = [1, 5, 25, 125, 625, 3125];

/// Steps to the goal from each square, counted from the side's own corner.
pub(crate) const DISTANCE: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let (column, row) = (4 - i % 5, 4 - i / 5);
        table[i] = if column > row { column } else { row } as u8;
        i += 1;
    }
    table
};

/// The squares that a stone can step to, counted from its side's corner, diagonal first.
pub(crate) static STEPS: [([u8; 3], u8); SQUARES] = {
    let mut table = [([0; 3], 0); SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let (column, row) = (i % 5, i / 5);
        let mut count = 0;
        if column < 4 && row < 4 {
            table[i].0[count] = i as u8 + 6;
            count += 1;
        }
        if column < 4 {
            table[i].0[count] = i as u8 + 1;
            count += 1;
        }
        if row < 4 {
            table[i].0[count] = i as u8 + 5;
            count += 1;
        }
        table[i].1 = count as u8;
        i += 1;
    }
    table
};

/// The faces that let a stone move, by the living numbers and its own number.
pub(crate) static FACES: [[u8; 6]; 64] = {
    let mut table = [[0; 6]; 64];
    let mut living = 0_usize;
    while living < 64 {
        let mut face = 0;
        while face < 6 {
            let movable = crate::number::movable(living as u8, face);
            let mut number = 0;
            while number < 6 {
                if movable >> number & 1 == 1 {
                    table[living][number] |= 1 << face;
                }
                number += 1;
            }
            face += 1;
        }
        living += 1;
    }
    table
};

/// A random word for each stone on each square, and one for the side to move.
pub(super) static KEYS: ([[u64; SQUARES]; 12], u64) = {
    let mut rng = leitai_core::Rng::new(0x0e15_7e14);
    let mut keys = [[0; SQUARES]; 12];
    let mut i = 0;
    while i < 12 * SQUARES {
        keys[i / SQUARES][i % SQUARES] = rng.next();
        i += 1;
    }
    (keys, rng.next())
};

/// Converts a square between the board's count and the count from the corner of a side, in either direction.
pub(crate) const fn seen(seat: Seat, square: u8) -> u8 {
    match seat {
        Seat::First => square,
        Seat::Second => 24 - square,
    }
}

impl Stones {
    /// The stones of a position.
    pub(crate) fn of(board: &Board) -> Stones {
        let mut stones =
            Stones { cells: [EMPTY; SQUARES], places: [[0; 6]; 2], living: [0; 2], races: [0; 2], key: 0 };
        for seat in Seat::BOTH {
            for number in Number::ALL {
                if let Some(square) = board.place(seat, number) {
                    stones.put((6 * seat.index() + number.index()) as u8, square.index() as u8);
                }
            }
        }
        stones
    }

    pub(super) fn put(&mut self, stone: u8, square: u8) {
        let (side, number) = (usize::from(stone / 6), usize::from(stone % 6));
        let place = seen(Seat::BOTH[side], square);
        self.cells[usize::from(square)] = stone;
        self.places[side][number] = place;
        self.living[side] |= 1 << number;
        self.races[side] += DIGIT[number] * u16::from(DISTANCE[usize::from(place)]);
        self.key ^= KEYS.0[usize::from(stone)][usize::from(square)];
    }

    pub(super) fn lift(&mut self, square: u8) -> u8 {
        let stone = std::mem::replace(&mut self.cells[usize::from(square)], EMPTY);
        if stone != EMPTY {
            let (side, number) = (usize::from(stone / 6), usize::from(stone % 6));
            let place = self.places[side][number];
            self.places[side][number] = 0;
            self.living[side] &= !(1 << number);
            self.races[side] -= DIGIT[number] * u16::from(DISTANCE[usize::from(place)]);
            self.key ^= KEYS.0[usize::from(stone)][usize::from(square)];
        }
        stone
    }

    /// The stone on a square counted from the corner of a side: its owner, and the index of its number.
    #[inline]
    pub(crate) fn at(&self, seat: Seat, place: u8) -> Option<(Seat, usize)> {
        let stone = self.cells[usize::from(seen(seat, place))];
        (stone != EMPTY).then(|| (Seat::BOTH[usize::from(stone / 6)], usize::from(stone % 6)))
    }

    /// The number of a side's stones.
    pub(crate) const fn count(&self, seat: Seat) -> u32 {
        self.living[seat.index()].count_ones()
    }
}

/// The indices of the bits that are set.
pub(crate) fn numbers(bits: u8) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(lowest)
    })
}
