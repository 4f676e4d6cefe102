//! Whose turn it is.

use crate::outcome::Outcome;
use crate::seat::{Actor, Seat};

/// Who owes the next act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One hand.
    Of(Actor),
    /// Each seat marked owes one, unseen by the other, in any order (deployment).
    Secret([bool; 2]),
    /// Nobody: the game has ended.
    Over(Outcome),
}

impl Turn {
    /// Does `by` owe an act?
    pub fn owes(self, by: Actor) -> bool {
        match (self, by) {
            (Turn::Of(b), _) => b == by,
            (Turn::Secret(s), Actor::Seat(x)) => s[x.index()],
            _ => false,
        }
    }

    /// Is `by`, after its small act, still in the same turn? `self` is the turn before the act.
    /// The one rule for lines, clocks and plies.
    pub fn goes_on(self, after: Turn, by: Actor) -> bool {
        after.owes(by)
            && self.owes(by)
            && matches!((self, after), (Turn::Of(_), Turn::Of(_)) | (Turn::Secret(_), Turn::Secret(_)))
    }

    /// After an act of `by`, which led to `after`: is `seat` to be asked for one? A seat that owed before, and
    /// still does, has been asked already. `self` is the turn before the act.
    pub fn asks(self, after: Turn, by: Actor, seat: Seat) -> bool {
        let seat = Actor::Seat(seat);
        after.owes(seat) && (by == seat || !self.owes(seat))
    }

    /// The hand whose act is taken next where acts are taken one by one (search, perft): secret acts in
    /// seat order, which the law makes commute.
    pub fn next(self) -> Option<Actor> {
        match self {
            Turn::Of(by) => Some(by),
            Turn::Secret([first, _]) => Some(Actor::Seat(if first { Seat::First } else { Seat::Second })),
            Turn::Over(_) => None,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self { Some(outcome) } else { None }
    }
}
