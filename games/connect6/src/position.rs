//! The rules of Connect6 (`RULES.md` 2; the course text, 游戏规则).

use crate::{Point, Stones};
use leitai_board::refusal::{NOT_YOUR_TURN, POINT_OCCUPIED};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Rng, Seat, State, Turn, Words, illegal, open_information,
};

/// A position. Legal by construction: the stones fit the order of turns, and any six in a row was completed
/// by the last stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    stones: [Stones; 2],
    placed: u16,
    /// Updated by `play`; [`Stones::sixes`] finds the same from scratch.
    winner: Option<Seat>,
}

const _: () = assert!(size_of::<Board>() <= 128);

pub(crate) static SIX_IN_A_ROW: Words = Words::new("six in a row", "六子连线");
pub(crate) static FULL_BOARD: Words = Words::new("board full", "棋盘已满");

impl Board {
    /// Builds a position from the stones of black and of white, or returns the reason why no game reaches it.
    pub fn from_stones(black: Stones, white: Stones) -> Result<Board, Words> {
        if !black.and(&white).is_empty() {
            return Err(Words::new("a point holds one stone", "一个点只能有一枚棋子"));
        }
        let placed = black.len() + white.len();
        if black.len() != (0..placed).filter(|n| mover(*n) == Seat::First).count() as u16 {
            return Err(Words::new(
                "black starts with one stone, then each side places two a turn",
                "黑方先下一子，此后双方每次各下两子",
            ));
        }
        let mut board = Board { stones: [black, white], placed, winner: None };
        let sixes = board.stones.map(|stones| stones.sixes());
        for seat in Seat::BOTH {
            let (stones, six) = (board.stones(seat), sixes[seat.index()]);
            if six.is_empty() {
                continue;
            }
            let is_last = |point| {
                let mut before = *stones;
                before.remove(point);
                before.sixes().is_empty()
            };
            if board.last() != Some(seat) || !six.iter().any(is_last) {
                return Err(Words::new(
                    "the game ends with the first stone that makes six in a row",
                    "首次连成六子时对局即结束",
                ));
            }
            board.winner = Some(seat);
        }
        Ok(board)
    }

    /// The stones of a seat: First is black.
    pub const fn stones(&self, seat: Seat) -> &Stones {
        &self.stones[seat.index()]
    }

    /// The number of stones on the board.
    pub const fn placed(&self) -> u16 {
        self.placed
    }

    /// The side that made six in a row.
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// How many stones the side to move still has to place this turn: 1 or 2, or 0 once the game is over.
    pub const fn stones_left(&self) -> u16 {
        if self.winner.is_some() || self.placed == Point::COUNT {
            0
        } else if self.placed == 0 {
            1
        } else {
            1 + self.placed % 2
        }
    }

    /// The seat whose stone is on `point`, if any.
    pub fn at(&self, point: Point) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.stones(*seat).has(point))
    }

    /// Whether a stone of `seat` on the empty point `point` would make six in a row.
    pub fn wins(&self, seat: Seat, point: Point) -> bool {
        let mut stones = *self.stones(seat);
        stones.insert(point);
        self.at(point).is_none() && stones.six_through(point)
    }

    /// The points without a stone.
    pub fn empty(&self) -> Stones {
        Stones::BOARD.without(&self.stones[0].or(&self.stones[1]))
    }

    /// The seat that placed the last stone.
    fn last(&self) -> Option<Seat> {
        self.placed.checked_sub(1).map(mover)
    }
}

/// The seat that places the stone after `placed` others: black one, then each side two.
const fn mover(placed: u16) -> Seat {
    if placed.div_ceil(2).is_multiple_of(2) { Seat::First } else { Seat::Second }
}

impl State for Board {
    type Move = Point;

    fn turn(&self) -> Turn {
        if let Some(winner) = self.winner {
            Turn::Over(Outcome::won(winner, &SIX_IN_A_ROW))
        } else if self.placed == Point::COUNT {
            Turn::Over(Outcome::drawn(&FULL_BOARD))
        } else {
            Turn::Of(Actor::Seat(mover(self.placed)))
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Point>) {
        if self.turn().owes(by) {
            out.reserve(usize::from(Point::COUNT - self.placed));
            self.empty().iter().for_each(|point| out.push(point));
        }
    }

    /// The random number is an index into the order of [`moves`](State::moves).
    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Point> {
        if !self.turn().owes(by) {
            return None;
        }
        self.empty().nth(rng.below(usize::from(Point::COUNT - self.placed)) as u16)
    }

    fn check(&self, by: Actor, m: &Point) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        if self.at(*m).is_some() {
            return illegal(&POINT_OCCUPIED);
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

    fn play(&mut self, by: Actor, m: &Point) {
        let Actor::Seat(seat) = by else { return };
        let stones = &mut self.stones[seat.index()];
        stones.insert(*m);
        self.placed += 1;
        if stones.six_through(*m) {
            self.winner = Some(seat);
        }
    }
}

impl Open for Board {}
