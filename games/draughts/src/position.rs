//! The rules of draughts as the judge applies them (`RULES.md` 11; the judge's text, 比赛规则).

use crate::grid::{self, BOTTOM, JUMPS, TOP, Way, step};
use crate::{Path, Square};
use leitai_board::refusal::{NOT_YOUR_PIECE, NOT_YOUR_TURN};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Seat, State, Turn, Words, illegal, open_information,
};

/// The options of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    rounds: u16,
}

impl Rules {
    /// Rules under which the pieces are counted after `max_rounds` rounds; `None` outside 1–500.
    pub const fn new(max_rounds: u16) -> Option<Rules> {
        if max_rounds >= 1 && max_rounds <= 500 { Some(Rules { rounds: max_rounds }) } else { None }
    }

    /// Rounds (one ply of each side) after which the pieces are counted.
    pub const fn max_rounds(self) -> u16 {
        self.rounds
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { rounds: 60 }
    }
}

/// A man or a king of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The owner: First is black.
    pub seat: Seat,
    /// Whether the piece has been crowned.
    pub king: bool,
}

/// A position. Legal by construction: at most twelve pieces a side, on dark squares, no man on its far back
/// rank, at least one piece for the side that moved last, and no more plies than the rules allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Pieces of black and of white, one bit per square as in [`grid`].
    pieces: [u32; 2],
    kings: u32,
    /// Plies played; black (First) moves when the number is even.
    plies: u16,
    /// Plies after which the pieces are counted.
    last: u16,
}

// Searches copy one board per node.
const _: () = assert!(size_of::<Board>() == 16);

static NO_PIECE_LEFT: Words = Words::new("no piece left", "对方棋子被吃光");
static NO_MOVE: Words = Words::new("no legal move", "对方无子可动");
static MORE_POINTS: Words = Words::new("more points after the last round", "回合数已满，得分高者胜");
static EQUAL_POINTS: Words = Words::new("equal points after the last round", "回合数已满，得分相同");

static LIGHT: Words = Words::new("not a dark square", "不是深色格");
static NO_PIECE: Words = Words::new("no piece on the first square", "起点没有棋子");
static OCCUPIED: Words = Words::new("square occupied", "目标格已有棋子");
static BACKWARDS: Words = Words::new("a man steps forward only", "未升王的棋子只能向前走");
static MUST_CAPTURE: Words = Words::new("a capture is compulsory", "有吃必吃");
static MUST_CAPTURE_MOST: Words =
    Words::new("the path that captures most is compulsory", "有多吃多：必须选择吃子最多的路线");
static JUMPED_TWICE: Words =
    Words::new("a piece may not be jumped twice", "不准重跳：同一枚棋子不能跳过两次");
static NOTHING_TO_JUMP: Words =
    Words::new("a jump needs an enemy piece to jump over", "跳过的格子上没有对方棋子");
pub(crate) static NEITHER: Words =
    Words::new("neither one diagonal step nor a run of jumps", "既不是斜走一格，也不是连续的跳吃");

impl Board {
    /// Builds a position after `plies` plies from `at`, which gives the piece on each square. Returns the
    /// reason if the position is impossible.
    pub fn new(rules: Rules, plies: u16, at: impl Fn(Square) -> Option<Piece>) -> Result<Board, Words> {
        let mut board = Board { pieces: [0; 2], kings: 0, plies, last: rules.rounds * 2 };
        for (square, piece) in Square::all().filter_map(|square| Some((square, at(square)?))) {
            if !square.is_dark() {
                return Err(Words::new("a piece stands on a light square", "有棋子在浅色格上"));
            }
            if !piece.king && square.bit() & far(piece.seat) != 0 {
                return Err(Words::new(
                    "a man on its far back rank would be a king",
                    "到达对方底线的兵应已升为王",
                ));
            }
            board.pieces[piece.seat.index()] |= square.bit();
            board.kings |= if piece.king { square.bit() } else { 0 };
        }
        if board.pieces.iter().any(|pieces| pieces.count_ones() > 12) {
            return Err(Words::new("a side has more than twelve pieces", "有一方的棋子超过十二枚"));
        }
        if board.pieces[board.mover().other().index()] == 0 {
            return Err(Words::new("the side that moved last has no piece", "刚走过的一方没有棋子"));
        }
        if plies > board.last {
            return Err(Words::new("more plies than the round limit allows", "手数超过回合上限"));
        }
        Ok(board)
    }

    /// The piece on `square`, if any.
    pub fn at(&self, square: Square) -> Option<Piece> {
        let on = |bits: u32| square.is_dark() && bits & square.bit() != 0;
        let seat = Seat::BOTH.into_iter().find(|seat| on(self.pieces[seat.index()]))?;
        Some(Piece { seat, king: on(self.kings) })
    }

    /// The side to move, or the side that would be if the game went on: black at even plies.
    pub const fn mover(&self) -> Seat {
        if self.plies.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// Plies played.
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// Plies after which the pieces are counted.
    pub const fn last_ply(&self) -> u16 {
        self.last
    }

    /// The number of a side's men.
    pub const fn men(&self, seat: Seat) -> u32 {
        (self.pieces[seat.index()] & !self.kings).count_ones()
    }

    /// The number of a side's kings.
    pub const fn kings(&self, seat: Seat) -> u32 {
        (self.pieces[seat.index()] & self.kings).count_ones()
    }

    /// The points of a side after the last round: 3 for a king, 1 for a man.
    pub const fn points(&self, seat: Seat) -> u32 {
        3 * self.kings(seat) + self.men(seat)
    }

    /// Whether the side to move must capture.
    pub fn can_capture(&self) -> bool {
        self.jumpers() != 0
    }

    /// The pieces of both sides and the kings, one bit per square as in [`grid`].
    pub(crate) const fn bits(&self) -> ([u32; 2], u32) {
        (self.pieces, self.kings)
    }

    const fn own(&self) -> u32 {
        self.pieces[self.mover().index()]
    }

    const fn enemy(&self) -> u32 {
        self.pieces[self.mover().other().index()]
    }

    const fn empty(&self) -> u32 {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces that can step `way`.
    #[inline]
    fn steppers(&self, way: Way) -> u32 {
        let forward = match self.mover() {
            Seat::First => matches!(way, Way::UpLeft | Way::UpRight),
            Seat::Second => matches!(way, Way::DownLeft | Way::DownRight),
        };
        let able = if forward { self.own() } else { self.own() & self.kings };
        able & step(self.empty(), way.back())
    }

    /// The pieces that can jump.
    #[inline]
    fn jumpers(&self) -> u32 {
        let (enemy, empty) = (self.enemy(), self.empty());
        let before = |way: Way| step(enemy & step(empty, way.back()), way.back());
        self.own() & Way::ALL.into_iter().fold(0, |jumpers, way| jumpers | before(way))
    }

    fn captures(&self, jumpers: u32, out: &mut Vec<Path>) {
        let mut search = Search { enemy: self.enemy(), empty: 0, most: 0, start: out.len(), out };
        for from in grid::squares(jumpers) {
            // The start is empty while the piece is on its way.
            search.empty = self.empty() | from.bit();
            search.go(&mut Path::at(from));
        }
    }

    fn steps(&self, out: &mut Vec<Path>) {
        for way in Way::ALL {
            for from in grid::squares(self.steppers(way)) {
                let to = step(from.bit(), way).trailing_zeros() as usize;
                out.push(Path::leg(from, Square::dark(to)));
            }
        }
    }

    /// Checks that `m` is one step that its piece can make, not considering captures.
    /// A square one step away: ahead of a piece of the side to move if it can be, and free if it can be.
    pub(crate) fn beside(&self, from: Square) -> Option<Square> {
        let is_ahead = |to: Square| (to.row() < from.row()) == (self.mover() == Seat::First);
        let near = |to: &Square| distance(from, *to) == Some(1);
        let worth = |to: &Square| (is_ahead(*to), self.empty() & to.bit() != 0);
        Square::all().filter(near).max_by_key(worth)
    }

    fn check_step(&self, m: &Path) -> Result<(), Illegal> {
        let (from, to) = (m.from(), m.to());
        if self.empty() & to.bit() == 0 {
            return illegal(&OCCUPIED);
        }
        let up = to.row() < from.row();
        if self.kings & from.bit() == 0 && up != (self.mover() == Seat::First) {
            return illegal(&BACKWARDS);
        }
        Ok(())
    }

    /// Checks that `m` is a run of jumps that its piece can make, however few.
    fn check_jumps(&self, m: &Path) -> Result<(), Illegal> {
        let empty = self.empty() | m.from().bit();
        let mut jumped = 0;
        for leg in m.squares().windows(2) {
            let over = leg[0].halfway(leg[1]).bit();
            if distance(leg[0], leg[1]) != Some(2) {
                return illegal(&NEITHER);
            }
            if jumped & over != 0 {
                return illegal(&JUMPED_TWICE);
            }
            if self.enemy() & over == 0 {
                return illegal(&NOTHING_TO_JUMP);
            }
            if empty & leg[1].bit() == 0 {
                return illegal(&OCCUPIED);
            }
            jumped |= over;
        }
        Ok(())
    }
}

/// The rank where a side's men are crowned.
pub(crate) const fn far(seat: Seat) -> u32 {
    match seat {
        Seat::First => TOP,
        Seat::Second => BOTTOM,
    }
}

/// The diagonal distance between two squares, if they share a diagonal.
const fn distance(a: Square, b: Square) -> Option<u8> {
    let (rows, columns) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
    if rows == columns { Some(rows) } else { None }
}

/// A depth-first search for the paths with the most captures. A jumped piece leaves `enemy`, so that it
/// cannot be jumped twice, but does not become `empty`: it blocks until the move is over.
struct Search<'a> {
    enemy: u32,
    empty: u32,
    most: usize,
    start: usize,
    out: &'a mut Vec<Path>,
}

impl Search<'_> {
    fn go(&mut self, path: &mut Path) {
        let mut last = true;
        for jump in &JUMPS[path.to().number()] {
            if self.enemy & jump.over != 0 && self.empty & jump.land != 0 {
                last = false;
                self.enemy ^= jump.over;
                path.push(Square::dark(jump.land.trailing_zeros() as usize));
                self.go(path);
                path.pop();
                self.enemy ^= jump.over;
            }
        }
        let jumped = path.squares().len() - 1;
        if last && jumped >= self.most {
            if jumped > self.most {
                self.out.truncate(self.start);
                self.most = jumped;
            }
            self.out.push(*path);
        }
    }
}

impl State for Board {
    type Move = Path;

    /// The round limit comes first: the pieces are counted even if the side to move could not move.
    fn turn(&self) -> Turn {
        let mover = self.mover();
        if self.plies >= self.last {
            let [black, white] = Seat::BOTH.map(|seat| self.points(seat));
            return Turn::Over(match black.cmp(&white) {
                std::cmp::Ordering::Greater => Outcome::won(Seat::First, &MORE_POINTS),
                std::cmp::Ordering::Less => Outcome::won(Seat::Second, &MORE_POINTS),
                std::cmp::Ordering::Equal => Outcome::drawn(&EQUAL_POINTS),
            });
        }
        if Way::ALL.into_iter().any(|way| self.steppers(way) != 0) || self.can_capture() {
            return Turn::Of(Actor::Seat(mover));
        }
        let why = if self.own() == 0 { &NO_PIECE_LEFT } else { &NO_MOVE };
        Turn::Over(Outcome::won(mover.other(), why))
    }

    /// All captures take the same number of pieces, so all paths in a position have the same length.
    fn moves(&self, by: Actor, out: &mut Vec<Path>) {
        if by != Actor::Seat(self.mover()) || self.plies >= self.last {
            return;
        }
        match self.jumpers() {
            0 => self.steps(out),
            jumpers => self.captures(jumpers, out),
        }
    }

    fn check(&self, by: Actor, m: &Path) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        if m.squares().iter().any(|square| !square.is_dark()) {
            return illegal(&LIGHT);
        }
        match self.at(m.from()) {
            None => return illegal(&NO_PIECE),
            Some(piece) if piece.seat != self.mover() => return illegal(&NOT_YOUR_PIECE),
            Some(_) => {}
        }
        let is_step = m.squares().len() == 2 && distance(m.from(), m.to()) == Some(1);
        if is_step {
            self.check_step(m)?;
        } else {
            self.check_jumps(m)?;
        }
        let mut best = Vec::new();
        self.captures(self.jumpers(), &mut best);
        match best.first().map_or(0, Path::captures) {
            1.. if is_step => illegal(&MUST_CAPTURE),
            most if m.captures() < most => illegal(&MUST_CAPTURE_MOST),
            _ => Ok(()),
        }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn tally(&self) -> Option<[u32; 2]> {
        Some(Seat::BOTH.map(|seat| self.points(seat)))
    }

    fn initial(rules: &Rules) -> Self {
        Board { pieces: [0xfff0_0000, 0x0000_0fff], kings: 0, plies: 0, last: rules.rounds * 2 }
    }

    fn play(&mut self, _: Actor, m: &Path) {
        let mover = self.mover();
        let (from, to) = (m.from().bit(), m.to().bit());
        // A man that only passes the far back rank during a capture is not crowned: only where it ends counts.
        let king = self.kings & from != 0 || far(mover) & to != 0;
        let mut jumped = 0;
        if m.captures() > 0 {
            for leg in m.squares().windows(2) {
                jumped |= leg[0].halfway(leg[1]).bit();
            }
        }
        self.pieces[mover.index()] = self.pieces[mover.index()] & !from | to;
        self.pieces[mover.other().index()] &= !jumped;
        self.kings = self.kings & !(from | jumped) | if king { to } else { 0 };
        self.plies += 1;
    }
}

impl Open for Board {}
