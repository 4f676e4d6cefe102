//! Who may act, and who owes the next act.

use crate::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A contestant's chair. Clocks, points and forfeits belong to seats; sides (colours) may change seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Moves first at the start of the game.
    First,
    /// The other chair.
    Second,
}

impl Seat {
    /// Both chairs, First before Second.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent's chair.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for First, 1 for Second: the index into any per-seat pair.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Seat::First { "first" } else { "second" })
    }
}

/// Whose hand moves the game. The arbiter's hand moves it only where a rule option asks a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "ActorWord", into = "ActorWord")]
pub enum Actor {
    /// A contestant.
    Seat(Seat),
    /// Dice and lots, drawn by the platform from a recorded seed.
    Chance,
    /// The referee.
    Arbiter,
}

/// The words of [`Actor`] in records.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ActorWord {
    First,
    Second,
    Chance,
    Arbiter,
}

impl From<ActorWord> for Actor {
    fn from(word: ActorWord) -> Actor {
        match word {
            ActorWord::First => Actor::Seat(Seat::First),
            ActorWord::Second => Actor::Seat(Seat::Second),
            ActorWord::Chance => Actor::Chance,
            ActorWord::Arbiter => Actor::Arbiter,
        }
    }
}

impl From<Actor> for ActorWord {
    fn from(by: Actor) -> ActorWord {
        match by {
            Actor::Seat(Seat::First) => ActorWord::First,
            Actor::Seat(Seat::Second) => ActorWord::Second,
            Actor::Chance => ActorWord::Chance,
            Actor::Arbiter => ActorWord::Arbiter,
        }
    }
}

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
