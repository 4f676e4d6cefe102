//! People at the terminal and what they type.

use crate::inbox::{Fill, Inbox};
use leitai_core::{Refusal, Seat, Table};
use rustix::fd::BorrowedFd;

/// A person who plays; lines are read from a file descriptor.
pub trait Person {
    /// The descriptor to read lines from.
    fn lines(&self) -> BorrowedFd<'_>;
    /// It is this person's turn to act, for the seat or as the referee.
    fn asked(&mut self, table: &dyn Table, seat: Seat);
    /// Interprets a typed line.
    fn typed(&mut self, table: &dyn Table, seat: Seat, line: &[u8]) -> Typed;
    /// The acts were refused.
    fn refused(&mut self, refusal: &Refusal);
}

/// The meaning of a line typed by a person.
pub enum Typed {
    /// Nothing for the table.
    Nothing,
    /// Acts in the game's notation, in order.
    Acts(Vec<String>),
    /// The person resigns.
    Resign,
    /// The person leaves: the game is abandoned.
    Leave,
}

/// The keyboards of a game: one a person; two persons share one.
pub(crate) struct Keyboards {
    /// Which keyboard each seat types at.
    of: [usize; 2],
    /// No more lines will come.
    ended: [bool; 2],
    typed: [Inbox; 2],
}

impl Keyboards {
    /// `persons`: which seats are persons.
    pub(crate) fn new(persons: [bool; 2]) -> Self {
        let of = if persons == [true; 2] { [0, 0] } else { [0, 1] };
        Keyboards { of, ended: [false; 2], typed: Default::default() }
    }

    /// Takes in what was typed at the seat's keyboard, once. The last line may lack its end.
    pub(crate) fn fill(&mut self, seat: Seat, lines: BorrowedFd<'_>) {
        let i = self.of[seat.index()];
        if self.typed[i].fill(lines) == Fill::Closed {
            self.ended[i] = true;
            self.typed[i].finish();
        }
    }

    /// Will no more lines come?
    pub(crate) fn ended(&self, seat: Seat) -> bool {
        self.ended[self.of[seat.index()]]
    }

    /// Is there a line to take?
    pub(crate) fn has_line(&self, seat: Seat) -> bool {
        self.typed[self.of[seat.index()]].has_line()
    }

    /// The next line.
    pub(crate) fn line(&mut self, seat: Seat) -> Option<&[u8]> {
        self.typed[self.of[seat.index()]].line()
    }
}
