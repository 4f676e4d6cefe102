//! For whom something is seen.

use crate::Seat;

/// For whom something is told. The arbiter sees the position itself and needs no view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eye {
    /// A contestant.
    Seat(Seat),
    /// What both seats were told.
    Public,
}

impl Eye {
    /// Every eye: First, Second, the public.
    pub const ALL: [Eye; 3] = [Eye::Seat(Seat::First), Eye::Seat(Seat::Second), Eye::Public];

    /// Index into any per-eye triple, in the order of [`Eye::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Eye::Seat(seat) => seat.index(),
            Eye::Public => 2,
        }
    }
}
