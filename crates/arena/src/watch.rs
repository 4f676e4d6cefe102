//! Watching a running game: what its record grew by, and what the clocks show.

use leitai_core::{Seat, Sentence, Table};
use std::time::{Duration, Instant};

/// An observer of a running game, called on the game's own thread.
pub trait Watch {
    /// Called after each change of the position. No clock runs, and none begins before it returns: a person's view may
    /// be drawn here.
    fn changed(&mut self, _table: &dyn Table) {}

    /// Called when the record has grown, or a clock was started or stopped. Clocks may run: copy and return, wake
    /// nobody. False: it was not taken; the same is shown again, with what came since, when the stage wakes next,
    /// which is within milliseconds. The last of a game is shown once.
    fn grew(&mut self, _seen: &Seen<'_>) -> bool {
        true
    }

    /// Is the raw conversation to be told too? Asked once, before the game.
    fn hears_talk(&self) -> bool {
        false
    }

    /// Called for lines that a program was sent or said, in their order and soon after, if they are to be told.
    fn spoke(&mut self, _spoke: &Spoke<'_>) {}

    /// Called when the game is over and its programs have left, with the reason.
    fn ended(&mut self, _reason: &Sentence) {}

    /// The machine disturbed the game, which begins anew: whatever was seen of it is void.
    fn again(&mut self) {}
}

/// Nobody watches.
impl Watch for () {}

/// Lines that a program was sent, or one that it said.
#[derive(Clone, Copy, Debug)]
pub struct Spoke<'a> {
    /// When.
    pub at: Instant,
    /// Whose program.
    pub seat: Seat,
    /// Was the program sent it? Otherwise the program said it.
    pub is_sent: bool,
    /// The bytes, each line but perhaps the last with its end.
    pub text: &'a [u8],
}

/// What there is to see of a running game since it was last looked at.
#[derive(Debug)]
pub struct Seen<'a> {
    /// Lines that its record grew by, each with its end. They hold secrets and what programs logged: they must be cut
    /// before anybody but the referee sees them.
    pub lines: &'a [u8],
    /// When the stage woke, or came back from a rest between two plies.
    pub at: Instant,
    /// What the clocks show, First before Second.
    pub clocks: [SeatClock; 2],
    /// The game is over and its record sealed: nothing will follow.
    pub over: bool,
}

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatClock {
    /// Since when it runs; none if it stands.
    pub asked: Option<Instant>,
    /// Time used in the turn in progress before that.
    pub turn: Duration,
    /// What remained of the whole game before that; none without such a limit.
    pub left: Option<Duration>,
}
