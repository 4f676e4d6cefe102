//! Who is to act, whose clock runs, and whose turn an act completes: for running games, for those that stand again and for
//! those that are verified.

use crate::seat::{Actor, Seat};
use crate::table::Table;
use crate::turn::{Ruling, Turn};

/// How a game stands before an act.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    /// Who owes it.
    pub turn: Turn,
    /// So many plies are complete.
    pub plies: u32,
    ruling: Option<Ruling>,
}

impl Due {
    /// How the game at this table stands now.
    pub fn at(table: &dyn Table) -> Due {
        Due { turn: table.turn(), plies: table.plies(), ruling: table.ruling() }
    }

    /// Whose clock an act of that hand stops; `None` if none has run for it.
    pub fn clock(&self, by: Actor) -> Option<Seat> {
        match by {
            Actor::Seat(seat) => self.turn.owes(by).then_some(seat),
            Actor::Arbiter => self.ruling?.clock,
            Actor::Chance => None,
        }
    }

    /// Whose turn an act of that hand has completed, after which the table stands as it does now.
    pub fn over(&self, by: Actor, table: &dyn Table) -> Option<Seat> {
        let is_over = table.plies() != self.plies;
        let whose = match by {
            Actor::Seat(seat) => Some(seat),
            Actor::Arbiter => self.ruling.map(|ruling| ruling.of),
            Actor::Chance => None,
        };
        whose.filter(|_| is_over)
    }

    /// Whether the table has completed another ply since.
    pub fn is_past(&self, table: &dyn Table) -> bool {
        table.plies() != self.plies
    }
}
