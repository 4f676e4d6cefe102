//! The eyes for which a game is seen.

use crate::seat::Seat;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A recipient of reports. The arbiter sees the position itself and needs no view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eye {
    /// A contestant.
    Seat(Seat),
    /// What both seats were shown.
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

impl Display for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eye::Seat(seat) => seat.fmt(f),
            Eye::Public => f.write_str("public"),
        }
    }
}

impl FromStr for Eye {
    type Err = ();
    /// `first`, `second` or `public`.
    fn from_str(text: &str) -> Result<Eye, ()> {
        Eye::ALL.into_iter().find(|eye| eye.to_string() == text).ok_or(())
    }
}
