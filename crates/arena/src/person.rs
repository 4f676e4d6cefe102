//! People at the terminal and what they type.

use crate::inbox::{Fill, Inbox};
use leitai_core::{ClockChange, Refusal, Seat, Sentence, Table};
use leitai_sandbox::system::{AsFd as _, BorrowedFd, LocalStream};
use std::cell::RefCell;

/// A person who plays, whose lines are read from a file descriptor.
pub trait Person {
    /// Where the person's lines come from.
    fn input(&self) -> PersonInput<'_>;
    /// The descriptor to read lines from.
    fn lines(&self) -> BorrowedFd<'_> {
        self.input().lines
    }
    /// The input typed there; two persons at one keyboard share it.
    fn typing(&self) -> &RefCell<Typing> {
        self.input().typing
    }
    /// Whether the person has a keyboard of their own. Two who share one act in turn, First first.
    fn is_apart(&self) -> bool {
        self.input().is_far
    }
    /// Whether the person is heard at any time, not only when an act is due: whoever is far away resigns, or has agreed on
    /// something with the other side, while that one thinks.
    fn speaks_up(&self) -> bool {
        self.input().is_far
    }
    /// Whether the clock of this seat is [started by hand](Typed::Start), not by the other side's act: it is a machine
    /// elsewhere, whose operator reads what was played.
    fn starts_by_hand(&self) -> bool {
        false
    }
    /// Called when the program of a seat has failed where it [is mended](crate::Seating::mends): the game stands until it is
    /// [started anew](Typed::Restart). `log` is what it logged last.
    fn failed(&mut self, _seat: Seat, _why: &Sentence, _log: &str) {}
    /// Called when it is this person's turn to act, for the seat or as the referee.
    fn asked(&mut self, table: &dyn Table, seat: Seat);
    /// Interprets a typed line.
    fn typed(&mut self, table: &dyn Table, seat: Seat, line: &[u8]) -> Typed;
    /// Called when the person's acts were refused.
    fn refused(&mut self, refusal: &Refusal);
}

/// Where a person's lines come from.
#[derive(Clone, Copy)]
pub struct PersonInput<'a> {
    /// The descriptor to read lines from.
    pub lines: BorrowedFd<'a>,
    /// What was typed there and not taken yet.
    pub typing: &'a RefCell<Typing>,
    /// Whether the person is elsewhere, and not at the keyboard of this process.
    pub is_far: bool,
}

/// The lines of a person who is elsewhere.
pub struct FarInput {
    lines: LocalStream,
    typing: RefCell<Typing>,
}

impl FarInput {
    /// Whose lines arrive here.
    pub fn new(lines: LocalStream) -> FarInput {
        FarInput { lines, typing: RefCell::default() }
    }

    /// The same for the stage.
    pub fn input(&self) -> PersonInput<'_> {
        PersonInput { lines: self.lines.as_fd(), typing: &self.typing, is_far: true }
    }
}

/// The meaning of a line typed by a person.
pub enum Typed {
    /// Nothing for the table.
    Nothing,
    /// Acts in the game's notation, in order.
    Acts(Vec<String>),
    /// The person resigns.
    Resign,
    /// The person is away, for this reason, and loses.
    Away(Sentence),
    /// Both sides have agreed that nobody has won.
    Agree,
    /// Both sides have agreed to take back everything after so many plies.
    Back {
        /// So many plies count.
        to: u32,
        /// Whether what the dice showed after them is taken back too, where people throw them.
        dice: bool,
    },
    /// The referee decides who has won, or that nobody has, for this reason.
    Rule(Option<Seat>, String),
    /// The clocks are changed, for this reason. How long they ran before a stop is for the stage to say.
    Clock {
        /// What is done.
        change: ClockChange,
        /// Why.
        reason: String,
    },
    /// The clock of this seat [is started](Person::starts_by_hand).
    Start,
    /// Programs are started anew, and told the game, for this reason.
    Restart(String),
    /// Programs are killed where they stand, as if they had crashed: somebody rehearses what to do then.
    Strike,
    /// The person leaves: the game is abandoned.
    Leave,
}

/// The input typed at a keyboard and not yet taken. It outlives a game: what was typed ahead is available to the next.
#[derive(Default)]
pub struct Typing {
    lines: Inbox,
    /// Set once no more lines will come.
    ended: bool,
}

impl Typing {
    /// Reads the typed input, once. The last line may lack its line end.
    pub(crate) fn fill(&mut self, lines: BorrowedFd<'_>) {
        if self.lines.fill(lines) == Fill::Closed {
            self.ended = true;
            self.lines.finish();
        }
    }

    /// Whether no more lines will come.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Whether there is a line to take.
    pub(crate) fn has_line(&self) -> bool {
        self.lines.has_line()
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> Option<Vec<u8>> {
        self.lines.line().map(<[u8]>::to_vec)
    }
}
