//! The windows of `medium`: the stones in them, and what they are worth together.

use super::field::{Field, MOVES, RESTS};
use super::lines::through;
use crate::Board;
use leitai_core::Seat;
use std::ops::Deref;

/// A [`Field`] with the value of its windows, updated incrementally.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ValuedField {
    field: Field,
    /// The value of each side's windows, first as the side that has just moved, then as the side to move.
    worth: [[i32; 2]; 2],
}

impl ValuedField {
    /// The windows of a position.
    pub(super) fn new(board: &Board) -> ValuedField {
        let mut valued = ValuedField { field: Field::new(&Board::default()), worth: [[0; 2]; 2] };
        for seat in Seat::BOTH {
            board.stones(seat).iter().for_each(|point| valued.place(seat, point.index()));
        }
        valued
    }

    /// Adds a stone. Requires the point to be empty.
    pub(super) fn place(&mut self, seat: Seat, point: u16) {
        self.count(seat, point, 1);
        self.field.place(seat, point);
    }

    /// Adds several stones.
    pub(super) fn place_all(&mut self, seat: Seat, points: &[u16]) {
        for point in points {
            self.place(seat, *point);
        }
    }

    /// Removes several stones.
    pub(super) fn lift_all(&mut self, seat: Seat, points: &[u16]) {
        for point in points {
            self.field.lift(seat, *point);
            self.count(seat, *point, -1);
        }
    }

    /// Counts what a stone that is not there would change, or its reverse with a `sign` of -1.
    fn count(&mut self, seat: Seat, point: u16, sign: i32) {
        for window in through(point) {
            let (mine, theirs) = self.field.counts(window, seat);
            for (by, table) in [RESTS, MOVES].iter().enumerate() {
                if theirs == 0 {
                    let more = table[usize::from(mine) + 1] - table[usize::from(mine)];
                    self.worth[seat.index()][by] += sign * more;
                } else if mine == 0 {
                    self.worth[seat.other().index()][by] -= sign * table[usize::from(theirs)];
                }
            }
        }
    }

    /// The value of the position for `seat`, which has just moved: the other side is to move.
    pub(super) fn value(&self, seat: Seat) -> i32 {
        self.worth[seat.index()][0] - self.worth[seat.other().index()][1]
    }
}

impl Deref for ValuedField {
    type Target = Field;

    fn deref(&self) -> &Field {
        &self.field
    }
}
