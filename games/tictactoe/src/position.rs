//! The rules of tic-tac-toe (`RULES.md` 12; the platform text, section 7).

use leitai_board::refusal::{CELL_OCCUPIED, NOT_YOUR_TURN};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Seat, State, Turn, Words, illegal, open_information,
};

/// One of the nine cells, numbered 0–8 from the top left, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell with that number; `None` outside 0–8.
    pub const fn new(index: u8) -> Option<Cell> {
        if index < 9 { Some(Cell(index)) } else { None }
    }

    /// Its number, 0–8.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All nine cells, in order.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).map(Cell)
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A position: nine bits per side. Legal by construction: X has as many marks as O or one more, and at most
/// one side has a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    marks: [u16; 2],
}

/// The eight lines.
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0b100_010_001, 0b1_010_100];
const FULL: u16 = 0b111_111_111;

pub(crate) static THREE: Words = Words::new("three in a row", "三子连线");
pub(crate) static FULL_BOARD: Words = Words::new("board full", "棋盘已满");

impl Board {
    /// Builds a position from the marks of X and of O, bit `i` for cell `i`. Returns the reason if no game
    /// reaches it.
    pub fn from_marks(x: u16, o: u16) -> Result<Board, Words> {
        let board = Board { marks: [x, o] };
        let (xs, os) = (x.count_ones(), o.count_ones());
        if x & o != 0 || (x | o) & !FULL != 0 {
            return Err(Words::new("a cell holds one mark", "一格只能有一枚棋子"));
        }
        if xs != os && xs != os + 1 {
            return Err(Words::new("X has as many marks as O, or one more", "X 的棋子应与 O 相等或多一枚"));
        }
        if board.line(Seat::First).is_some() && (board.line(Seat::Second).is_some() || xs == os) {
            return Err(Words::new("the game ends with the first line", "首次连成一线时对局即结束"));
        }
        if board.line(Seat::Second).is_some() && xs != os {
            return Err(Words::new("the game ends with the first line", "首次连成一线时对局即结束"));
        }
        Ok(board)
    }

    /// The marks of a seat, bit `i` for cell `i`.
    pub const fn marks(&self, seat: Seat) -> u16 {
        self.marks[seat.index()]
    }

    /// The seat whose mark is in `cell`.
    pub fn at(&self, cell: Cell) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.marks(*seat) & cell.bit() != 0)
    }

    /// The bits of a complete line of `seat`, if it has one.
    pub fn line(&self, seat: Seat) -> Option<u16> {
        LINES.into_iter().find(|line| self.marks(seat) & line == *line)
    }

    const fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

impl State for Board {
    type Move = Cell;

    fn turn(&self) -> Turn {
        let mover = if self.taken().count_ones().is_multiple_of(2) { Seat::First } else { Seat::Second };
        // Only the seat that just moved can have a new line.
        if self.line(mover.other()).is_some() {
            Turn::Over(Outcome::won(mover.other(), &THREE))
        } else if self.taken() == FULL {
            Turn::Over(Outcome::drawn(&FULL_BOARD))
        } else {
            Turn::Of(Actor::Seat(mover))
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Cell>) {
        if self.turn().owes(by) {
            out.extend(Cell::all().filter(|cell| self.taken() & cell.bit() == 0));
        }
    }

    fn check(&self, by: Actor, m: &Cell) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        if self.taken() & m.bit() != 0 {
            return illegal(&CELL_OCCUPIED);
        }
        Ok(())
    }
}

impl Position for Board {
    type Rules = ();
    type Effect = ();
    open_information!();

    fn initial((): &()) -> Self {
        Board::default()
    }

    fn play(&mut self, by: Actor, m: &Cell) {
        if let Actor::Seat(seat) = by {
            self.marks[seat.index()] |= m.bit();
        }
    }
}

impl Open for Board {}
