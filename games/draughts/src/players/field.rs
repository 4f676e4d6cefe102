//! A position for the search: the board's bits, copied at every move.

use crate::grid::{self, JUMPS, Way, step};
use crate::position::far;
use crate::{Board, Path};
use leitai_core::{Actor, Seat, State};

/// One move, as far as the resulting position depends on it: paths that jump the same pieces between the same
/// squares are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    /// The square the piece leaves.
    pub from: u8,
    /// The square the piece ends on.
    pub to: u8,
    /// The pieces it jumps.
    pub taken: u32,
}

impl Hop {
    /// Reduces a path to the parts that matter.
    pub fn of(path: &Path) -> Hop {
        let mut taken = 0;
        if path.captures() > 0 {
            for leg in path.squares().windows(2) {
                taken |= leg[0].halfway(leg[1]).bit();
            }
        }
        Hop { from: path.from().number() as u8, to: path.to().number() as u8, taken }
    }

    /// The first path in the order of the rules that this move stands for; `None` if it is not legal on the board.
    pub fn path(self, board: &Board) -> Option<Path> {
        let mut paths = Vec::new();
        board.moves(Actor::Seat(board.mover()), &mut paths);
        paths.into_iter().find(|path| Hop::of(path) == self)
    }
}

/// A position: the pieces of a [`Board`], and the number of plies left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Pieces of black and of white, one bit per dark square, from the top.
    pub(super) pieces: [u32; 2],
    pub(super) kings: u32,
    /// Plies left until the pieces are counted; black moves when the number is even.
    pub(super) left: u16,
}

/// With fewer plies left than this, the end is near: the value of a position depends on their number.
pub(super) const NEAR: u16 = 40;

impl Field {
    /// The position of a board.
    pub fn of(board: &Board) -> Field {
        let (pieces, kings) = board.bits();
        Field { pieces, kings, left: board.last_ply() - board.plies() }
    }

    /// The position with the other side to move and one ply fewer left.
    #[must_use]
    pub const fn turned(self) -> Field {
        Field { left: self.left.saturating_sub(1), ..self }
    }

    /// Whether the mover must capture.
    pub fn is_compelled(&self) -> bool {
        self.jumpers() != 0
    }

    /// The position as bytes, along with one byte of the caller's.
    pub fn bytes(&self, beside: u8) -> [u8; 16] {
        let mut bytes = [beside; 16];
        for (at, word) in [self.pieces[0], self.pieces[1], self.kings].into_iter().enumerate() {
            bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.left.to_le_bytes());
        bytes
    }

    /// The inverse of [`bytes`](Field::bytes).
    pub fn from_bytes(bytes: [u8; 16]) -> (Field, u8) {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let left = u16::from_le_bytes([bytes[12], bytes[13]]);
        (Field { pieces: [word(0), word(4)], kings: word(8), left }, bytes[15])
    }

    /// The side to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        if self.left.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    #[inline]
    pub(super) const fn own(&self) -> u32 {
        self.pieces[self.mover().index()]
    }

    #[inline]
    pub(super) const fn enemy(&self) -> u32 {
        self.pieces[self.mover().other().index()]
    }

    #[inline]
    pub(super) const fn empty(&self) -> u32 {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The points of a side: 3 for a king, 1 for a man.
    pub(super) const fn points(&self, seat: Seat) -> i32 {
        let pieces = self.pieces[seat.index()];
        (pieces.count_ones() + 2 * (pieces & self.kings).count_ones()) as i32
    }

    /// The pieces of the mover that can step `way`.
    #[inline]
    fn steppers(&self, way: Way) -> u32 {
        let up = matches!(way, Way::UpLeft | Way::UpRight);
        let able =
            if up == matches!(self.mover(), Seat::First) { self.own() } else { self.own() & self.kings };
        able & step(self.empty(), way.back())
    }

    /// The pieces of the mover that can jump.
    #[inline]
    pub(super) fn jumpers(&self) -> u32 {
        let (enemy, empty) = (self.enemy(), self.empty());
        let before = |way: Way| step(enemy & step(empty, way.back()), way.back());
        let [a, b, c, d] = Way::ALL.map(before);
        self.own() & (a | b | c | d)
    }

    /// Whether any of the mover's pieces can step.
    #[inline]
    pub(super) fn can_step(&self) -> bool {
        Way::ALL.into_iter().any(|way| self.steppers(way) != 0)
    }

    /// Appends the moves of the mover. `jumpers` are its pieces that can jump.
    #[inline]
    pub(super) fn moves(&self, jumpers: u32, out: &mut Vec<Hop>) {
        match jumpers {
            0 => self.steps(out),
            jumpers => self.captures(jumpers, out),
        }
    }

    /// Appends the steps of the mover. Requires that it cannot capture.
    fn steps(&self, out: &mut Vec<Hop>) {
        for way in Way::ALL {
            let mut rest = self.steppers(way);
            while rest != 0 {
                let from = rest & rest.wrapping_neg();
                rest ^= from;
                let to = step(from, way).trailing_zeros() as u8;
                out.push(Hop { from: from.trailing_zeros() as u8, to, taken: 0 });
            }
        }
    }

    /// Appends the captures of `jumpers` that take the most pieces.
    fn captures(&self, jumpers: u32, out: &mut Vec<Hop>) {
        let mut jumps = Jumps { enemy: self.enemy(), empty: self.empty(), most: 1, start: out.len(), out };
        for from in grid::squares(jumpers) {
            let from = from.number() as u8;
            // The start is empty while the piece is moving.
            jumps.empty |= 1 << from;
            jumps.go(Hop { from, to: from, taken: 0 }, 0);
            jumps.empty ^= 1 << from;
        }
    }

    /// Plays a move of the mover.
    #[inline]
    pub(super) fn play(&mut self, hop: Hop) {
        let mover = self.mover();
        let (from, to) = (1 << hop.from, 1 << hop.to);
        let king = self.kings & from != 0 || far(mover) & to != 0;
        self.pieces[mover.index()] = self.pieces[mover.index()] & !from | to;
        self.pieces[mover.other().index()] &= !hop.taken;
        self.kings = self.kings & !(from | hop.taken) | if king { to } else { 0 };
        self.left -= 1;
    }

    /// A hash of the pieces, the side to move and, when the end is near, the number of plies left.
    pub(super) fn key(&self) -> u64 {
        let left = if self.left < NEAR { self.left + 2 } else { self.left % 2 };
        let pieces = u64::from(self.pieces[0]) << 32 | u64::from(self.pieces[1]);
        let rest = u64::from(self.kings) << 32 | u64::from(left);
        let mixed = (pieces ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32 ^ rest).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }
}

/// A depth-first search for the captures that take the most pieces. A jumped piece blocks until the move is over.
struct Jumps<'a> {
    enemy: u32,
    empty: u32,
    most: u32,
    start: usize,
    out: &'a mut Vec<Hop>,
}

impl Jumps<'_> {
    fn go(&mut self, hop: Hop, taken: u32) {
        let mut last = true;
        for jump in &JUMPS[usize::from(hop.to)] {
            if self.enemy & !hop.taken & jump.over != 0 && self.empty & jump.land != 0 {
                last = false;
                let next = Hop { to: jump.land.trailing_zeros() as u8, taken: hop.taken | jump.over, ..hop };
                self.go(next, taken + 1);
            }
        }
        if !last || taken < self.most {
            return;
        }
        if taken > self.most {
            self.out.truncate(self.start);
            self.most = taken;
        }
        if taken < 3 || !self.out[self.start..].contains(&hop) {
            self.out.push(hop);
        }
    }
}
