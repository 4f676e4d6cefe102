//! The rules (`RULES.md` 8; the school's text, 8).

use crate::{Number, Numbers, Square};
use leitai_board::refusal::{NOT_YOUR_STONE, NOT_YOUR_TURN};
use leitai_core::{Actor, Illegal, Outcome, Seat, State, Turn, Words, illegal};

/// One act: laying a stone in secret, rolling the die, or moving a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Lays the stone with that number on one of the side's six points.
    Lay(Number, Square),
    /// Chance rolls that number.
    Roll(Number),
    /// Moves the stone on the first square to the second, removing any stone there.
    Step(Square, Square),
}

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Both sides lay their stones, unseen by each other.
    Laying,
    /// The die is about to be rolled for that seat.
    Rolling(Seat),
    /// That seat has to move, with that number rolled.
    Moving(Seat, Number),
    /// That seat has won.
    Over(Seat),
}

/// A position. Legal by construction: every number at most once a side; while laying, the numbers from 1 on,
/// on the side's own points; later both sides have a stone, and no side has one on its goal unless it has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The content of each square: 0 for empty, 1–6 for red's stones, 7–12 for blue's.
    cells: [u8; Square::COUNT],
    living: [Numbers; 2],
    /// The square of each side's stone with each number; A5 for stones that are not on the board.
    places: [[Square; 6]; 2],
    phase: Phase,
}

// Searches copy one board per node.
const _: () = assert!(size_of::<Board>() == 41);

const NOWHERE: Square = Square::start(Seat::First)[0];

static REACHED: Words = Words::new("reached the far corner", "到达对方角点");
static NONE_LEFT: Words = Words::new("the other side has no stone left", "对方棋子已被吃光");

static LAY_FIRST: Words = Words::new("the stones are laid first", "应先布子");
static NOT_IN_ORDER: Words = Words::new("stones are laid in the order 1 to 6", "应按 1 至 6 的顺序布子");
static NOT_YOUR_POINT: Words = Words::new("not one of this side's six points", "不在己方的六个布子点上");
static OCCUPIED: Words = Words::new("a stone lies there already", "该点已布子");
static ROLL_FIRST: Words = Words::new("the die is to be rolled", "应先掷骰子");
static MOVE_NOW: Words = Words::new("a stone has to move", "应走一枚棋子");
static NO_STONE: Words = Words::new("no stone on the first square", "起点没有棋子");
static NOT_BY_THE_DIE: Words = Words::new("the die does not let this stone move", "骰子点数不允许走该棋子");
static NOT_A_STEP: Words = Words::new(
    "red steps right, down or right-down, blue left, up or left-up",
    "红方只能向右、下、右下走一格，蓝方只能向左、上、左上走一格",
);

impl Board {
    /// The empty board: both sides have yet to lay their stones.
    pub const EMPTY: Board = Board {
        cells: [0; Square::COUNT],
        living: [Numbers::NONE; 2],
        places: [[NOWHERE; 6]; 2],
        phase: Phase::Laying,
    };

    /// Builds a position with the stones that `at` gives for each square, or returns the reason why it is
    /// impossible. A phase of [`Over`](Phase::Over) names the winner.
    pub fn new(phase: Phase, at: impl Fn(Square) -> Option<(Seat, Number)>) -> Result<Board, Words> {
        let mut board = Board { phase, ..Board::EMPTY };
        for (square, (seat, number)) in Square::all().filter_map(|square| Some((square, at(square)?))) {
            if board.living(seat).has(number) {
                return Err(Words::new("a side has a number twice", "同一方有两枚相同编号的棋子"));
            }
            board.put(seat, number, square);
        }
        let laying = phase == Phase::Laying;
        for seat in Seat::BOTH {
            let living = board.living(seat);
            let next = Number::ALL.iter().take_while(|number| living.has(**number)).count();
            let at_home = living.iter().all(|number| {
                board.place(seat, number).is_some_and(|square| Square::start(seat).contains(&square))
            });
            if laying && (living.len() as usize != next || !at_home) {
                return Err(Words::new(
                    "while laying, a side has its numbers from 1 on its own six points",
                    "布子时，每方自 1 起依次布在己方六格",
                ));
            }
        }
        if laying && board.is_laid(Seat::First) && board.is_laid(Seat::Second) {
            return Err(Words::new("when all stones are laid, the game has begun", "棋子布完后对局即已开始"));
        }
        let won = Seat::BOTH.map(|seat| !laying && board.has_won(seat));
        match (won, phase) {
            ([true, true], _) => Err(Words::new("both sides have won", "双方都已获胜")),
            ([true, false], Phase::Over(Seat::First)) | ([false, true], Phase::Over(Seat::Second)) => {
                Ok(board)
            }
            ([false, false], Phase::Over(_)) => Err(Words::new("nobody has won", "尚无一方获胜")),
            ([false, false], _) => Ok(board),
            _ => Err(Words::new("a side has won: the game is over", "已有一方获胜，对局已经结束")),
        }
    }

    /// The phase of the game.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The stone on `square`, if any.
    pub fn at(&self, square: Square) -> Option<(Seat, Number)> {
        stone(self.cells[square.index()])
    }

    /// The numbers of a side's stones on the board.
    pub const fn living(&self, seat: Seat) -> Numbers {
        self.living[seat.index()]
    }

    /// The square of a stone; `None` if it is not on the board.
    pub fn place(&self, seat: Seat, number: Number) -> Option<Square> {
        self.living(seat).has(number).then_some(self.places[seat.index()][number.index()])
    }

    /// Whether the side has laid all its stones. Meant for the laying phase.
    pub fn is_laid(&self, seat: Seat) -> bool {
        self.living(seat) == Numbers::ALL
    }

    /// The acts by which that side laid its stones, in the order of the numbers.
    pub fn lays(&self, seat: Seat) -> impl Iterator<Item = Act> + '_ {
        let places = &self.places[seat.index()];
        self.living(seat).iter().map(|number| Act::Lay(number, places[number.index()]))
    }

    /// The stones that may move now, with their squares; none unless a seat has to move.
    pub fn movable(&self) -> impl Iterator<Item = (Seat, Number, Square)> + '_ {
        let (seat, numbers) = match self.phase {
            Phase::Moving(seat, die) => (seat, self.living(seat).movable(die)),
            _ => (Seat::First, Numbers::NONE),
        };
        numbers.iter().map(move |number| (seat, number, self.places[seat.index()][number.index()]))
    }

    fn has_won(&self, seat: Seat) -> bool {
        self.living(seat.other()).is_empty() || self.has_arrived(seat)
    }

    fn has_arrived(&self, seat: Seat) -> bool {
        self.at(Square::goal(seat)).is_some_and(|(owner, _)| owner == seat)
    }

    fn put(&mut self, seat: Seat, number: Number, at: Square) {
        self.cells[at.index()] = cell(seat, number);
        self.places[seat.index()][number.index()] = at;
        self.living[seat.index()].insert(number);
    }

    pub(crate) fn lay(&mut self, seat: Seat, number: Number, at: Square) {
        self.put(seat, number, at);
        if self.living == [Numbers::ALL; 2] {
            self.phase = Phase::Rolling(Seat::First);
        }
    }

    pub(crate) fn roll(&mut self, die: Number) {
        if let Phase::Rolling(seat) = self.phase {
            self.phase = Phase::Moving(seat, die);
        }
    }

    pub(crate) fn step(&mut self, seat: Seat, from: Square, to: Square) {
        let moved = std::mem::take(&mut self.cells[from.index()]);
        let taken = std::mem::replace(&mut self.cells[to.index()], moved);
        if let Some((owner, number)) = stone(taken) {
            self.living[owner.index()].remove(number);
            self.places[owner.index()][number.index()] = NOWHERE;
        }
        if let Some((_, number)) = stone(moved) {
            self.places[seat.index()][number.index()] = to;
        }
        let won = to == Square::goal(seat) || self.living(seat.other()).is_empty();
        self.phase = if won { Phase::Over(seat) } else { Phase::Rolling(seat.other()) };
    }

    fn check_lay(&self, seat: Seat, number: Number, at: Square) -> Result<(), Illegal> {
        if number.index() as u32 != self.living(seat).len() {
            return illegal(&NOT_IN_ORDER);
        }
        if !Square::start(seat).contains(&at) {
            return illegal(&NOT_YOUR_POINT);
        }
        if self.at(at).is_some() { illegal(&OCCUPIED) } else { Ok(()) }
    }

    fn check_step(&self, seat: Seat, die: Number, from: Square, to: Square) -> Result<(), Illegal> {
        let Some((owner, number)) = self.at(from) else { return illegal(&NO_STONE) };
        if owner != seat {
            return illegal(&NOT_YOUR_STONE);
        }
        if !self.living(seat).movable(die).has(number) {
            return illegal(&NOT_BY_THE_DIE);
        }
        if from.steps(seat).contains(&to) { Ok(()) } else { illegal(&NOT_A_STEP) }
    }
}

const fn cell(seat: Seat, number: Number) -> u8 {
    6 * seat.index() as u8 + number.get()
}

const fn stone(cell: u8) -> Option<(Seat, Number)> {
    match Number::new(cell) {
        Some(number) => Some((Seat::First, number)),
        None => match Number::new(cell.wrapping_sub(6)) {
            Some(number) => Some((Seat::Second, number)),
            None => None,
        },
    }
}

impl State for Board {
    type Move = Act;

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Laying => Turn::Secret(Seat::BOTH.map(|seat| !self.is_laid(seat))),
            Phase::Rolling(_) => Turn::Of(Actor::Chance),
            Phase::Moving(seat, _) => Turn::Of(Actor::Seat(seat)),
            Phase::Over(winner) => {
                let why = if self.has_arrived(winner) { &REACHED } else { &NONE_LEFT };
                Turn::Over(Outcome::won(winner, why))
            }
        }
    }

    /// Stones are laid in the order of their numbers, so that every layout comes up once: 720 a side.
    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        match (self.phase, by) {
            (Phase::Laying, Actor::Seat(seat)) => {
                let Some(next) = Number::ALL.get(self.living(seat).len() as usize) else { return };
                let free = Square::start(seat).iter().filter(|square| self.at(**square).is_none());
                out.extend(free.map(|square| Act::Lay(*next, *square)));
            }
            (Phase::Rolling(_), Actor::Chance) => out.extend(Number::ALL.map(Act::Roll)),
            (Phase::Moving(seat, _), Actor::Seat(mover)) if mover == seat => {
                for (seat, _, from) in self.movable() {
                    out.extend(from.steps(seat).iter().map(|to| Act::Step(from, *to)));
                }
            }
            _ => {}
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        match (self.phase, by, *m) {
            (Phase::Laying, Actor::Seat(seat), Act::Lay(number, at)) => self.check_lay(seat, number, at),
            (Phase::Moving(seat, die), _, Act::Step(from, to)) => self.check_step(seat, die, from, to),
            (Phase::Rolling(_), _, Act::Roll(_)) => Ok(()),
            (Phase::Laying, ..) => illegal(&LAY_FIRST),
            (Phase::Rolling(_), ..) => illegal(&ROLL_FIRST),
            _ => illegal(&MOVE_NOW),
        }
    }
}
