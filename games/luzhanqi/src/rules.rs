//! The options of the rules.

/// The rules' options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of plies in a row without contact, both sides together, that ends the game.
    pub no_contact_plies: u16,
    /// Whether that is a draw. Otherwise the side that makes the last of these plies loses.
    pub no_contact_draws: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { no_contact_plies: 31, no_contact_draws: false }
    }
}
