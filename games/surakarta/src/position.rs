//! The rules of Surakarta (`RULES.md` 4; the school's text, section 4).

use crate::history::History;
use crate::point::{nth_point, points};
use crate::ways::{self, Captures};
use crate::{Ply, Point, Rules};
use leitai_board::refusal::{NOT_YOUR_STONE, NOT_YOUR_TURN};
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Rng, Seat, State, Turn, Words, illegal, open_information,
};
use std::cmp::Ordering;

/// A position with the plies since the last capture. Black is First and starts at the top.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Bits by [`Point::index`].
    stones: [u64; 2],
    mover: Seat,
    rules: Rules,
    /// Whether the position has occurred for the third time; updated by `play`.
    is_third_time: bool,
    quiet: History,
}

static ALL_CAPTURED: Words = Words::new("all stones captured", "对方棋子全部被吃");
/// The reasons for a win and for a draw.
static THIRD_TIME: [Words; 2] = [
    Words::new("the same position a third time: more stones", "同一局面第三次出现，子多者胜"),
    Words::new("the same position a third time: equal stones", "同一局面第三次出现，子数相等"),
];
static NO_CAPTURE: [Words; 2] = [
    Words::new("too long without a capture: more stones", "连续多步无吃子，子多者胜"),
    Words::new("too long without a capture: equal stones", "连续多步无吃子，子数相等"),
];
static NO_MOVE: [Words; 2] = [
    Words::new("no move is left: more stones", "无子可动，子多者胜"),
    Words::new("no move is left: equal stones", "无子可动，子数相等"),
];
static NO_STONE: Words = Words::new("no stone on the first point", "起点没有棋子");
static OWN_STONE: Words = Words::new("point occupied by one's own stone", "终点有己方棋子");
static TOO_FAR: Words =
    Words::new("a step goes to one of the eight points around", "移动只能走到周围八点之一");
static NO_PATH: Words = Words::new(
    "a capture needs a free path along a track and over at least one whole arc",
    "吃子必须沿轨道经过至少一个完整弧线，且路径无子阻挡",
);

impl Board {
    /// The number of stones of a side at the start, and the most it can have.
    pub const MOST: u32 = 12;

    /// Builds the position with these stones (bits by [`Point::index`], black's and white's) and `mover` on turn,
    /// reached by the `quiet` plies since the last capture or since it was set up, oldest first. Returns the
    /// reason if the position is impossible.
    pub fn new(rules: Rules, stones: [u64; 2], mover: Seat, quiet: &[Ply]) -> Result<Board, Words> {
        let [black, white] = stones;
        if (black | white) & !Point::BOARD != 0 || black & white != 0 {
            return Err(Words::new("a point of the board holds one stone", "棋盘上一个点只能有一枚棋子"));
        }
        if stones.iter().any(|stones| stones.count_ones() > Board::MOST) {
            return Err(Words::new("a side has at most twelve stones", "每方最多十二枚棋子"));
        }
        let mut board = Board { stones, mover, rules, is_third_time: false, quiet: History::default() };
        if board.enemy() == 0 || board.own() == 0 && !quiet.is_empty() {
            return Err(Words::new(
                "the side that moved last has stones, and took the last of the others if they have none",
                "刚走过的一方必有棋子；另一方若已无子，则最后一手必为吃子",
            ));
        }
        for ply in quiet.iter().rev() {
            board.mover = board.mover.other();
            let own = board.own();
            if own & ply.to.bit() == 0 || board.occupied() & ply.from.bit() != 0 {
                return Err(Words::new(
                    "the plies since the last capture do not lead to these stones",
                    "上次吃子以来的着法走不成这些棋子",
                ));
            }
            board.stones[board.mover.index()] = own ^ ply.bits();
        }
        for ply in quiet {
            let by = Actor::Seat(board.mover);
            if board.check(by, ply).is_err() {
                return Err(Words::new(
                    "a ply since the last capture is no legal step",
                    "上次吃子以来的着法中有一步不合规则",
                ));
            }
            board.play(by, ply);
        }
        Ok(board)
    }

    /// The stones of a seat, as bits by [`Point::index`].
    pub const fn stones(&self, seat: Seat) -> u64 {
        self.stones[seat.index()]
    }

    /// The number of stones a seat has, 0–12.
    pub const fn count(&self, seat: Seat) -> u32 {
        self.stones(seat).count_ones()
    }

    /// The seat whose stone stands on `point`.
    pub fn at(&self, point: Point) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.stones(*seat) & point.bit() != 0)
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The plies since the last capture, oldest first.
    pub fn quiet(&self) -> impl DoubleEndedIterator<Item = Ply> {
        self.quiet.iter()
    }

    /// The number of plies since the last capture or the start.
    pub fn quiet_len(&self) -> usize {
        self.quiet.len()
    }

    /// Appends the captures of the side to move, each pair of points once, even if the game is over.
    pub fn captures(&self, out: &mut Vec<Ply>) {
        out.extend_from_slice(self.found().plies());
    }

    fn found(&self) -> Captures {
        Captures::of(self.own(), self.occupied())
    }

    /// The points that each stone of the side to move can step to.
    fn steps(&self) -> impl Iterator<Item = (Point, u64)> {
        let empty = !self.occupied();
        points(self.own()).map(move |from| (from, ways::STEPS[usize::from(from.index())] & empty))
    }

    fn can_move(&self) -> bool {
        self.steps().any(|(_, targets)| targets != 0) || !self.found().plies().is_empty()
    }

    const fn own(&self) -> u64 {
        self.stones(self.mover)
    }

    const fn enemy(&self) -> u64 {
        self.stones(self.mover.other())
    }

    const fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Counts the stones: the side with more wins. The reasons are those for a win and for a draw.
    fn counted(&self, [won, drawn]: &'static [Words; 2]) -> Turn {
        Turn::Over(match self.count(Seat::First).cmp(&self.count(Seat::Second)) {
            Ordering::Greater => Outcome::won(Seat::First, won),
            Ordering::Less => Outcome::won(Seat::Second, won),
            Ordering::Equal => Outcome::drawn(drawn),
        })
    }
}

impl State for Board {
    type Move = Ply;

    fn turn(&self) -> Turn {
        if self.own() == 0 {
            Turn::Over(Outcome::won(self.mover.other(), &ALL_CAPTURED))
        } else if self.is_third_time {
            self.counted(&THIRD_TIME)
        } else if self.quiet.len() >= usize::from(self.rules.no_capture_plies()) {
            self.counted(&NO_CAPTURE)
        } else if self.can_move() {
            Turn::Of(Actor::Seat(self.mover))
        } else {
            self.counted(&NO_MOVE)
        }
    }

    /// Lists captures first.
    fn moves(&self, by: Actor, out: &mut Vec<Ply>) {
        if self.turn().owes(by) {
            self.captures(out);
            for (from, targets) in self.steps() {
                out.extend(points(targets).map(|to| Ply { from, to }));
            }
        }
    }

    /// Draws a number in the order of [`moves`](State::moves); the steps are counted, not listed.
    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Ply> {
        if !self.turn().owes(by) {
            return None;
        }
        let found = self.found();
        let captures = found.plies();
        let steps: u32 = self.steps().map(|(_, targets)| targets.count_ones()).sum();
        let number = rng.below(captures.len() + steps as usize);
        if let Some(capture) = captures.get(number) {
            return Some(*capture);
        }
        let mut number = (number - captures.len()) as u32;
        for (from, targets) in self.steps() {
            match number.checked_sub(targets.count_ones()) {
                Some(beyond) => number = beyond,
                None => return nth_point(targets, number).map(|to| Ply { from, to }),
            }
        }
        None
    }

    fn check(&self, by: Actor, m: &Ply) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        let (from, to) = (m.from.bit(), m.to.bit());
        if self.occupied() & from == 0 {
            return illegal(&NO_STONE);
        }
        if self.enemy() & from != 0 {
            return illegal(&NOT_YOUR_STONE);
        }
        if self.own() & to != 0 {
            return illegal(&OWN_STONE);
        }
        if self.enemy() & to == 0 {
            let steps = ways::STEPS[usize::from(m.from.index())];
            return if steps & to == 0 { illegal(&TOO_FAR) } else { Ok(()) };
        }
        if self.found().plies().contains(m) { Ok(()) } else { illegal(&NO_PATH) }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn tally(&self) -> Option<[u32; 2]> {
        Some(Seat::BOTH.map(|seat| self.count(seat)))
    }

    fn initial(rules: &Rules) -> Self {
        const ROWS: u64 = (1 << (2 * Point::SIDE)) - 1;
        Board {
            stones: [ROWS, ROWS << (4 * Point::SIDE)],
            mover: Seat::First,
            rules: *rules,
            is_third_time: false,
            quiet: History::default(),
        }
    }

    fn play(&mut self, _: Actor, m: &Ply) {
        let other = self.mover.other();
        self.stones[self.mover.index()] ^= m.bits();
        if self.stones[other.index()] & m.to.bit() == 0 {
            self.quiet.push(*m);
            self.is_third_time = self.quiet.is_third_time();
        } else {
            self.stones[other.index()] ^= m.to.bit();
            self.quiet.clear();
        }
        self.mover = other;
    }
}

impl Open for Board {}
