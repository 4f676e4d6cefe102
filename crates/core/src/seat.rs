//! Who may act.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A contestant's seat. Clocks, points and forfeits belong to seats; sides (colours) may change seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Moves first at the start of the game.
    First,
    /// The other seat.
    Second,
}

impl Seat {
    /// Both seats, First before Second.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent's seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// The value to this seat of a game with this winner: 1 if the seat won, 0 if it lost, ½ if nobody won.
    pub fn result(self, winner: Option<Seat>) -> f32 {
        winner.map_or(0.5, |winner| f32::from(u8::from(winner == self)))
    }

    /// 0 for First, 1 for Second: the index into any per-seat pair.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A pair of one value for each seat is indexed by the seat.
impl<T> Index<Seat> for [T] {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self[seat as usize]
    }
}

impl<T> IndexMut<Seat> for [T] {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self[seat as usize]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Seat::First { "first" } else { "second" })
    }
}

/// Whose hand makes the next act. The arbiter acts only where a rule option asks a person to.
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
