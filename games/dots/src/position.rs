//! The rules of dots and boxes (`RULES.md` 3; the school's text, 点格棋项目).

use crate::{Boxes, Edge, Edges, Rules};
use leitai_board::refusal::NOT_YOUR_TURN;
use leitai_core::{
    Actor, Illegal, Open, Outcome, Position, Seat, State, Turn, Words, illegal, open_information,
};

/// A position. Legal by construction: only edges of its board are drawn, exactly the complete boxes have
/// owners, and the side to move fits the numbers of edges and boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    drawn: Edges,
    /// Updated by `play`; [`Boxes::completed`] finds both together from scratch.
    boxes: [Boxes; 2],
    /// The side to move; after the end, the side that drew the last edge.
    mover: Seat,
    rules: Rules,
}

// Searches copy one board per node.
const _: () = assert!(size_of::<Board>() <= 24);

pub(crate) static MORE_BOXES: Words = Words::new("more boxes", "占格较多");
pub(crate) static EQUAL_BOXES: Words = Words::new("equal boxes", "占格相等");
pub(crate) static OVER_HALF: Words = Words::new("more than half of the boxes", "占格已过半数");
static OUTSIDE: Words = Words::new("no edge of this board", "不是本棋盘上的边");
pub(crate) static NO_EDGE: Words =
    Words::new("an edge between two dots is drawn, not a box", "应画两点之间的边，不能直接占格");
static DRAWN: Words = Words::new("edge already drawn", "该边已被占");

impl Board {
    /// Builds a position from its edges, the boxes of First and of Second, and the side to move (after the
    /// end: the side that drew the last edge). Returns the reason if these numbers rule out any game.
    pub fn new(rules: Rules, drawn: Edges, boxes: [Boxes; 2], mover: Seat) -> Result<Board, Words> {
        let board = Board { drawn, boxes, mover, rules };
        let [first, second] = boxes;
        let owned = first.or(second);
        if !drawn.without(rules.edges()).is_empty() {
            return Err(Words::new("an edge lies off the board", "有边在棋盘之外"));
        }
        if !first.and(second).is_empty() {
            return Err(Words::new("a box has one owner", "一个格子只能归一方"));
        }
        if owned != Boxes::completed(drawn) {
            return Err(Words::new(
                "a box has an owner when its four edges are drawn, and not before",
                "格子四边占满时才归一方，此前不归任何一方",
            ));
        }
        // Only an edge that completes no box passes the turn. An edge that completes two boxes counts once.
        let passed = drawn.len() - owned.len();
        let by_count = if passed.is_multiple_of(2) { Seat::First } else { Seat::Second };
        if mover != by_count && !first.touch() && !second.touch() {
            return Err(Words::new(
                "the turn passes with every edge that completes no box",
                "占边而未占格时轮到对方",
            ));
        }
        if board.free().is_empty() && board.boxes(mover).is_empty() {
            return Err(Words::new(
                "the last edge completes a box of the side that draws it",
                "最后一条边必使占边一方占得格子",
            ));
        }
        if rules.early_end() {
            let most = rules.boxes() / 2;
            let over = |seat| board.boxes(seat).len() > most;
            if over(mover.other()) || board.boxes(mover).len() > most + 2 {
                return Err(Words::new(
                    "the game ends when a side has more than half of the boxes",
                    "一方占格过半时对局即结束",
                ));
            }
        }
        Ok(board)
    }

    /// The drawn edges. They are common to both sides: who drew them is not recorded.
    pub const fn drawn(&self) -> Edges {
        self.drawn
    }

    /// The edges of the board that are not drawn.
    pub const fn free(&self) -> Edges {
        self.rules.edges().without(self.drawn)
    }

    /// The boxes of a seat.
    pub const fn boxes(&self, seat: Seat) -> Boxes {
        self.boxes[seat.index()]
    }

    /// The owner of the box with that lower left dot.
    pub fn owner(&self, x: u8, y: u8) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.boxes(*seat).has(x, y))
    }

    /// The side to move; after the end, the side that drew the last edge.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The options of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The outcome, if the game has ended.
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.boxes.map(Boxes::len);
        let leader = if first > second { Seat::First } else { Seat::Second };
        if self.free().is_empty() {
            return Some(if first == second {
                Outcome::drawn(&EQUAL_BOXES)
            } else {
                Outcome::won(leader, &MORE_BOXES)
            });
        }
        let over = self.rules.early_end() && 2 * first.max(second) > self.rules.boxes();
        over.then(|| Outcome::won(leader, &OVER_HALF))
    }
}

impl State for Board {
    type Move = Edge;

    fn turn(&self) -> Turn {
        self.outcome().map_or(Turn::Of(Actor::Seat(self.mover)), Turn::Over)
    }

    fn moves(&self, by: Actor, out: &mut Vec<Edge>) {
        if self.turn().owes(by) {
            let free = self.free();
            out.reserve(free.len() as usize);
            // Not `extend`: it would compute the size again with every edge.
            free.iter().for_each(|edge| out.push(edge));
        }
    }

    fn check(&self, by: Actor, m: &Edge) -> Result<(), Illegal> {
        if !self.turn().owes(by) {
            return illegal(&NOT_YOUR_TURN);
        }
        if !self.rules.edges().has(*m) {
            return illegal(&OUTSIDE);
        }
        if self.drawn.has(*m) {
            return illegal(&DRAWN);
        }
        Ok(())
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = ();
    open_information!();

    fn tally(&self) -> Option<[u32; 2]> {
        Some(Seat::BOTH.map(|seat| self.boxes(seat).len()))
    }

    fn initial(rules: &Rules) -> Self {
        Board { drawn: Edges::default(), boxes: [Boxes::default(); 2], mover: Seat::First, rules: *rules }
    }

    fn play(&mut self, _: Actor, m: &Edge) {
        self.drawn = self.drawn.with(*m);
        let completed = Boxes::completed_by(*m, self.drawn);
        if completed.is_empty() {
            self.mover = self.mover.other();
        } else {
            let own = &mut self.boxes[self.mover.index()];
            *own = own.or(completed);
        }
    }
}

impl Open for Board {}
