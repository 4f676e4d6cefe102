//! The options of the rules.

use leitai_core::Seat;

/// How long a game may be and who marks the dead stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The number of plies, passes included, after which the board is counted: 1..=10000.
    pub max_plies: u16,
    /// Who marks the dead stones.
    pub marking: Marking,
    /// What the desktop platform's programs are sent when their stone is accepted. It does not affect the
    /// rules.
    pub accept: Accept,
    /// The only side whose stones this table knows; `None` if it knows both. What the other side does the table hears, and
    /// the referee, who sees all stones, says what comes of the tries. Then nobody marks dead stones: he counts.
    pub seen: Option<Seat>,
}

impl Rules {
    /// The side whose stones this table does not know.
    pub fn unseen(&self) -> Option<Seat> {
        self.seen.map(Seat::other)
    }
}

/// The word for an accepted stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Accept {
    /// `accept`.
    Accept,
    /// `access`, which some programs expect.
    Access,
}

/// Who marks the dead stones before the board is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marking {
    /// The rules mark them: see [`dead`](crate::dead).
    Automatic,
    /// The referee marks them, starting from what the rules would mark.
    Arbiter,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { max_plies: 400, marking: Marking::Automatic, accept: Accept::Accept, seen: None }
    }
}
