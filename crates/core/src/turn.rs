//! Whose turn it is.

use crate::outcome::Outcome;
use crate::seat::{Actor, Seat};

/// Who owes the next act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One hand.
    Of(Actor),
    /// Each marked seat owes an act, unseen by the other, in any order (deployment).
    Secret([bool; 2]),
    /// Nobody: the game has ended.
    Over(Outcome),
}

impl Turn {
    /// Whether `by` owes an act.
    pub fn owes(self, by: Actor) -> bool {
        match (self, by) {
            (Turn::Of(b), _) => b == by,
            (Turn::Secret(s), Actor::Seat(x)) => s[x.index()],
            _ => false,
        }
    }

    /// Whether `by`, after its act, is still in the same turn. `self` is the turn before the act. The single rule
    /// for lines, clocks and plies.
    pub fn goes_on(self, after: Turn, by: Actor) -> bool {
        after.owes(by)
            && self.owes(by)
            && matches!((self, after), (Turn::Of(_), Turn::Of(_)) | (Turn::Secret(_), Turn::Secret(_)))
    }

    /// Whether `seat` is to be asked for an act after an act of `by` that led to `after`. A seat that owed an act
    /// before, and still does, has been asked already. `self` is the turn before the act.
    pub fn asks(self, after: Turn, by: Actor, seat: Seat) -> bool {
        let seat = Actor::Seat(seat);
        after.owes(seat) && (by == seat || !self.owes(seat))
    }

    /// The hand whose act is taken next where acts are taken one at a time (search, perft): secret acts are taken
    /// in seat order, which the rules make commutative.
    pub fn next(self) -> Option<Actor> {
        match self {
            Turn::Of(by) => Some(by),
            Turn::Secret([first, _]) => Some(Actor::Seat(if first { Seat::First } else { Seat::Second })),
            Turn::Over(_) => None,
        }
    }

    /// How the game ended, if it has ended.
    pub fn outcome(self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self { Some(outcome) } else { None }
    }
}

/// An act on which the referee is to say something: until he has said everything, the turn of whoever acted goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Whose act it is.
    pub of: Seat,
    /// Whose clock runs until the referee's next word; `None`: nobody's.
    pub clock: Option<Seat>,
}
