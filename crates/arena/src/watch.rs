//! Watching a running game: what was added to its record, and what the clocks show.

use leitai_core::{Seat, Sentence, Table};
use std::time::{Duration, Instant};

/// An observer of a running game, called on the game's own thread.
pub trait Watch {
    /// Called after each change of the position. No clock is running, and none starts before this returns, so a
    /// person's view may be drawn here.
    fn changed(&mut self, _table: &dyn Table) {}

    /// Called when the record has grown, or a clock was started or stopped. Clocks may be running: copy and return,
    /// wake nobody. Returning false means that it was not taken: the same is shown again, with what has come since,
    /// when the stage next wakes, which is within milliseconds. The last update of a game is shown only once.
    fn grew(&mut self, _seen: &Seen<'_>) -> bool {
        true
    }

    /// Whether the raw conversation is to be reported too. Called once, before the game.
    fn hears_talk(&self) -> bool {
        false
    }

    /// Called for lines that a program was sent or sent itself, in order and shortly afterwards, if they are to be
    /// reported.
    fn spoke(&mut self, _spoke: &Spoke<'_>) {}

    /// Called when the game is over and its programs have exited, with the reason.
    fn ended(&mut self, _reason: &Sentence) {}

    /// Called when the stage could not act in the game, which is restarted: whatever was seen of it is void.
    fn again(&mut self) {}
}

/// An observer that ignores everything.
impl Watch for () {}

/// Lines that a program was sent, or one that it sent.
#[derive(Clone, Copy, Debug)]
pub struct Spoke<'a> {
    /// When it was sent.
    pub at: Instant,
    /// The seat of the program.
    pub seat: Seat,
    /// Whether the program was sent these lines; otherwise it sent them.
    pub is_sent: bool,
    /// The bytes, each line with its line end except perhaps the last.
    pub text: &'a [u8],
}

/// What can be seen of a running game since the last update.
#[derive(Debug)]
pub struct Seen<'a> {
    /// Lines added to its record, each with its line end. They contain secrets and what programs logged, which must be
    /// removed before anybody but the referee sees them.
    pub lines: &'a [u8],
    /// When the stage woke, or came back from a rest between two plies.
    pub at: Instant,
    /// The readings of the clocks, First before Second.
    pub clocks: [SeatClock; 2],
    /// Set if the game is over and its record sealed: nothing will follow.
    pub over: bool,
}

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatClock {
    /// When it was started; `None` if it is not running.
    pub asked: Option<Instant>,
    /// Time used in the current turn before that.
    pub turn: Duration,
    /// Time left of the whole game before that; `None` without such a limit.
    pub left: Option<Duration>,
}
