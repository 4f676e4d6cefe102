//! The features that the evaluation of a field reads, updated move by move instead of recomputed.

use super::field::{Field, Hop};
use crate::position::far;
use leitai_core::Seat;

/// The top left corner of each block of four rows by two dark squares: its row, and its place among the four
/// in a row.
pub(super) const BLOCKS: [(u32, u32); 5] = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)];

/// Counters that add up piece by piece: the case of each block as black sees it, then as white does, then the counts.
const LANES: usize = 16;
const PIECES: usize = 2 * BLOCKS.len();
/// The counts by kind: men of black and of white, kings of black and of white.
const KINDS: usize = PIECES + 1;

/// The amount that one piece adds to each lane, by kind and square.
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

/// The amount that an own man on the square adds to the case of the block: a power of three, or zero outside the block.
const fn digit(block: usize, square: u32) -> u16 {
    let (row, column) = BLOCKS[block];
    let (down, right) = ((square / 4).wrapping_sub(row), (square % 4).wrapping_sub(column));
    if down < 4 && right < 2 { 3_u16.pow(2 * down + right) } else { 0 }
}

/// The patterns and counts of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally([u16; LANES]);

impl Tally {
    /// Computes the tally of a field from scratch.
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

    /// Updates the tally for a move that the mover of `field` is about to make.
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

    /// The number of pieces.
    #[inline]
    pub(super) fn pieces(&self) -> u16 {
        self.0[PIECES]
    }

    /// How many more men, and how many more kings, black has than white.
    #[inline]
    pub(super) fn more_of_black(&self) -> [i32; 2] {
        [KINDS, KINDS + 2].map(|kind| i32::from(self.0[kind]) - i32::from(self.0[kind + 1]))
    }
}

/// The kind, of four, of the seat's piece on the square.
#[inline]
fn kind(field: &Field, seat: Seat, square: u8) -> usize {
    seat.index() + 2 * (field.kings >> square & 1) as usize
}
