//! The options of the law.

/// What the game is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    no_capture_plies: u16,
}

impl Rules {
    /// The fewest and the most plies without a capture that a game may allow.
    pub const RANGE: (u16, u16) = (1, 1000);

    /// The game ends after so many plies without a capture; none outside 1–1000.
    pub const fn new(no_capture_plies: u16) -> Option<Rules> {
        let (least, most) = Self::RANGE;
        if least <= no_capture_plies && no_capture_plies <= most {
            Some(Rules { no_capture_plies })
        } else {
            None
        }
    }

    /// After so many plies without a capture the stones are counted.
    pub const fn no_capture_plies(self) -> u16 {
        self.no_capture_plies
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { no_capture_plies: 50 }
    }
}
