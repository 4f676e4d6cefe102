//! The options of the law.

/// How long a game may be and who marks the dead stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// After so many plies, passes included, the board is counted. 1..=10000.
    pub max_plies: u16,
    /// Who marks the dead stones.
    pub marking: Marking,
    /// What the desktop platform's programs hear when their stone stands. The law has no part in it.
    pub accept: Accept,
}

/// The word for a stone that stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Accept {
    /// `accept`.
    Accept,
    /// `access`: some programs wait for it.
    Access,
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
        Rules { max_plies: 400, marking: Marking::Automatic, accept: Accept::Accept }
    }
}
