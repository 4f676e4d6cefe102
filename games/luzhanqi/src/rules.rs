//! The options of the rules.

use leitai_core::{Eye, Seat};

/// The rules' options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of plies in a row without contact, both sides together, that ends the game.
    pub no_contact_plies: u16,
    /// Whether that is a draw. Otherwise the side that makes the last of these plies loses.
    pub no_contact_draws: bool,
    /// The only seat whose pieces this table knows, if it does not know both sides': the other side plays at another
    /// table, its ranks are never known here, and the referee says what follows from them.
    pub seen: Option<Seat>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { no_contact_plies: 31, no_contact_draws: false, seen: None }
    }
}

impl Rules {
    /// The seat whose ranks this table never knows, if there is one.
    pub fn hidden(self) -> Option<Seat> {
        self.seen.map(Seat::other)
    }

    /// Whether this table never knows the seat's ranks.
    pub fn hides(self, seat: Seat) -> bool {
        self.seen == Some(seat.other())
    }

    /// The rules as an eye knows them: only who relays the acts of the hidden side has to know that they are relayed.
    /// To every other eye the game is the usual one.
    pub(crate) fn known_to(self, eye: Eye) -> Rules {
        Rules { seen: self.seen.filter(|seen| eye == Eye::Seat(seen.other())), ..self }
    }
}
