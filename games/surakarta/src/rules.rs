//! The options of the rules.

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    no_capture_plies: u16,
}

impl Rules {
    /// The fewest and the most plies without a capture that a game may allow.
    pub const RANGE: (u16, u16) = (1, 1000);

    /// Rules by which the game ends after this many plies without a capture; `None` outside 1–1000.
    pub const fn new(no_capture_plies: u16) -> Option<Rules> {
        let (least, most) = Self::RANGE;
        if least <= no_capture_plies && no_capture_plies <= most {
            Some(Rules { no_capture_plies })
        } else {
            None
        }
    }

    /// The number of plies without a capture after which the stones are counted.
    pub const fn no_capture_plies(self) -> u16 {
        self.no_capture_plies
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { no_capture_plies: 50 }
    }
}
