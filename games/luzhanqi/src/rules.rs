//! The options of the law.

/// The law's options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// This ply in a row without contact, both sides together, ends the game.
    pub no_contact_plies: u16,
    /// Is that a draw? Else the side that makes it loses.
    pub no_contact_draws: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { no_contact_plies: 31, no_contact_draws: false }
    }
}
