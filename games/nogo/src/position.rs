//! The rules of `NoGo` (`RULES.md` 7; the school's text, 不围棋项目).
//!
//! Call an arrangement of stones *sound* if every chain in it has a liberty. A stone neither captures nor is
//! suicide exactly if the arrangement including it is sound. Removing a stone keeps an arrangement sound:
//! what remains of its chain is adjacent to the vacated point. Every order of the stones of a sound
//! arrangement is therefore a possible game, and a point once unsafe for a colour stays unsafe until it is
//! taken: safe points are only ever lost.

use crate::Rules;
use leitai_board::refusal::{NOT_YOUR_TURN, POINT_OCCUPIED};
use leitai_board::{Point, Points};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Seat, State, Turn, Words, illegal, open_information,
};

/// A position. Legal by construction: its arrangement is sound and the numbers of stones fit the order of
/// turns, so that some game reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    stones: [Points; 2],
    empty: Points,
    /// Updated by `play`; [`safe_points`] computes the same from scratch.
    safe: [Points; 2],
    mover: Seat,
    rules: Rules,
}

const _: () = assert!(size_of::<Board>() <= 96);

pub(crate) static NO_SAFE_POINT: Words = Words::new("no safe point", "对方无处可下");
static CAPTURES: Words = Words::new("captures", "吃子");
static SUICIDE: Words = Words::new("suicide", "自杀");
static OFF_THE_BOARD: Words = Words::new("point off the board", "落点在棋盘之外");

impl Board {
    /// Builds a position from the stones of black and of white. Returns the reason if no game reaches it.
    pub fn from_stones(rules: Rules, black: Points, white: Points) -> Result<Board, Words> {
        if !(black & white).is_empty() {
            return Err(Words::new("a point holds one stone", "一个点只能有一枚棋子"));
        }
        if !((black | white) - rules.board()).is_empty() {
            return Err(Words::new("a stone lies off the board", "有棋子在棋盘之外"));
        }
        let mover = match black.len().checked_sub(white.len()) {
            Some(0) => Seat::First,
            Some(1) => Seat::Second,
            _ => {
                return Err(Words::new(
                    "black starts and the sides take turns, one stone each",
                    "黑方先行，双方轮流各下一子",
                ));
            }
        };
        let stones = [black, white];
        let empty = rules.board() - black - white;
        if !is_sound(stones, empty) {
            return Err(Words::new("a chain has no liberty", "有一块棋没有气"));
        }
        let safe = Seat::BOTH.map(|seat| safe_points(stones, empty, seat));
        Ok(Board { stones, empty, safe, mover, rules })
    }

    /// The points where a stone of the seat neither captures nor is suicide, regardless of who is on turn.
    pub const fn safe(&self, seat: Seat) -> Points {
        self.safe[seat.index()]
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The stones of a seat: First is black.
    pub const fn stones(&self, seat: Seat) -> Points {
        self.stones[seat.index()]
    }

    /// The points without a stone.
    pub const fn empty(&self) -> Points {
        self.empty
    }

    /// The options of the rules, that is, the size of the board.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The seat whose stone stands on `point`.
    pub fn at(&self, point: Point) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.stones(*seat).has(point))
    }

    /// Places a stone. The point must be safe for the seat.
    fn put(&mut self, seat: Seat, point: Point) {
        let (stone, other) = (Points::of(point), seat.other());
        self.stones[seat.index()] |= stone;
        self.empty -= stone;
        self.safe = self.safe.map(|safe| safe - stone);
        self.mover = other;
        // A point's safety depends on its empty neighbours and on adjacent chains whose last liberty it is.
        // Only the stone's neighbours have lost an empty neighbour, and only the stone's chain and the chains
        // next to it can have lost a liberty.
        let near = stone.beside();
        let mut changed = near & self.empty;
        let last = self.last_liberty(seat, stone);
        self.safe[other.index()] -= last;
        changed |= last;
        for theirs in (near & self.stones(other)).each() {
            let last = self.last_liberty(other, theirs);
            self.safe[seat.index()] -= last;
            changed |= last;
        }
        for hole in (changed - self.empty.beside()).each() {
            for seat in Seat::BOTH {
                if !self.breathes_in(seat, hole) {
                    self.safe[seat.index()] -= hole;
                }
            }
        }
    }

    /// The only liberty of the chain through `stone`; the empty set if it has more.
    fn last_liberty(&self, seat: Seat, stone: Points) -> Points {
        let mut chain = stone;
        loop {
            let beside = chain.beside();
            let liberties = beside & self.empty;
            if liberties.is_many() {
                return Points::default();
            }
            let grown = chain | beside & self.stones(seat);
            if grown == chain {
                return liberties;
            }
            chain = grown;
        }
    }

    /// Whether a stone on `hole`, an empty point without empty neighbours, would gain a liberty from its own
    /// side's chains.
    fn breathes_in(&self, seat: Seat, hole: Points) -> bool {
        let own = hole.beside() & self.stones(seat);
        own.each().any(|stone| self.last_liberty(seat, stone).is_empty())
    }

    fn captures(&self, seat: Seat, point: Point) -> bool {
        let (stone, other) = (Points::of(point), seat.other());
        (stone.beside() & self.stones(other)).each().any(|theirs| self.last_liberty(other, theirs) == stone)
    }
}

/// Whether every chain has a liberty. Spreads from all liberties at once through the stones of one colour.
fn is_sound(stones: [Points; 2], empty: Points) -> bool {
    stones.into_iter().all(|stones| {
        let mut breathing = stones & empty.beside();
        loop {
            let more = breathing | stones & breathing.beside();
            if more == breathing {
                return breathing == stones;
            }
            breathing = more;
        }
    })
}

/// The points where a stone of `seat` leaves the arrangement sound, computed from scratch by definition.
fn safe_points(stones: [Points; 2], empty: Points, seat: Seat) -> Points {
    let is_safe = |point: &Point| {
        let mut stones = stones;
        stones[seat.index()] |= Points::of(*point);
        is_sound(stones, empty - Points::of(*point))
    };
    empty.iter().filter(is_safe).collect()
}

impl State for Board {
    type Move = Point;

    fn turn(&self) -> Turn {
        if self.safe(self.mover).is_empty() {
            Turn::Over(Outcome::won(self.mover.other(), &NO_SAFE_POINT))
        } else {
            Turn::Of(Actor::Seat(self.mover))
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Point>) {
        if by == Actor::Seat(self.mover) {
            let safe = self.safe(self.mover);
            out.reserve(safe.len() as usize);
            safe.iter().for_each(|point| out.push(point));
        }
    }

    fn check(&self, by: Actor, m: &Point) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        if self.safe(self.mover).has(*m) {
            Ok(())
        } else if !self.rules.has(*m) {
            illegal(&OFF_THE_BOARD)
        } else if !self.empty.has(*m) {
            illegal(&POINT_OCCUPIED)
        } else if self.captures(self.mover, *m) {
            illegal(&CAPTURES)
        } else {
            illegal(&SUICIDE)
        }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn initial(rules: &Rules) -> Self {
        let board = rules.board();
        // On a 1×1 board, the only move is suicide.
        let safe = if board.is_many() { board } else { Points::default() };
        Board {
            stones: [Points::default(); 2],
            empty: board,
            safe: [safe; 2],
            mover: Seat::First,
            rules: *rules,
        }
    }

    fn play(&mut self, by: Actor, m: &Point) {
        if let Actor::Seat(seat) = by {
            self.put(seat, *m);
        }
    }
}

impl Open for Board {}
