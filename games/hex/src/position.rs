//! The rules of Hex (`RULES.md` 10; the school's text, section 四, 10).

use crate::{Cell, Rules, Stones};
use leitai_board::refusal::{CELL_OCCUPIED, NOT_YOUR_TURN};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Seat, State, Turn, Words, illegal, open_information,
};

/// One act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on an empty cell.
    Stone(Cell),
    /// Second takes the first stone over: it becomes Second's stone at the mirrored cell.
    Swap,
}

/// A position. First plays red and joins top and bottom, Second plays blue and joins left and right. Legal by
/// construction: the stones fit the order of turns, and if a side has joined its borders, it did so last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rules: Rules,
    stones: [Stones; 2],
    /// The stones of both sides that are joined to the border where their owner's chain begins. Updated by
    /// `put`; [`Stones::joined_to`] computes the same from scratch.
    joined: Stones,
    placed: u16,
    /// Whose turn it is, or would be after the end.
    mover: Seat,
    /// Updated by `put`; [`Stones::connects`] computes the same from scratch.
    winner: Option<Seat>,
}

const _: () = assert!(size_of::<Board>() <= 236);

pub(crate) static JOINED: Words = Words::new("joined both borders", "连通两边");
static OFF_BOARD: Words = Words::new("no such cell on this board", "棋盘上没有该格");
static BARRED: Words = Words::new("the first stone may not stand in the centre", "首子不得落在中心");
static NO_SWAP: Words = Words::new("there is no swap in this game", "本局没有交换规则");
static SWAP_PAST: Words =
    Words::new("only Second may swap, and only as its first act", "仅后手可在其第一手交换");

impl Board {
    /// Builds a position from the stones of red and of blue and the seat on turn (after the end, the loser).
    /// Returns the reason if no game reaches it.
    pub fn from_stones(rules: Rules, red: Stones, blue: Stones, mover: Seat) -> Result<Board, Words> {
        let both = red.or(&blue);
        if !both.without(&Stones::board(rules.size())).is_empty() {
            return Err(Words::new("a stone stands outside the board", "有棋子在棋盘之外"));
        }
        if !red.and(&blue).is_empty() {
            return Err(Words::new("a cell holds one stone", "一格只能有一枚棋子"));
        }
        let placed = both.len();
        // Once Second has taken over the first stone, the seats' turns are reversed: Second has the
        // odd-numbered stones.
        let starter = if placed.is_multiple_of(2) { mover } else { mover.other() };
        if starter == Seat::Second && !(rules.swap() && placed > 0) {
            return Err(Words::new(
                "red moves first and the sides place one stone each in turn",
                "红方先行，双方轮流各下一子",
            ));
        }
        let stones = [red, blue];
        let mut first = stones[starter.index()];
        if first.len() != placed.div_ceil(2) {
            return Err(Words::new(
                "red moves first and the sides place one stone each in turn",
                "红方先行，双方轮流各下一子",
            ));
        }
        // The centre is its own mirror image, so a stone taken over did not start there either.
        if let Some(barred) = rules.barred() {
            first.remove(barred);
        }
        if placed > 0 && first.is_empty() {
            return Err(Words::new(
                "the first stone stands in the centre, which is barred",
                "首子下在禁止的中心格",
            ));
        }
        let joined = Seat::BOTH.map(|seat| stones[seat.index()].joined_to(&Stones::border(seat)));
        let winner = Seat::BOTH.into_iter().find(|seat| joined[seat.index()].reaches(*seat, rules.size()));
        if let Some(winner) = winner {
            let stones = stones[winner.index()];
            let is_last = |cell| !stones.without(&Stones::of(cell)).connects(winner, rules.size());
            if winner == mover || !stones.iter().any(is_last) {
                return Err(Words::new(
                    "the game ends with the stone that joins the borders",
                    "连通两边的一子下出后对局即结束",
                ));
            }
        }
        Ok(Board { rules, stones, joined: joined[0].or(&joined[1]), placed, mover, winner })
    }

    /// The options of the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The stones of a seat: First is red.
    pub const fn stones(&self, seat: Seat) -> &Stones {
        &self.stones[seat.index()]
    }

    /// The number of stones on the board.
    pub const fn placed(&self) -> u16 {
        self.placed
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The side that joined its borders.
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// The seat whose stone stands on `cell`.
    pub fn at(&self, cell: Cell) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.stones(*seat).has(cell))
    }

    /// The cells without a stone.
    pub fn empty(&self) -> Stones {
        Stones::board(self.rules.size()).without(&self.stones[0].or(&self.stones[1]))
    }

    /// The cells where a stone may be placed now, regardless of who is on turn: the empty cells, except the
    /// barred one before the first stone. Empty after the end.
    pub fn open(&self) -> Stones {
        if self.winner.is_some() {
            return Stones::default();
        }
        let mut open = self.empty();
        if let Some(barred) = self.rules.barred().filter(|_| self.placed == 0) {
            open.remove(barred);
        }
        open
    }

    /// Whether Second may take over the first stone now.
    pub fn can_swap(&self) -> bool {
        self.rules.swap() && self.placed == 1 && self.mover == Seat::Second
    }

    /// A shortest chain of the winner's stones from border to border; empty before the end.
    pub fn chain(&self) -> Stones {
        let chain = |winner| self.stones(winner).chain(winner, self.rules.size());
        self.winner.map_or(Stones::default(), chain)
    }

    /// Places a stone, and updates the joined stones and the winner.
    fn put(&mut self, seat: Seat, cell: Cell) {
        let own = &mut self.stones[seat.index()];
        own.insert(cell);
        self.placed += 1;
        let begins = match seat {
            Seat::First => cell.y() == 0,
            Seat::Second => cell.x() == 0,
        };
        if begins || own.and(&self.joined).touches(cell) {
            // Every stone is joined only once in a game: a chain already connected to the border is never
            // walked again.
            let fresh = own.without(&self.joined).joined_to(&Stones::of(cell));
            self.joined = self.joined.or(&fresh);
            if fresh.reaches(seat, self.rules.size()) {
                self.winner = Some(seat);
            }
        }
    }

    /// Mirrors the first stone and changes its colour. Nothing else changes; the sides keep their seats.
    fn swap(&mut self) {
        let taken = self.stones[0];
        *self = Board::initial(&self.rules);
        taken.iter().for_each(|cell| self.put(Seat::Second, cell.mirrored()));
    }
}

impl State for Board {
    type Move = Move;

    fn turn(&self) -> Turn {
        match self.winner {
            Some(winner) => Turn::Over(Outcome::won(winner, &JOINED)),
            // A full board always has a winner.
            None => Turn::Of(Actor::Seat(self.mover)),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Move>) {
        if self.turn().owes(by) {
            let open = self.open();
            out.reserve(usize::from(open.len()) + 1);
            open.iter().for_each(|cell| out.push(Move::Stone(cell)));
            out.extend(self.can_swap().then_some(Move::Swap));
        }
    }

    fn check(&self, by: Actor, m: &Move) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        match *m {
            Move::Swap if !self.rules.swap() => illegal(&NO_SWAP),
            Move::Swap if !self.can_swap() => illegal(&SWAP_PAST),
            Move::Stone(cell) if !self.rules.has(cell) => illegal(&OFF_BOARD),
            Move::Stone(cell) if self.at(cell).is_some() => illegal(&CELL_OCCUPIED),
            Move::Stone(cell) if !self.open().has(cell) => illegal(&BARRED),
            Move::Stone(_) | Move::Swap => Ok(()),
        }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn initial(rules: &Rules) -> Self {
        Board {
            rules: *rules,
            stones: [Stones::default(); 2],
            joined: Stones::default(),
            placed: 0,
            mover: Seat::First,
            winner: None,
        }
    }

    fn play(&mut self, by: Actor, m: &Move) {
        let Actor::Seat(seat) = by else { return };
        match *m {
            Move::Stone(cell) => self.put(seat, cell),
            Move::Swap => self.swap(),
        }
        self.mover = seat.other();
    }
}

impl Open for Board {}
