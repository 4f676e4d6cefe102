//! A position for searches to walk through. Chains store their liberties, so placing a stone requires no walk
//! along them.

use crate::Board;
use leitai_board::Point;
use leitai_core::{Rng, Seat};
use leitai_search::{Hand, Walk, Which};

/// The number of bits in a set of points, laid out as in [`Points`](leitai_board::Points).
pub(super) const BITS: usize = 90;
/// The number of bits from one row to the next.
const ROW: u32 = Point::STRIDE as u32;

/// A random number for each stone of each seat.
const KEYS: [[u64; BITS]; 2] = {
    let mut rng = Rng::new(0x6e6f_676f);
    let mut keys = [[0; BITS]; 2];
    let mut i = 0;
    while i < 2 * BITS {
        keys[i / BITS][i % BITS] = rng.next();
        i += 1;
    }
    keys
};

/// A position equivalent to [`Board`]; `tests` compare the two.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    pub(super) board: u128,
    pub(super) stones: [u128; 2],
    pub(super) empty: u128,
    /// For each seat, the points where its stone neither captures nor is suicide.
    pub(super) safe: [u128; 2],
    pub(super) mover: Seat,
    key: u64,
    /// For each stone, another stone of its chain, or itself if it is the chain's head.
    next: [u8; BITS],
    /// The liberties of each chain, stored at its head.
    liberties: [u128; BITS],
}

/// The horizontal and vertical neighbours of the points, including bits outside the board.
pub(super) const fn beside(points: u128) -> u128 {
    points << 1 | points >> 1 | points << ROW | points >> ROW
}

const fn is_one(points: u128) -> bool {
    points & points.wrapping_sub(1) == 0
}

/// The points of a set, each as a set of one.
pub(super) fn each(points: u128) -> impl Iterator<Item = u128> {
    let mut rest = points;
    std::iter::from_fn(move || {
        let one = rest & rest.wrapping_neg();
        rest ^= one;
        (one != 0).then_some(one)
    })
}

impl Field {
    /// Converts a board.
    pub(crate) fn of(board: &Board) -> Field {
        let bits = |points: leitai_board::Points| points.iter().fold(0, |set, point| set | 1 << point.bit());
        let mut field = Field {
            board: bits(board.rules().board()),
            stones: Seat::BOTH.map(|seat| bits(board.stones(seat))),
            empty: bits(board.empty()),
            safe: Seat::BOTH.map(|seat| bits(board.safe(seat))),
            mover: board.mover(),
            key: 0,
            next: [0; BITS],
            liberties: [0; BITS],
        };
        for seat in Seat::BOTH {
            for chain in board.stones(seat).parts() {
                let head = chain.iter().next().expect("a chain has a stone").bit();
                field.liberties[usize::from(head)] = bits(chain.border() & board.empty());
                for stone in chain.iter() {
                    field.next[usize::from(stone.bit())] = head;
                    field.key ^= KEYS[seat.index()][usize::from(stone.bit())];
                }
            }
        }
        field
    }

    /// The points that are safe for both seats.
    pub(super) const fn shared(&self) -> u128 {
        self.safe[0] & self.safe[1]
    }

    /// The liberties of each chain of a seat.
    pub(super) fn chains(&self, seat: usize) -> impl Iterator<Item = u128> {
        let heads = each(self.stones[seat]).map(|stone| stone.trailing_zeros() as usize);
        heads.filter(|at| usize::from(self.next[*at]) == *at).map(|at| self.liberties[at])
    }

    fn head(&self, stone: u128) -> usize {
        let mut at = stone.trailing_zeros() as usize;
        while usize::from(self.next[at]) != at {
            at = usize::from(self.next[at]);
        }
        at
    }

    /// Places a stone of the side on turn. The point must be safe for that side.
    pub(super) fn put(&mut self, point: usize) {
        let (seat, other) = (self.mover, self.mover.other());
        let stone = 1 << point;
        self.stones[seat.index()] |= stone;
        self.empty ^= stone;
        self.safe[0] &= !stone;
        self.safe[1] &= !stone;
        self.key ^= KEYS[seat.index()][point];
        self.mover = other;
        let near = beside(stone);
        let opened = near & self.empty;
        // The chain that the stone forms or joins.
        let mut liberties = opened;
        self.next[point] = point as u8;
        for own in each(near & self.stones[seat.index()]) {
            let head = self.head(own);
            if head != point {
                liberties |= self.liberties[head];
                self.next[head] = point as u8;
            }
        }
        liberties &= !stone;
        self.liberties[point] = liberties;
        // A point's safety depends on its empty neighbours and on adjacent chains whose last liberty it is.
        let mut changed = opened;
        if is_one(liberties) {
            self.safe[other.index()] &= !liberties;
            changed |= liberties;
        }
        for theirs in each(near & self.stones[other.index()]) {
            let head = self.head(theirs);
            let left = self.liberties[head] & !stone;
            self.liberties[head] = left;
            if is_one(left) {
                self.safe[seat.index()] &= !left;
                changed |= left;
            }
        }
        for hole in each(changed & !beside(self.empty)) {
            for seat in [0, 1] {
                if self.safe[seat] & hole != 0 && !self.breathes_in(seat, hole) {
                    self.safe[seat] &= !hole;
                }
            }
        }
    }

    /// Whether a stone on `hole`, an empty point without empty neighbours, would gain a liberty from its own
    /// side's chains.
    fn breathes_in(&self, seat: usize, hole: u128) -> bool {
        each(beside(hole) & self.stones[seat]).any(|stone| !is_one(self.liberties[self.head(stone)]))
    }
}

impl Walk for Field {
    type Act = Point;
    type Undo = Field;

    fn hand(&self) -> Hand {
        if self.safe[self.mover.index()] != 0 {
            Hand::Seat(self.mover)
        } else {
            Hand::Over(if self.mover == Seat::Second { 1.0 } else { 0.0 })
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn acts(&mut self, _: Which, out: &mut Vec<Point>) {
        let safe = each(self.safe[self.mover.index()]);
        out.extend(safe.map(|point| Point::of_bit(point.trailing_zeros() as u8)));
    }

    #[inline]
    fn make(&mut self, act: Point) -> Field {
        let before = self.clone();
        self.put(usize::from(act.bit()));
        before
    }

    fn take_back(&mut self, _: Point, undo: Field) {
        *self = undo;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoGo, Rules};
    use leitai_core::{Actor, Game, Position, State, Turn};

    fn agree(field: &mut Field, board: &Board) {
        match board.turn() {
            Turn::Over(outcome) => {
                let won = if outcome.winner == Some(Seat::First) { 1.0 } else { 0.0 };
                assert_eq!(field.hand(), Hand::Over(won));
            }
            _ => assert_eq!(field.hand(), Hand::Seat(board.mover())),
        }
        let (mut acts, mut moves) = (Vec::new(), Vec::new());
        field.acts(Which::All, &mut acts);
        board.moves(Actor::Seat(board.mover()), &mut moves);
        assert_eq!(acts, moves, "{board:?}");
        let fresh = Field::of(board);
        assert_eq!((field.key(), field.safe, field.empty), (fresh.key(), fresh.safe, fresh.empty));
    }

    /// Acts, results, seats on turn and keys agree with the board's, and taking back an act leaves no trace.
    #[test]
    fn it_walks_as_the_rules_do() {
        let mut rng = Rng::new(1);
        let games = leitai_testkit::cases(200);
        for game in 0..games {
            let sides = if game % 4 == 0 { [1 + game / 4 % 9, 1 + game / 36 % 9] } else { [9, 9] };
            let rules = Rules::new(sides[0] as u8, sides[1] as u8).expect("sides of 1 to 9");
            let mut board = Board::initial(&rules);
            let mut field = Field::of(&board);
            loop {
                agree(&mut field, &board);
                let Turn::Of(by) = board.turn() else { break };
                let mut moves = Vec::new();
                board.moves(by, &mut moves);
                let act = moves[rng.below(moves.len())];
                let before = field.clone();
                let undo = field.make(act);
                field.take_back(act, undo);
                assert_eq!(field, before);
                field.make(act);
                board.play(by, &act);
            }
        }
    }

    #[test]
    fn the_order_of_the_stones_leaves_no_trace_in_the_key() {
        let read = |text| Field::of(&NoGo::read_position(text, &Rules::default()).expect("a position"));
        let mut field = read("9/9/9/9/9/9/9/9/9 x");
        for name in ["A1", "E5", "C3", "G7"] {
            field.make(NoGo::read(name).expect("a point"));
        }
        let mut other = read("9/9/9/9/9/9/9/9/9 x");
        for name in ["C3", "G7", "A1", "E5"] {
            other.make(NoGo::read(name).expect("a point"));
        }
        assert_eq!(field.key(), other.key());
        other.make(NoGo::read("I9").expect("a point"));
        assert_ne!(field.key(), other.key());
    }
}
