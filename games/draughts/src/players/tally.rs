//! What the worth of a field is read from, kept act by act instead of being counted anew.

use super::field::{Field, Hop};
use crate::position::far;
use leitai_core::Seat;

/// The four rows from this one on, and the two squares of each from this one on.
pub(super) const BLOCKS: [(u32, u32); 5] = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)];

/// Numbers that add up piece by piece: the case of each block as black sees it and as white does, then the counts.
const LANES: usize = 16;
const PIECES: usize = 2 * BLOCKS.len();
/// By kind: men of black and of white, kings of black and of white.
const KINDS: usize = PIECES + 1;

/// What one piece adds to each lane, by kind and square.
static ADDS: [[[u16; LANES]; 32]; 4] = {
    let mut adds = [[[0; LANES]; 32]; 4];
    let mut square = 0;
    while square < 32 {
        let mut kind = 0;
        while kind < 4 {
            adds[kind][square][PIECES] = 1;
            adds[kind][square][KINDS + kind] = 1;
            kind += 1;
        }
        let mut block = 0;
        while block < BLOCKS.len() {
            // White sees the board turned round.
            let (ups, downs) = (digit(block, square as u32), digit(block, 31 - square as u32));
            adds[0][square][block] = ups;
            adds[1][square][block] = 2 * ups;
            adds[1][square][BLOCKS.len() + block] = downs;
            adds[0][square][BLOCKS.len() + block] = 2 * downs;
            block += 1;
        }
        square += 1;
    }
    adds
};

/// What an own man on the square adds to the case of the block: a power of three; nothing where the square lies outside.
const fn digit(block: usize, square: u32) -> u16 {
    let (row, column) = BLOCKS[block];
    let (down, right) = ((square / 4).wrapping_sub(row), (square % 4).wrapping_sub(column));
    if down < 4 && right < 2 { 3_u16.pow(2 * down + right) } else { 0 }
}

/// Patterns and counts of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally([u16; LANES]);

impl Tally {
    /// Counted from nothing.
    pub fn of(field: &Field) -> Tally {
        let mut tally = Tally([0; LANES]);
        for square in 0..32 {
            for seat in Seat::BOTH {
                if field.pieces[seat.index()] >> square & 1 == 1 {
                    tally.more(kind(field, seat, square), square);
                }
            }
        }
        tally
    }

    /// Goes along with a move of the mover's that `field` is about to make.
    #[inline]
    pub fn play(&mut self, field: &Field, hop: Hop) {
        let mover = field.mover();
        let before = kind(field, mover, hop.from);
        let crowned = before < 2 && far(mover) >> hop.to & 1 == 1;
        self.less(before, hop.from);
        self.more(before + if crowned { 2 } else { 0 }, hop.to);
        let mut taken = hop.taken;
        while taken != 0 {
            let square = taken.trailing_zeros() as u8;
            self.less(kind(field, mover.other(), square), square);
            taken &= taken - 1;
        }
    }

    #[inline]
    fn more(&mut self, kind: usize, square: u8) {
        for (lane, add) in self.0.iter_mut().zip(&ADDS[kind][usize::from(square)]) {
            *lane = lane.wrapping_add(*add);
        }
    }

    #[inline]
    fn less(&mut self, kind: usize, square: u8) {
        for (lane, add) in self.0.iter_mut().zip(&ADDS[kind][usize::from(square)]) {
            *lane = lane.wrapping_sub(*add);
        }
    }

    /// The case of each block, as black sees it and as white does.
    #[inline]
    pub(super) fn cases(&self) -> [[u16; BLOCKS.len()]; 2] {
        let at = |from: usize| std::array::from_fn(|block| self.0[from + block]);
        [at(0), at(BLOCKS.len())]
    }

    /// How many pieces there are.
    #[inline]
    pub(super) fn pieces(&self) -> u16 {
        self.0[PIECES]
    }

    /// How many more men and kings black has.
    #[inline]
    pub(super) fn more_of_black(&self) -> [i32; 2] {
        [KINDS, KINDS + 2].map(|kind| i32::from(self.0[kind]) - i32::from(self.0[kind + 1]))
    }
}

/// Which of the four kinds the seat's piece there is.
#[inline]
fn kind(field: &Field, seat: Seat, square: u8) -> usize {
    seat.index() + 2 * (field.kings >> square & 1) as usize
}
