//! The position that the strong players search: the code of every line through every cell, updated by the few
//! cells that a stone touches, and with it what a stone of either side would make anywhere.

use super::cells::Cells;
use super::kind::{BUNDLES, KNOWN_BUNDLES, Kind, KnownBundles};
use super::pattern::{BLOCKED, DIGITS, OWN, Patterns, SPAN, patterns_of};
use super::weights::{Weights, weights_of};
use crate::forbidden::{Judgement, judge};
use crate::{Bans, Board, Point, Side, Stones};
use leitai_core::Rng;
use std::sync::LazyLock;

/// Cells on a board whose rows are 16 wide.
const CELLS: usize = 256;
/// Steps in the four directions: along a row, down a column, falling, rising.
const STEPS: [i16; 4] = [1, 16, 17, -15];

/// By cell and direction: how many cells follow before and after, at most [`SPAN`].
static ROOM: [[[u8; 2]; 4]; CELLS] = room();

const fn room() -> [[[u8; 2]; 4]; CELLS] {
    const WAYS: [[i8; 2]; 4] = [[1, 0], [0, 1], [1, 1], [1, -1]];
    let mut room = [[[0; 2]; 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 4 {
            let mut k = 1;
            while k <= SPAN as i8 {
                let mut end = 0;
                while end < 2 {
                    let k = if end == 0 { -k } else { k };
                    let x = (cell % 16) as i8 + k * WAYS[direction][0];
                    let y = (cell / 16) as i8 + k * WAYS[direction][1];
                    if cell % 16 < 15 && cell / 16 < 15 && x >= 0 && x < 15 && y >= 0 && y < 15 {
                        room[cell][direction][end] += 1;
                    }
                    end += 1;
                }
                k += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    room
}

/// Random words by side and cell.
static KEYS: LazyLock<Box<[[u64; CELLS]; 2]>> = LazyLock::new(|| {
    let mut rng = Rng::new(0x5eed_90f0);
    Box::new([(); 2].map(|()| std::array::from_fn(|_| rng.next())))
});

/// What a cell's four lines were before a stone changed one of them.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: u8,
    cell: u8,
    shapes: u16,
}

/// A position where stones are placed in turn. Stones are lifted in the reverse order of placing.
#[derive(Clone)]
pub(super) struct LineBoard {
    /// Whether black is bound by forbidden moves.
    bans: bool,
    known: &'static KnownBundles,
    /// By side.
    patterns: [&'static Patterns; 2],
    kinds: [&'static [Kind; BUNDLES]; 2],
    weights: [&'static Weights; 2],
    /// By side and cell.
    keys: &'static [[u64; CELLS]; 2],
    stones: [Stones; 2],
    /// By cell and direction: the code of the window as black sees it, and above it as white does.
    codes: Box<[[u32; 4]; CELLS]>,
    /// By side and cell: the patterns of the four directions, four bits each.
    shapes: [[u16; CELLS]; 2],
    /// By side and kind: the empty cells where a stone makes it.
    sets: [[Cells; Kind::COUNT]; 2],
    /// By side: the worth of all empty cells, if it is to move and if not.
    sums: [[i32; 2]; 2],
    empty: Cells,
    key: u64,
    changes: Vec<Change>,
    /// How many changes there were before each stone.
    marks: Vec<u32>,
}

impl LineBoard {
    /// Computes what the stones of a board make.
    pub(super) fn new(board: &Board) -> LineBoard {
        let bans = board.rules().bans != Bans::Off;
        let known = &*KNOWN_BUNDLES;
        let mut line_board = LineBoard {
            bans,
            known,
            patterns: [bans, false].map(patterns_of),
            kinds: [bans, false].map(|exact| &*known.kinds[usize::from(exact)]),
            weights: weights_of(bans),
            keys: &KEYS,
            stones: [Stones::default(); 2],
            codes: Box::new([[0; 4]; CELLS]),
            shapes: [[0; CELLS]; 2],
            sets: [[Cells::NONE; Kind::COUNT]; 2],
            sums: [[0; 2]; 2],
            empty: Cells::NONE,
            key: 0,
            changes: Vec::new(),
            marks: Vec::new(),
        };
        for point in Point::all() {
            line_board.clear(point.cell());
        }
        for side in Side::BOTH {
            board.stones(side).iter().for_each(|point| line_board.place(side, point.cell()));
        }
        line_board
    }

    /// Computes the lines of a cell of the empty board.
    fn clear(&mut self, cell: u8) {
        self.empty.toggle(cell);
        for (direction, [before, after]) in ROOM[usize::from(cell)].into_iter().enumerate() {
            let edge = |near: u8, digits: &mut dyn Iterator<Item = &u16>| {
                digits.skip(near.into()).map(|digit| u32::from(BLOCKED * digit)).sum::<u32>()
            };
            let code =
                edge(before, &mut DIGITS[..SPAN].iter().rev()) + edge(after, &mut DIGITS[SPAN..].iter());
            self.codes[usize::from(cell)][direction] = code | code << 16;
        }
        for side in [0, 1] {
            let shapes = self.shapes_of(side, cell);
            self.shapes[side][usize::from(cell)] = shapes;
            self.count(side, cell, shapes, 1);
        }
    }

    /// The patterns of a cell, from its codes.
    fn shapes_of(&self, side: usize, cell: u8) -> u16 {
        let codes = self.codes[usize::from(cell)];
        let pattern =
            |direction: usize| self.patterns[side][usize::from((codes[direction] >> (16 * side)) as u16)];
        (0..4).fold(0, |shapes, direction| shapes | (pattern(direction) as u16) << (4 * direction))
    }

    /// Adds an empty cell's part of the sets and sums, or takes it away, with a `sign` of -1.
    #[inline]
    fn count(&mut self, side: usize, cell: u8, shapes: u16, sign: i32) {
        let bundle = self.known.bundles.number(shapes);
        let kind = self.kinds[side][bundle];
        self.sets[side][kind as usize].toggle(cell);
        let worths = self.weights[side][bundle];
        self.sums[side][0] += sign * i32::from(worths.mover);
        self.sums[side][1] += sign * i32::from(worths.waiter);
    }

    /// Adds a stone. Requires the cell to be empty.
    pub(super) fn place(&mut self, side: Side, cell: u8) {
        let at = usize::from(cell);
        self.marks.push(self.changes.len() as u32);
        for side in [0, 1] {
            self.count(side, cell, self.shapes[side][at], -1);
        }
        self.empty.toggle(cell);
        self.key ^= self.keys[side as usize][at];
        if let Some(point) = Point::of_cell(cell) {
            self.stones[side as usize].insert(point);
        }
        let digits = if side == Side::Black {
            u32::from(OWN) | u32::from(BLOCKED) << 16
        } else {
            u32::from(BLOCKED) | u32::from(OWN) << 16
        };
        for direction in 0..4 {
            let step = STEPS[direction];
            let [before, after] = ROOM[at][direction];
            // From a cell before the stone, the stone is after it, and the other way round.
            let mut near = i16::from(cell);
            for digit in &DIGITS[SPAN..SPAN + usize::from(before)] {
                near -= step;
                self.change(near as u8, direction, u32::from(*digit) * digits);
            }
            let mut near = i16::from(cell);
            for digit in DIGITS[SPAN - usize::from(after)..SPAN].iter().rev() {
                near += step;
                self.change(near as u8, direction, u32::from(*digit) * digits);
            }
        }
    }

    /// Adds to the code of a cell in a direction.
    #[inline]
    fn change(&mut self, cell: u8, direction: usize, by: u32) {
        let at = usize::from(cell);
        let code = self.codes[at][direction].wrapping_add(by);
        self.codes[at][direction] = code;
        if !self.empty.has(cell) {
            return;
        }
        for (side, code) in [code as u16, (code >> 16) as u16].into_iter().enumerate() {
            let before = self.shapes[side][at];
            let pattern = self.patterns[side].get(usize::from(code)).map_or(0, |pattern| *pattern as u16);
            let shapes = before & !(15 << (4 * direction)) | pattern << (4 * direction);
            if shapes != before {
                self.changes.push(Change { side: side as u8, cell, shapes: before });
                self.swap(side, cell, shapes);
            }
        }
    }

    /// Replaces the patterns of an empty cell.
    #[inline]
    fn swap(&mut self, side: usize, cell: u8, shapes: u16) {
        let before = std::mem::replace(&mut self.shapes[side][usize::from(cell)], shapes);
        let [old, new] = [before, shapes].map(|shapes| self.known.bundles.number(shapes));
        let (weights, kinds) = (self.weights[side], self.kinds[side]);
        let sums = &mut self.sums[side];
        sums[0] += i32::from(weights[new].mover) - i32::from(weights[old].mover);
        sums[1] += i32::from(weights[new].waiter) - i32::from(weights[old].waiter);
        if kinds[old] != kinds[new] {
            self.sets[side][kinds[old] as usize].toggle(cell);
            self.sets[side][kinds[new] as usize].toggle(cell);
        }
    }

    /// Removes the stone placed last, which must be this one.
    pub(super) fn lift(&mut self, side: Side, cell: u8) {
        let at = usize::from(cell);
        let mark = self.marks.pop().map_or(0, |mark| mark as usize);
        while self.changes.len() > mark {
            let Some(change) = self.changes.pop() else { break };
            self.swap(change.side.into(), change.cell, change.shapes);
        }
        let digits = if side == Side::Black {
            u32::from(OWN) | u32::from(BLOCKED) << 16
        } else {
            u32::from(BLOCKED) | u32::from(OWN) << 16
        };
        for direction in 0..4 {
            let step = STEPS[direction];
            let [before, after] = ROOM[at][direction];
            let mut near = i16::from(cell);
            for digit in &DIGITS[SPAN..SPAN + usize::from(before)] {
                near -= step;
                let code = &mut self.codes[usize::from(near as u8)][direction];
                *code = code.wrapping_sub(u32::from(*digit) * digits);
            }
            let mut near = i16::from(cell);
            for digit in DIGITS[SPAN - usize::from(after)..SPAN].iter().rev() {
                near += step;
                let code = &mut self.codes[usize::from(near as u8)][direction];
                *code = code.wrapping_sub(u32::from(*digit) * digits);
            }
        }
        if let Some(point) = Point::of_cell(cell) {
            self.stones[side as usize].remove(point);
        }
        self.key ^= self.keys[side as usize][at];
        self.empty.toggle(cell);
        // What the cell itself makes did not change: its code has no digit of its own, and stones placed later are gone.
        for side in [0, 1] {
            self.count(side, cell, self.shapes[side][at], 1);
        }
    }

    /// A hash of the stones.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// The hash of the stones with one more on an empty cell.
    pub(super) fn key_with(&self, side: Side, cell: u8) -> u64 {
        self.key ^ self.keys[side as usize][usize::from(cell)]
    }

    /// The cells without a stone.
    pub(super) const fn empty(&self) -> &Cells {
        &self.empty
    }

    /// The empty cells that have a stone within two steps.
    pub(super) fn near(&self) -> Cells {
        Cells::BOARD.without(&self.empty).grown().grown().and(&self.empty)
    }

    /// The empty cells where a stone of the side makes this kind.
    pub(super) const fn making(&self, side: Side, kind: Kind) -> &Cells {
        &self.sets[side as usize][kind as usize]
    }

    /// The empty cells where a stone of the side makes a four; too many threes may still forbid it.
    pub(super) fn fours(&self, side: Side) -> Cells {
        let sets = &self.sets[side as usize];
        sets[Kind::Four as usize].or(&sets[Kind::FourThree as usize]).or(&sets[Kind::Open as usize])
    }

    /// Wherever a stone of the other side may stop a straight four or two fours that the side threatens: it takes a cell
    /// of a line of theirs, and there a stone of the side itself would make a four, if a forbidden one.
    pub(super) fn stops(&self, side: Side) -> Cells {
        self.fours(side).or(self.making(side, Kind::Forbidden))
    }

    /// What a stone of the side makes on an empty cell.
    pub(super) fn kind(&self, side: Side, cell: u8) -> Kind {
        self.kinds[side as usize][self.bundle(side, cell)]
    }

    /// The number of the bundle of patterns that a stone of the side makes on an empty cell.
    pub(super) fn bundle(&self, side: Side, cell: u8) -> usize {
        self.known.bundles.number(self.shapes[side as usize][usize::from(cell)])
    }

    /// Whether a stone of the side on the empty cell is allowed however the threes through it are judged.
    pub(super) fn is_surely_allowed(&self, side: Side, cell: u8) -> bool {
        let bundle = self.bundle(side, cell);
        !self.is_bound(side)
            || self.kinds[0][bundle] == Kind::Five
            || self.kinds[0][bundle] != Kind::Forbidden && !self.known.threes[bundle]
    }

    /// Whether the side is forbidden to play the cell, which must be empty.
    pub(super) fn is_forbidden(&self, side: Side, cell: u8) -> bool {
        if self.is_surely_allowed(side, cell) {
            return false;
        }
        let [black, white] = &self.stones;
        let judged = |point| matches!(judge(black, white, point), Judgement::Forbidden(_));
        self.kind(side, cell) == Kind::Forbidden || Point::of_cell(cell).is_some_and(judged)
    }

    /// Whether forbidden moves bind the side.
    pub(super) fn is_bound(&self, side: Side) -> bool {
        self.bans && side == Side::Black
    }

    /// How early a stone of the side on an empty cell is tried: the more it makes and keeps the other side from
    /// making.
    pub(super) fn promise(&self, side: Side, cell: u8) -> i32 {
        let other = side.other();
        let attack = self.weights[side as usize][self.bundle(side, cell)].attack;
        let defence = self.weights[other as usize][self.bundle(other, cell)].defence;
        i32::from(attack) + i32::from(defence)
    }

    /// The value of a quiet position for the side to move.
    pub(super) fn value(&self, side: Side) -> i32 {
        self.sums[side as usize][0] - self.sums[side.other() as usize][1]
    }
}

#[cfg(test)]
mod tests;
