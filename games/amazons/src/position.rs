//! The rules of Amazons (`RULES.md` 5; the school text, 亚马逊棋项目).

use crate::rays::{self, ALONG, LONGEST, MOST};
use crate::shot::Move;
use crate::size::Size;
use crate::square::Square;
use crate::square::squares;
use leitai_board::refusal::NOT_YOUR_TURN;
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Rng, Seat, State, Turn, Words, illegal, open_information,
};

/// The options of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The size of the board.
    pub size: Size,
}

/// A position: four amazons a side, and arrows. Legal by construction as far as counting can tell: First
/// moves after an even number of arrows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Amazons, arrows, and the squares outside a smaller board.
    taken: u128,
    amazons: [u128; 2],
    mover: Seat,
    size: Size,
}

const _: () = assert!(size_of::<Board>() <= 64);

pub(crate) static NO_MOVE: Words = Words::new("no amazon can move", "对方四枚棋子均不能移动");
static OFF_THE_BOARD: Words = Words::new("square off the board", "超出棋盘");
static NOT_YOUR_AMAZON: Words = Words::new("not an own amazon", "起点不是本方棋子");
static NOT_A_QUEENS_MOVE: Words = Words::new("not a queen's move", "不是皇后走法");
static WAY_BLOCKED: Words = Words::new("the amazon's way is blocked", "行棋路径受阻");
static NOT_A_QUEENS_SHOT: Words = Words::new("the arrow does not fly like a queen", "障碍不在皇后路线上");
static ARROW_BLOCKED: Words = Words::new("the arrow's way is blocked", "释放障碍的路径受阻");

impl Board {
    /// Builds a position from the amazons of First and of Second and the arrows, or returns the reason why no
    /// game reaches it.
    pub fn from_squares(size: Size, amazons: [&[Square]; 2], arrows: &[Square]) -> Result<Board, Words> {
        let mut taken = !size.squares();
        for square in amazons.into_iter().flatten().chain(arrows) {
            if taken & square.bit() != 0 {
                return Err(Words::new(
                    "a square of the board holds one piece",
                    "棋盘上一格只能有一枚棋子或一个障碍",
                ));
            }
            taken |= square.bit();
        }
        if amazons.iter().any(|amazons| amazons.len() != 4) {
            return Err(Words::new("each side has four amazons", "每方有四枚亚马逊"));
        }
        let mover = if arrows.len().is_multiple_of(2) { Seat::First } else { Seat::Second };
        let amazons = amazons.map(|amazons| amazons.iter().fold(0, |set, square| set | square.bit()));
        Ok(Board { taken, amazons, mover, size })
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The amazons of a seat, by index.
    pub fn amazons(&self, seat: Seat) -> impl Iterator<Item = Square> + use<> {
        squares(self.amazons[seat.index()])
    }

    /// The seat whose amazon is on `square`, if any.
    pub fn at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.amazons[seat.index()] & square.bit() != 0)
    }

    /// The arrows, by index.
    pub fn arrows(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.taken & self.size.squares() & !self.amazons[0] & !self.amazons[1])
    }

    /// The amazons of a seat as a set.
    pub(crate) const fn amazon_set(&self, seat: Seat) -> u128 {
        self.amazons[seat.index()]
    }

    /// Squares that no queen can enter: amazons, arrows, and everything off the board.
    pub(crate) const fn taken(&self) -> u128 {
        self.taken
    }

    /// The squares that block the arrow of an amazon that moved away from `from`: `from` itself is free by then.
    pub(crate) const fn taken_without(&self, from: Square) -> u128 {
        self.taken & !from.bit()
    }

    /// Whether any amazon of the seat can move.
    pub fn can_move(&self, seat: Seat) -> bool {
        self.amazons(seat).any(|square| rays::around(square) & !self.taken != 0)
    }
}

impl State for Board {
    type Move = Move;

    fn turn(&self) -> Turn {
        if self.can_move(self.mover) {
            Turn::Of(Actor::Seat(self.mover))
        } else {
            Turn::Over(Outcome::won(self.mover.other(), &NO_MOVE))
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Move>) {
        if Actor::Seat(self.mover) != by {
            return;
        }
        for from in self.amazons(self.mover) {
            let taken = self.taken_without(from);
            for (direction, run) in rays::runs(self.taken, from).into_iter().enumerate() {
                for steps in 1..=usize::from(run) {
                    shots(taken, from, rays::along(from, direction, steps), out);
                }
            }
        }
    }

    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Move> {
        if Actor::Seat(self.mover) == by { self.uniform_move(rng) } else { None }
    }

    fn check(&self, by: Actor, m: &Move) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        let (from, to, arrow) = (m.from(), m.to(), m.arrow());
        if (from.bit() | to.bit() | arrow.bit()) & !self.size.squares() != 0 {
            return illegal(&OFF_THE_BOARD);
        }
        if self.at(from) != Some(self.mover) {
            return illegal(&NOT_YOUR_AMAZON);
        }
        let reaches = |taken, from: Square, to| {
            from.line_to(to).map(|(direction, steps)| rays::runs(taken, from)[direction] >= steps)
        };
        match reaches(self.taken, from, to) {
            None => return illegal(&NOT_A_QUEENS_MOVE),
            Some(false) => return illegal(&WAY_BLOCKED),
            Some(true) => {}
        }
        match reaches(self.taken_without(from), to, arrow) {
            None => illegal(&NOT_A_QUEENS_SHOT),
            Some(false) => illegal(&ARROW_BLOCKED),
            Some(true) => Ok(()),
        }
    }
}

/// Appends every shot of an amazon that has moved from `from` to `to`. Copies whole rays, then counts only
/// the free squares of each: copying nine squares is cheaper than testing each one.
fn shots(taken: u128, from: Square, to: Square, out: &mut Vec<Move>) {
    let shot = Move::shot(from, to);
    let mut shots = [shot; MOST + LONGEST];
    let mut count = 0;
    for (direction, run) in rays::runs(taken, to).into_iter().enumerate() {
        for (slot, arrow) in shots[count..count + LONGEST].iter_mut().zip(&ALONG[to.index()][direction]) {
            *slot = shot.aim(*arrow);
        }
        count += usize::from(run);
    }
    out.extend_from_slice(&shots[..count]);
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn initial(rules: &Rules) -> Self {
        let amazons = rules.size.start();
        let taken = !rules.size.squares() | amazons[0] | amazons[1];
        Board { taken, amazons, mover: Seat::First, size: rules.size }
    }

    fn play(&mut self, by: Actor, m: &Move) {
        let Actor::Seat(seat) = by else { return };
        self.amazons[seat.index()] ^= m.from().bit() | m.to().bit();
        self.taken = self.taken_without(m.from()) | m.to().bit() | m.arrow().bit();
        self.mover = seat.other();
    }
}

impl Open for Board {}
