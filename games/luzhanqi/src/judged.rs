//! What the referee says of a move at a table that knows one side's pieces only.

use crate::{End, Fight, Point};
use leitai_core::Seat;

/// One word of the referee about the last move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// The move was made as relayed, although by its fights the piece cannot have made it.
    Stands,
    /// Whose piece fell; both, if no seat is named.
    Fell(Option<Seat>),
    /// The commander of the hidden side fell, and its flag stands on this point.
    Flag(Point),
    /// The game ended so, by what only the referee knows.
    Ended(End),
    /// There is nothing else to say.
    Done,
}

/// Whether a relayed move fits what the fights have shown this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Doubt {
    /// It does.
    None,
    /// It does not, and the referee is asked whether it stands.
    Open,
    /// It does not, and the referee has said that it stands.
    Settled,
}

/// A move that is not made yet on the board, because only the referee knows what follows from it; and what the referee
/// has said of it so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Judged {
    pub(crate) mover: Seat,
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) doubt: Doubt,
    /// How the fight ended, once that has been said.
    pub(crate) fight: Option<Fight>,
    /// Where the flag of the hidden side stands, if its commander was said to have fallen.
    pub(crate) flag: Option<Point>,
}

impl Judged {
    /// The seat that moves.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// From which point to which.
    pub const fn way(&self) -> (Point, Point) {
        (self.from, self.to)
    }

    /// Whether the seat's piece fell in the fight, as far as that has been said.
    pub(crate) fn is_fallen(&self, seat: Seat) -> bool {
        match self.fight {
            None => false,
            Some(Fight::Both) => true,
            Some(Fight::Won) => seat != self.mover,
            Some(Fight::Lost) => seat == self.mover,
        }
    }

    /// The fight's outcome for the mover if that seat's piece fell, or both did.
    pub(crate) fn fight_of(&self, fallen: Option<Seat>) -> Fight {
        match fallen {
            None => Fight::Both,
            Some(seat) if seat == self.mover => Fight::Lost,
            Some(_) => Fight::Won,
        }
    }
}
