//! Three in a row on a board of three by three.

use crate::{FORCING, Hand, Walk, Weigh, Which, Worth};
use leitai_core::Seat;

#[derive(Clone, Default)]
pub(super) struct Rows {
    sides: [u16; 2],
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_row(side: u16) -> bool {
    LINES.iter().any(|line| side & line == *line)
}

impl Rows {
    /// The position after these cells.
    pub(super) fn after(cells: &[u8]) -> Rows {
        let mut rows = Rows::default();
        for cell in cells {
            rows.make(*cell);
        }
        rows
    }

    fn mover(&self) -> usize {
        (self.sides[0] | self.sides[1]).count_ones() as usize % 2
    }
}

impl Walk for Rows {
    type Act = u8;
    type Undo = ();

    fn hand(&self) -> Hand {
        match self.sides.map(has_row) {
            [true, _] => Hand::Over(1.0),
            [_, true] => Hand::Over(0.0),
            _ if self.sides[0] | self.sides[1] == 0o777 => Hand::Over(0.5),
            _ => Hand::Seat(Seat::BOTH[self.mover()]),
        }
    }

    fn key(&self) -> u64 {
        leitai_core::Rng::new(u64::from(self.sides[0]) << 16 | u64::from(self.sides[1])).next()
    }

    fn acts(&mut self, which: Which, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|cell| (self.sides[0] | self.sides[1]) >> cell & 1 == 0));
        if which == Which::Forcing {
            out.retain(|cell| self.rank(*cell).0 == FORCING);
        }
    }

    fn make(&mut self, cell: u8) {
        let mover = self.mover();
        self.sides[mover] |= 1 << cell;
    }

    fn take_back(&mut self, cell: u8, (): ()) {
        for side in &mut self.sides {
            *side &= !(1 << cell);
        }
    }
}

impl Weigh for Rows {
    fn weigh(&mut self) -> Worth {
        let open = |side: u16| LINES.iter().filter(|line| **line & side == 0).count() as i32;
        Worth::Guess(open(self.sides[1]) - open(self.sides[0]))
    }

    fn expected(&self, value: i32) -> f32 {
        crate::expected(value as f32 / 4.0)
    }

    /// An act that completes a row is forcing.
    fn rank(&self, cell: u8) -> (u8, i16) {
        let row = has_row(self.sides[self.mover()] | 1 << cell);
        (if row { FORCING } else { 0 }, i16::from(cell == 4))
    }

    fn slot(&self, cell: u8) -> usize {
        usize::from(cell)
    }

    const SLOTS: usize = 9;
}
