//! The options of the law.

/// How long a game may be and who marks the dead stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// After so many plies, passes included, the board is counted. 1..=10000.
    pub max_plies: u16,
    /// Who marks the dead stones.
    pub marking: Marking,
}

/// Who marks the dead stones before the board is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marking {
    /// The law: see [`dead`](crate::dead).
    Automatic,
    /// The referee, beginning with what the law would mark.
    Arbiter,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { max_plies: 400, marking: Marking::Automatic }
    }
}
