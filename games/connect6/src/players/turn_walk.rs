//! A position as the strong players search it: whole turns, with wins by double threats looked for wherever it looks.

use super::field::Field;
use super::line_board::LineBoard;
use super::stops::least;
use super::turn_list::{PAIRS, Stones, THREATS, TurnList};
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::Seat;
use leitai_search::{FORCING, Hand, Listing, WIN, Walk, Weigh, Which, Worth, expected};

/// Up to how many turns from the root that search looks at stones that threaten nothing by themselves.
const WIDE: u32 = 1;
/// The value that the search takes for odds of e to 1.
const SCALE: f32 = 200.0;
/// The most that a value says in that unit where nothing is proved.
const MOST: i32 = 1_200;

/// A game of turns from a position on.
pub(super) struct TurnWalk {
    board: LineBoard,
    vcdt: Vcdt,
    seat: Seat,
    placed: u16,
    /// Stones that the side to move may place now, 1 or 2; later turns have two.
    first: u16,
    /// Turns played on the walk so far.
    ply: u32,
    winner: Option<Seat>,
    /// Class and promise of the turns listed last, by their number.
    ranks: Vec<(u8, i16)>,
    /// What the turns listed last leave out.
    listing: Listing,
    /// The turns allowed at the root; `None` for those that the walk lists.
    roots: Option<Vec<Stones>>,
}

/// Part of the key when white is to move, and when it has one stone left.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
const ONE: u64 = 0x94d0_49bb_1331_11eb;

impl TurnWalk {
    /// A position with `seat` to move.
    pub(super) fn new(board: &Board, seat: Seat, vcdt: Vcdt) -> TurnWalk {
        TurnWalk {
            board: LineBoard::new(board),
            vcdt,
            seat,
            placed: board.placed(),
            first: board.stones_left(),
            ply: 0,
            winner: board.winner(),
            ranks: vec![(0, 0); Stones::COUNT],
            listing: Listing::Whole,
            roots: None,
        }
    }

    /// Restricts the first turn to these.
    pub(super) fn restrict(&mut self, roots: Vec<Stones>) {
        self.roots = Some(roots);
    }

    /// Exchanges the search for double threats for another.
    pub(super) const fn swap_vcdt(&mut self, vcdt: &mut Vcdt) {
        std::mem::swap(&mut self.vcdt, vcdt);
    }

    /// The stones in the windows, for a search that leaves them as they were.
    pub(super) const fn field_mut(&mut self) -> &mut Field {
        self.board.field_mut()
    }

    /// How many stones the side to move places.
    fn stones(&self) -> u16 {
        let stones = if self.ply == 0 { self.first } else { 2 };
        stones.min(Point::COUNT - self.placed)
    }

    fn field(&self) -> &Field {
        self.board.field()
    }

    /// The turns of this position.
    pub(super) fn list(&mut self) -> TurnList<'_> {
        let (stones, is_wide) = (self.stones(), self.ply < WIDE);
        TurnList { board: &mut self.board, vcdt: &mut self.vcdt, seat: self.seat, stones, is_wide }
    }

    /// Whether a side has six in a row, or the board is full.
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.hand(), Hand::Seat(_))
    }

    /// The value for First of a win of `seat` in that many turns.
    fn won(seat: Seat, turns: u16) -> Worth {
        let value = WIN - i32::from(turns);
        Worth::Exact(if seat == Seat::First { value } else { -value })
    }
}

impl Walk for TurnWalk {
    type Act = Stones;
    type Undo = ();

    fn hand(&self) -> Hand {
        match self.winner {
            Some(seat) => Hand::Over(if seat == Seat::First { 1.0 } else { 0.0 }),
            None if self.placed == Point::COUNT => Hand::Over(0.5),
            None => Hand::Seat(self.seat),
        }
    }

    fn key(&self) -> u64 {
        self.field().key()
            ^ if self.seat == Seat::Second { WHITE } else { 0 }
            ^ if self.stones() == 1 { ONE } else { 0 }
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Stones>) {
        let threats = self.field().threats(self.seat.other());
        let is_forced = least(&threats) == 2;
        if which == Which::Forcing && !self.is_compelled() {
            return;
        }
        let (turns, are_some) = match self.roots.clone().filter(|_| self.ply == 0) {
            // Others may stand that there was no time to look at.
            Some(roots) => {
                let list = self.list();
                (roots.into_iter().map(|turn| (list.promise(turn), turn)).collect(), true)
            }
            None => (self.list().turns(), !is_forced),
        };
        self.listing = if are_some || turns.len() >= PAIRS { Listing::Part } else { Listing::Whole };
        for (promise, turn) in turns {
            let class = if is_forced { FORCING } else { 1 };
            self.ranks[turn.number()] = (class, (promise / 2).clamp(-15_000, 15_000) as i16);
            out.push(turn);
        }
    }

    fn make(&mut self, turn: Stones) {
        for point in turn.iter() {
            self.board.place(self.seat, point);
            self.placed += 1;
        }
        if self.field().has_six(self.seat) {
            self.winner = Some(self.seat);
        }
        self.ply += 1;
        self.seat = self.seat.other();
    }

    fn take_back(&mut self, turn: Stones, (): ()) {
        self.seat = self.seat.other();
        self.ply -= 1;
        self.winner = None;
        for point in turn.iter().rev() {
            self.board.lift(self.seat, point);
            self.placed -= 1;
        }
    }
}

impl Weigh for TurnWalk {
    fn weigh(&mut self) -> Worth {
        let (seat, stones) = (self.seat, self.stones());
        if stones < 2 {
            if self.field().win(seat, stones).is_some() {
                return Self::won(seat, 1);
            }
        } else if let Some(win) = self.vcdt.win(self.board.field_mut(), seat, THREATS, self.ply < WIDE) {
            return Self::won(seat, win.turns);
        }
        if u16::from(least(&self.field().threats(seat.other()))) > stones {
            return Self::won(seat.other(), 2);
        }
        let value = self.board.value(seat);
        Worth::Guess(if seat == Seat::First { value } else { -value })
    }

    fn expected(&self, value: i32) -> f32 {
        // What is not proved is never certain.
        expected(value.clamp(-MOST, MOST) as f32 / SCALE)
    }

    /// The rank from when the turn was listed.
    fn rank(&self, turn: Stones) -> (u8, i16) {
        self.ranks[turn.number()]
    }

    fn slot(&self, turn: Stones) -> usize {
        turn.number()
    }

    const SLOTS: usize = Stones::COUNT;

    fn listing(&self) -> Listing {
        self.listing
    }

    /// A side that must place both stones to stop what is threatened has no choice, unless it completes six itself.
    fn is_compelled(&self) -> bool {
        !self.field().has_fours(self.seat) && least(&self.field().threats(self.seat.other())) == 2
    }
}
