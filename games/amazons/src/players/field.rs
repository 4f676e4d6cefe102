//! A position for searches to walk through. A turn is two acts: an amazon moves, then it shoots.

use super::bits::{BITS, bit, each, near, queens, set, square};
use crate::{Board, Move, Size};
use leitai_core::{Rng, Seat};
use leitai_search::{Hand, Walk, Which};

/// One act: an amazon's move, or a shot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Act(u16);

/// The bit that marks a shot, and the number of bits of a square.
const SHOT: u16 = 1 << 14;
const WIDTH: u32 = 7;
const SQUARE: u16 = (1 << WIDTH) - 1;

impl Act {
    pub(super) const fn step(from: u8, to: u8) -> Act {
        Act((from as u16) << WIDTH | to as u16)
    }

    pub(super) const fn shot(at: u8) -> Act {
        Act(SHOT | at as u16)
    }

    pub(super) const fn is_shot(self) -> bool {
        self.0 & SHOT != 0
    }

    /// Where the amazon moves from; meaningless for a shot.
    pub(super) const fn from(self) -> u8 {
        (self.0 >> WIDTH & SQUARE) as u8
    }

    /// Where the amazon or the arrow ends.
    pub(super) const fn to(self) -> u8 {
        (self.0 & SQUARE) as u8
    }
}

/// No amazon has to shoot.
const NOBODY: u8 = u8::MAX;

/// A random number for each amazon of each seat, for each arrow, and for each amazon that has to shoot.
const KEYS: [[u64; BITS]; 4] = {
    let mut rng = Rng::new(0x616d_617a);
    let mut keys = [[0; BITS]; 4];
    let mut i = 0;
    while i < 4 * BITS {
        keys[i / BITS][i % BITS] = rng.next();
        i += 1;
    }
    keys
};
const ARROWS: usize = 2;
const SHOOTERS: usize = 3;

/// A position equivalent to [`Board`], or one between the two halves of a turn; `tests` compare the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The squares that are neither taken nor off the board.
    pub(super) free: u128,
    pub(super) amazons: [u128; 2],
    key: u64,
    /// The amazon that has to shoot.
    shooter: u8,
    pub(super) mover: Seat,
    pub(super) size: Size,
}

impl Field {
    /// Converts a board.
    pub fn of(board: &Board) -> Field {
        let amazons = Seat::BOTH.map(|seat| set(board.amazon_set(seat)));
        let mut key = 0;
        for (amazons, keys) in amazons.into_iter().zip(KEYS) {
            key = each(amazons).fold(key, |key, at| key ^ keys[usize::from(at)]);
        }
        key = board.arrows().fold(key, |key, at| key ^ KEYS[ARROWS][usize::from(bit(at))]);
        let free = set(board.size().squares() & !board.taken());
        Field { free, amazons, key, shooter: NOBODY, mover: board.mover(), size: board.size() }
    }

    /// The side that has the hand.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Whether the amazon that moved has to shoot.
    pub fn must_shoot(&self) -> bool {
        self.shooter != NOBODY
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of free squares.
    pub fn left(&self) -> u32 {
        self.free.count_ones()
    }

    /// Whether a seat has a move.
    pub(super) fn can_move(&self, seat: Seat) -> bool {
        near(self.amazons[seat.index()]) & self.free != 0
    }

    /// Plays an act that is possible here.
    #[inline]
    pub fn put(&mut self, act: Act) {
        let to = 1 << act.to();
        self.free ^= to;
        if act.is_shot() {
            self.key ^= KEYS[ARROWS][usize::from(act.to())] ^ KEYS[SHOOTERS][usize::from(self.shooter)];
            self.shooter = NOBODY;
            self.mover = self.mover.other();
        } else {
            let (seat, from) = (self.mover.index(), 1 << act.from());
            self.amazons[seat] ^= from | to;
            self.free ^= from;
            let moved = KEYS[seat][usize::from(act.from())] ^ KEYS[seat][usize::from(act.to())];
            self.key ^= moved ^ KEYS[SHOOTERS][usize::from(act.to())];
            self.shooter = act.to();
        }
    }

    /// Appends the acts of the hand.
    pub fn list(&self, out: &mut Vec<Act>) {
        if self.must_shoot() {
            out.extend(each(queens(1 << self.shooter, self.free)).map(Act::shot));
            return;
        }
        for from in each(self.amazons[self.mover.index()]) {
            out.extend(each(queens(1 << from, self.free)).map(|to| Act::step(from, to)));
        }
    }

    /// The acts of a move of the rules.
    pub fn acts_of(m: Move) -> [Act; 2] {
        [Act::step(bit(m.from()), bit(m.to())), Act::shot(bit(m.arrow()))]
    }

    /// The move of the rules made of both acts of a turn.
    pub fn move_of([step, shot]: [Act; 2]) -> Move {
        Move::new(square(step.from()), square(step.to()), square(shot.to()))
    }

    /// The slot of an act's histories: a move by where it begins and ends, a shot by both its ends.
    pub(super) fn slot_of(&self, act: Act) -> usize {
        if act.is_shot() {
            usize::from(SHOT | u16::from(self.shooter) << WIDTH | u16::from(act.to()))
        } else {
            usize::from(act.0)
        }
    }

    /// The number of slots.
    pub(super) const SLOTS: usize = 2 * SHOT as usize;
}

impl Walk for Field {
    type Act = Act;
    type Undo = Field;

    fn hand(&self) -> Hand {
        if self.must_shoot() || self.can_move(self.mover) {
            Hand::Seat(self.mover)
        } else {
            Hand::Over(if self.mover == Seat::Second { 1.0 } else { 0.0 })
        }
    }

    /// Whoever moves follows from the number of arrows.
    fn key(&self) -> u64 {
        self.key
    }

    fn acts(&mut self, _: Which, out: &mut Vec<Act>) {
        self.list(out);
    }

    #[inline]
    fn make(&mut self, act: Act) -> Field {
        let before = *self;
        self.put(act);
        before
    }

    fn take_back(&mut self, _: Act, undo: Field) {
        *self = undo;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use leitai_core::{Position, State, Turn};

    /// Moves, ends, seats on turn and keys agree with the board's, and taking back an act leaves no trace.
    #[test]
    fn it_walks_as_the_rules_do() {
        let mut rng = Rng::new(1);
        for game in 0..leitai_testkit::cases(60) {
            let size = [Size::Ten, Size::Eight][game as usize % 2];
            let mut board = Board::initial(&Rules { size });
            let mut field = Field::of(&board);
            loop {
                assert_eq!(field, Field::of(&board));
                let Turn::Of(by) = board.turn() else { break };
                assert_eq!(field.hand(), Hand::Seat(board.mover()));
                let (mut moves, mut walked) = (Vec::new(), Vec::new());
                board.moves(by, &mut moves);
                let mut acts = Vec::new();
                field.acts(Which::All, &mut acts);
                for act in acts {
                    let before = field;
                    let undo = field.make(act);
                    let mut shots = Vec::new();
                    field.acts(Which::All, &mut shots);
                    walked.extend(shots.into_iter().map(|shot| Field::move_of([act, shot])));
                    field.take_back(act, undo);
                    assert_eq!(field, before);
                }
                moves.sort_unstable();
                walked.sort_unstable();
                assert_eq!(moves, walked);
                let m = moves[rng.below(moves.len())];
                for act in Field::acts_of(m) {
                    assert!(field.slot_of(act) < Field::SLOTS);
                    field.make(act);
                }
                board.play(by, &m);
            }
            let won = if board.mover() == Seat::Second { 1.0 } else { 0.0 };
            assert_eq!(field.hand(), Hand::Over(won));
        }
    }
}
