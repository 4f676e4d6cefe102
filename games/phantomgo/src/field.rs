//! The board of random games: every chain known by its head, so that a stone costs a few looks around it and no
//! search. [`Board`](crate::Board) is its twin from scratch.
//!
//! A chain is a ring of stones. Its head counts its *breaths*, the pairs of a stone of the chain and an empty point
//! beside it: none means no liberty, and they are kept by adding and subtracting.

use crate::{Board, Point, Points};
use leitai_core::{Rng, Seat};

/// A cell of the frame of 11 × 11: the points of the board and a rim around them.
type At = u8;

/// From a cell to the one above.
const UP: At = Point::SIDE + 2;
/// No point of the board.
const NOWHERE: At = 0;
/// As many as a cell's number can say: no index is out of bounds.
const CELLS: usize = 256;

/// What a cell holds, one bit each: so four neighbours are looked at as one.
const STONE: [u8; 2] = [1, 2];
const EMPTY: u8 = 4;
const RIM: u8 = 8;

/// Stones and chains of a random game.
pub(crate) struct Field {
    cells: [u8; CELLS],
    /// Of a stone: the head of its chain; of any other cell: nowhere, whose breaths nobody asks for.
    head: [At; CELLS],
    /// Of a stone: the next of its chain's ring.
    next: [At; CELLS],
    /// Of a head.
    breaths: [u8; CELLS],
    /// Of a head: how many stones its chain has.
    size: [u8; CELLS],
    /// The empty points, in no order, and where each of them is in the list.
    empty: [At; CELLS],
    place: [u8; CELLS],
    count: u8,
    /// Where the mover may not take back.
    ko: At,
}

const fn at(point: Point) -> At {
    (point.y() + 1) * UP + point.x() + 1
}

const fn near(at: At) -> [At; 4] {
    [at - UP, at - 1, at + 1, at + UP]
}

impl Field {
    /// The field of a position while stones are played.
    pub(crate) fn of(board: &Board) -> Field {
        let mut field = Field {
            cells: [RIM; CELLS],
            head: [NOWHERE; CELLS],
            next: [NOWHERE; CELLS],
            breaths: [0; CELLS],
            size: [0; CELLS],
            empty: [NOWHERE; CELLS],
            place: [0; CELLS],
            count: 0,
            ko: NOWHERE,
        };
        for point in board.empty().iter() {
            field.clear(at(point));
        }
        for seat in Seat::BOTH {
            for chain in board.stones(seat).parts() {
                field.lay(seat, chain);
            }
        }
        let last = board.last.map_or(Points::NONE, Points::of);
        let ko = board.taken.nth(0).filter(|_| {
            let alone = last.flood(board.stones[0]) | last.flood(board.stones[1]) == last;
            alone && board.taken.len() == 1 && last.border() & board.empty() == board.taken
        });
        field.ko = ko.map_or(NOWHERE, at);
        field
    }

    /// A chain on a field whose empty points are known.
    fn lay(&mut self, seat: Seat, chain: Points) {
        let mut stones = chain.iter().map(at);
        let Some(head) = stones.next() else { return };
        self.next[usize::from(head)] = head;
        for stone in std::iter::once(head).chain(stones) {
            self.cells[usize::from(stone)] = STONE[seat.index()];
            self.head[usize::from(stone)] = head;
            self.next[usize::from(stone)] = std::mem::replace(&mut self.next[usize::from(head)], stone);
            self.size[usize::from(head)] += 1;
            self.breaths[usize::from(head)] += self.room(stone);
        }
    }

    /// Puts a stone of `seat` on any accepted point that is no eye of its own, each with the same chance; false if
    /// there is none, which is a pass.
    #[inline]
    pub(crate) fn random_stone(&mut self, seat: Seat, rng: &mut Rng) -> bool {
        let mut untried = self.count;
        while untried > 0 {
            let i = rng.below(untried.into()) as u8;
            let at = self.empty[usize::from(i)];
            let around = self.around(at);
            if !is_eye(seat, around) && self.accepts(seat, at, around) {
                self.put(seat, at, around);
                return true;
            }
            untried -= 1;
            self.swap(i, untried);
        }
        self.ko = NOWHERE;
        false
    }

    /// The stones of black and of white.
    pub(crate) fn stones(&self) -> [Points; 2] {
        let of = |stone: u8| move |point: &Point| self.cells[usize::from(at(*point))] == stone;
        STONE.map(|stone| Point::all().filter(of(stone)).collect())
    }

    /// What the neighbours hold, all bits.
    fn around(&self, at: At) -> u8 {
        near(at).into_iter().fold(0, |all, at| all | self.cells[usize::from(at)])
    }

    /// How many neighbours are empty.
    fn room(&self, at: At) -> u8 {
        near(at).into_iter().map(|at| u8::from(self.cells[usize::from(at)] == EMPTY)).sum()
    }

    /// Is a stone on this empty point neither suicide nor ko?
    fn accepts(&mut self, seat: Seat, at: At, around: u8) -> bool {
        if around & EMPTY != 0 {
            return true;
        }
        // The point is taken for filled, and given back.
        let (mut lives, mut takes) = (false, false);
        self.breathe(at, u8::wrapping_sub);
        for at in near(at) {
            let smothered = self.breaths[usize::from(self.head[usize::from(at)])] == 0;
            lives |= self.cells[usize::from(at)] == STONE[seat.index()] && !smothered;
            takes |= self.cells[usize::from(at)] == STONE[seat.other().index()] && smothered;
        }
        self.breathe(at, u8::wrapping_add);
        lives || (takes && at != self.ko)
    }

    /// A breath less or more for the stones beside a point.
    fn breathe(&mut self, at: At, change: fn(u8, u8) -> u8) {
        for at in near(at) {
            let breaths = &mut self.breaths[usize::from(self.head[usize::from(at)])];
            *breaths = change(*breaths, 1);
        }
    }

    /// A stone on a point that accepts it, and what it takes.
    fn put(&mut self, seat: Seat, at: At, around: u8) {
        let (i, [own, enemy]) = (usize::from(at), [seat, seat.other()].map(|seat| STONE[seat.index()]));
        self.count -= 1;
        self.swap(self.place[i], self.count);
        self.cells[i] = own;
        (self.next[i], self.size[i], self.breaths[i]) = (at, 1, self.room(at));
        self.breathe(at, u8::wrapping_sub);
        self.head[i] = at;
        let mut taken = [NOWHERE; 2];
        if around & (own | enemy) != 0 {
            for next in near(at) {
                let held = self.cells[usize::from(next)];
                if held == own {
                    self.join(at, next);
                } else if held == enemy && self.breaths[usize::from(self.head[usize::from(next)])] == 0 {
                    self.take(next, &mut taken);
                }
            }
        }
        let alone = around & own == 0 && self.breaths[i] == 1;
        self.ko = if alone && taken[1] == NOWHERE { taken[0] } else { NOWHERE };
    }

    /// Makes one chain of two, if they are two.
    fn join(&mut self, one: At, other: At) {
        let [mut small, mut large] = [one, other].map(|at| self.head[usize::from(at)]);
        if small == large {
            return;
        }
        if self.size[usize::from(small)] > self.size[usize::from(large)] {
            std::mem::swap(&mut small, &mut large);
        }
        self.size[usize::from(large)] += self.size[usize::from(small)];
        self.breaths[usize::from(large)] += self.breaths[usize::from(small)];
        let mut stone = small;
        loop {
            self.head[usize::from(stone)] = large;
            stone = self.next[usize::from(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(usize::from(small), usize::from(large));
    }

    /// Takes a chain off; the first of what was taken, and whether there was more, is kept in `taken`.
    fn take(&mut self, stone: At, taken: &mut [At; 2]) {
        let mut at = stone;
        loop {
            let next = self.next[usize::from(at)];
            self.clear(at);
            self.breathe(at, u8::wrapping_add);
            *taken = [if taken[0] == NOWHERE { at } else { taken[0] }, taken[0]];
            at = next;
            if at == stone {
                return;
            }
        }
    }

    /// The point is empty.
    fn clear(&mut self, at: At) {
        self.cells[usize::from(at)] = EMPTY;
        self.head[usize::from(at)] = NOWHERE;
        self.empty[usize::from(self.count)] = at;
        self.place[usize::from(at)] = self.count;
        self.count += 1;
    }

    /// Changes the places of two points in the list.
    fn swap(&mut self, i: u8, j: u8) {
        let (one, other) = (self.empty[usize::from(i)], self.empty[usize::from(j)]);
        (self.empty[usize::from(i)], self.empty[usize::from(j)]) = (other, one);
        (self.place[usize::from(one)], self.place[usize::from(other)]) = (j, i);
    }
}

/// Do these neighbours make an eye of `seat`?
const fn is_eye(seat: Seat, around: u8) -> bool {
    around & (EMPTY | STONE[seat.other().index()]) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Act, Rules};

    /// Plies of random games, some of them from the middle: both boards have the same stones and judge every point
    /// alike.
    #[test]
    fn the_field_and_the_board_go_the_same_way() {
        let mut rng = Rng::new(9);
        let (mut plies, mut kos) = (0, 0);
        for game in 0..300 {
            let mut board = Board::new(Rules::default());
            let mut field = Field::of(&board);
            for ply in 0..200 {
                if ply % 50 == game % 50 {
                    field = Field::of(&board);
                }
                let mover = board.mover();
                for point in board.empty().iter() {
                    let accepted = board.attempt(point).is_some();
                    let around = field.around(at(point));
                    assert_eq!(field.accepts(mover, at(point), around), accepted, "{point:?} at {board:?}");
                    assert_eq!(is_eye(mover, around), board.eyes(mover).has(point), "{point:?} at {board:?}");
                    kos += u32::from(field.ko == at(point));
                }
                let played = field.random_stone(mover, &mut rng);
                let stone = field.stones()[mover.index()] - board.stones(mover);
                assert_eq!(played, !stone.is_empty());
                board.act(&stone.nth(0).map_or(Act::Pass, Act::Try));
                assert_eq!(field.stones(), board.stones, "{board:?}");
                assert_eq!(usize::from(field.count), board.empty().iter().count());
                plies += 1;
                if board.is_played_out() {
                    break;
                }
            }
        }
        assert!(plies > 20_000 && kos > 500, "{plies} plies, {kos} kos");
    }
}
