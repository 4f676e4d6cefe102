//! What is done in a game, and what came of it.

use leitai_board::{Point, Points};
use leitai_core::Seat;

/// One act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// The seat on turn tries a point: either it is accepted, or it is refused without a reason and the turn
    /// goes on.
    Try(Point),
    /// The seat on turn passes.
    Pass,
    /// The referee marks the chain there as dead or, if it is already marked, as alive.
    Dead(Point),
    /// The referee has finished marking, and the board is counted.
    Count,
    /// A seat whose stones [the table does not know](crate::Rules::seen) has placed a stone, which took nothing.
    Stone,
    /// That seat has placed a stone that took some: the referee says which.
    Takes,
    /// A try of that seat was refused; its turn goes on.
    Refused,
    /// The referee says that the try is accepted and takes nothing.
    Legal,
    /// The referee says that the try is refused.
    Illegal,
    /// The referee says that the stone just played takes the chain there.
    Taken(Point),
    /// The referee has said everything that the stone took.
    Done,
    /// The referee shows, after the last ply, that one of the unknown stones stands there; said again, that none does.
    Shown(Point),
    /// The referee has counted, and this seat has won.
    Won(Seat),
}

/// The actual effect of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The point is occupied, suicide or ko. `exhausted`: it was the last point to try, so the turn has
    /// passed.
    Refused {
        /// Whether it was the last point that could be tried.
        exhausted: bool,
    },
    /// The stone stands and has captured these points.
    Accepted(Points),
    /// A pass.
    Passed,
    /// The referee's act.
    Marked,
    /// What came of it the referee has not said yet: nobody is told anything.
    Unsaid,
    /// The referee has said everything: a stone of this seat stands and has captured these points.
    Stands {
        /// Whose stone it is.
        seat: Seat,
        /// Where it stands, if the table knows.
        at: Option<Point>,
        /// What it has captured.
        taken: Points,
    },
    /// The referee has refused a try of this seat. `exhausted` as for [`Refused`](Effect::Refused).
    Fails {
        /// Who tried.
        seat: Seat,
        /// The point, if the table knows it.
        at: Option<Point>,
        /// Whether it was the last point that could be tried.
        exhausted: bool,
    },
    /// The referee has named the winner. `shown`: he has shown where all stones stand.
    Named {
        /// Whether all stones are known now.
        shown: bool,
    },
}

/// What the referee is asked, where he knows what the table does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// Whether this try is accepted, and what it takes.
    Try(Point),
    /// What a stone of the other side, placed somewhere, has taken.
    Stone,
}
