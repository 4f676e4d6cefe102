//! The position that searches walk: acts, ends and hands of the law, with a key and the race kept up to date.

use super::judge::Judge;
use crate::{Act, Board, Number, Phase, Square};
use leitai_core::Seat;
use leitai_search::{Hand, Roll, Walk, Weigh, Which, Worth};

/// What stands on an empty square.
const EMPTY: u8 = u8::MAX;
const SQUARES: usize = Square::COUNT;

/// Where the turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The die is to be rolled for the mover.
    Rolling,
    /// It shows that face, 0–5.
    Rolled(u8),
    /// That seat has won.
    Over(Seat),
}

/// The stones, by seat and number; what is dead stands nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stones {
    /// On each square the seat's index times 6 plus the number's, or [`EMPTY`].
    cells: [u8; SQUARES],
    /// Where each stands, as counted from the corner of its side: 24 is its goal, and 0 where it is dead.
    pub(crate) places: [[u8; 6]; 2],
    /// Bits of the numbers that live.
    pub(crate) living: [u8; 2],
    /// Each side's distances as a number of base 5, the dead with 0: where its race is listed.
    pub(crate) races: [u16; 2],
    key: u64,
}

/// A position, walked by a search.
pub(crate) struct Field<'a> {
    pub(crate) stones: Stones,
    pub(crate) mover: Seat,
    stage: Stage,
    judge: &'a mut Judge,
}

/// What [`take_back`](Walk::take_back) needs.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    stage: Stage,
    taken: u8,
    key: u64,
}

/// Powers of 5: the digit of each number.
pub(crate) const DIGIT: [u16; 6] = [1, 5, 25, 125, 625, 3125];

/// Steps to the goal from each square, as counted from the side's own corner.
pub(crate) const DISTANCE: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let (column, row) = (4 - i % 5, 4 - i / 5);
        table[i] = if column > row { column } else { row } as u8;
        i += 1;
    }
    table
};

/// The squares that a stone can step to, counted from its side's corner: slanting first.
pub(crate) static STEPS: [([u8; 3], u8); SQUARES] = {
    let mut table = [([0; 3], 0); SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let (column, row) = (i % 5, i / 5);
        let mut count = 0;
        if column < 4 && row < 4 {
            table[i].0[count] = i as u8 + 6;
            count += 1;
        }
        if column < 4 {
            table[i].0[count] = i as u8 + 1;
            count += 1;
        }
        if row < 4 {
            table[i].0[count] = i as u8 + 5;
            count += 1;
        }
        table[i].1 = count as u8;
        i += 1;
    }
    table
};

/// By the living numbers and a number of them: the faces that let it move.
pub(crate) static FACES: [[u8; 6]; 64] = {
    let mut table = [[0; 6]; 64];
    let mut living = 0_usize;
    while living < 64 {
        let mut face = 0;
        while face < 6 {
            let movable = crate::number::movable(living as u8, face);
            let mut number = 0;
            while number < 6 {
                if movable >> number & 1 == 1 {
                    table[living][number] |= 1 << face;
                }
                number += 1;
            }
            face += 1;
        }
        living += 1;
    }
    table
};

/// A random number for each stone on each square, and one for who moves.
static KEYS: ([[u64; SQUARES]; 12], u64) = {
    let mut rng = leitai_core::Rng::new(0x0e15_7e14);
    let mut keys = [[0; SQUARES]; 12];
    let mut i = 0;
    while i < 12 * SQUARES {
        keys[i / SQUARES][i % SQUARES] = rng.next();
        i += 1;
    }
    (keys, rng.next())
};

/// A square as counted from the corner of a side, from the law's count or back.
pub(crate) const fn seen(seat: Seat, square: u8) -> u8 {
    match seat {
        Seat::First => square,
        Seat::Second => 24 - square,
    }
}

impl Stones {
    /// The stones of a position.
    pub(crate) fn of(board: &Board) -> Stones {
        let mut stones =
            Stones { cells: [EMPTY; SQUARES], places: [[0; 6]; 2], living: [0; 2], races: [0; 2], key: 0 };
        for seat in Seat::BOTH {
            for number in Number::ALL {
                if let Some(square) = board.place(seat, number) {
                    stones.put((6 * seat.index() + number.index()) as u8, square.index() as u8);
                }
            }
        }
        stones
    }

    fn put(&mut self, stone: u8, square: u8) {
        let (side, number) = (usize::from(stone / 6), usize::from(stone % 6));
        let place = seen(Seat::BOTH[side], square);
        self.cells[usize::from(square)] = stone;
        self.places[side][number] = place;
        self.living[side] |= 1 << number;
        self.races[side] += DIGIT[number] * u16::from(DISTANCE[usize::from(place)]);
        self.key ^= KEYS.0[usize::from(stone)][usize::from(square)];
    }

    fn lift(&mut self, square: u8) -> u8 {
        let stone = std::mem::replace(&mut self.cells[usize::from(square)], EMPTY);
        if stone != EMPTY {
            let (side, number) = (usize::from(stone / 6), usize::from(stone % 6));
            let place = self.places[side][number];
            self.places[side][number] = 0;
            self.living[side] &= !(1 << number);
            self.races[side] -= DIGIT[number] * u16::from(DISTANCE[usize::from(place)]);
            self.key ^= KEYS.0[usize::from(stone)][usize::from(square)];
        }
        stone
    }

    /// What stands on a square as counted from the corner of a side: whose, and the index of its number.
    #[inline]
    pub(crate) fn at(&self, seat: Seat, place: u8) -> Option<(Seat, usize)> {
        let stone = self.cells[usize::from(seen(seat, place))];
        (stone != EMPTY).then(|| (Seat::BOTH[usize::from(stone / 6)], usize::from(stone % 6)))
    }

    /// How many stones a side has.
    pub(crate) const fn count(&self, seat: Seat) -> u32 {
        self.living[seat.index()].count_ones()
    }
}

impl<'a> Field<'a> {
    /// The position as the law has it, once the stones are laid.
    pub(crate) fn of(board: &Board, judge: &'a mut Judge) -> Field<'a> {
        let (mover, stage) = match board.phase() {
            Phase::Rolling(seat) => (seat, Stage::Rolling),
            Phase::Moving(seat, die) => (seat, Stage::Rolled(die.index() as u8)),
            Phase::Over(seat) => (seat.other(), Stage::Over(seat)),
            Phase::Laying => unreachable!("asked once the stones are laid"),
        };
        Field { stones: Stones::of(board), mover, stage, judge }
    }

    /// What it is judged by.
    #[cfg(test)]
    pub(crate) fn judge(&mut self) -> &mut Judge {
        self.judge
    }

    fn steps_of(&self, number: usize, mut step: impl FnMut(Act)) {
        let from = self.stones.places[self.mover.index()][number];
        let (to, count) = STEPS[usize::from(from)];
        let square = |place| Square::at(seen(self.mover, place));
        for to in &to[..usize::from(count)] {
            step(Act::Step(square(from), square(*to)));
        }
    }
}

impl Walk for Field<'_> {
    type Act = Act;
    type Undo = Undo;

    fn hand(&self) -> Hand {
        match self.stage {
            Stage::Rolling => Hand::Dice,
            Stage::Rolled(_) => Hand::Seat(self.mover),
            Stage::Over(Seat::First) => Hand::Over(1.0),
            Stage::Over(Seat::Second) => Hand::Over(0.0),
        }
    }

    fn key(&self) -> u64 {
        let turn = if self.mover == Seat::First { 0 } else { KEYS.1 };
        match self.stage {
            Stage::Rolled(face) => self.stones.key ^ turn ^ u64::from(face + 1).wrapping_mul(KEYS.1 | 1),
            _ => self.stones.key ^ turn,
        }
    }

    fn acts(&mut self, _: Which, out: &mut Vec<Act>) {
        match self.stage {
            Stage::Rolling => out.extend(Number::ALL.map(Act::Roll)),
            Stage::Rolled(face) => {
                let living = self.stones.living[self.mover.index()];
                for (number, faces) in FACES[usize::from(living)].iter().enumerate() {
                    if faces >> face & 1 == 1 {
                        self.steps_of(number, |act| out.push(act));
                    }
                }
            }
            Stage::Over(_) => {}
        }
    }

    fn make(&mut self, act: Act) -> Undo {
        let mut undo = Undo { stage: self.stage, taken: EMPTY, key: self.stones.key };
        match act {
            Act::Roll(die) => self.stage = Stage::Rolled(die.index() as u8),
            Act::Step(from, to) => {
                let stone = self.stones.lift(from.index() as u8);
                undo.taken = self.stones.lift(to.index() as u8);
                self.stones.put(stone, to.index() as u8);
                let won =
                    to == Square::goal(self.mover) || self.stones.living[self.mover.other().index()] == 0;
                self.stage = if won { Stage::Over(self.mover) } else { Stage::Rolling };
                self.mover = self.mover.other();
            }
            Act::Lay(..) => unreachable!("searched once the stones are laid"),
        }
        undo
    }

    fn take_back(&mut self, act: Act, undo: Undo) {
        self.stage = undo.stage;
        if let Act::Step(from, to) = act {
            self.mover = self.mover.other();
            let stone = self.stones.lift(to.index() as u8);
            self.stones.put(stone, from.index() as u8);
            if undo.taken != EMPTY {
                self.stones.put(undo.taken, to.index() as u8);
            }
            self.stones.key = undo.key;
        }
    }
}

impl Weigh for Field<'_> {
    /// The chance of First to win, in parts of [`SURE`](super::judge::SURE), before the die is rolled; after it, a guess
    /// without use.
    fn weigh(&mut self) -> Worth {
        match self.stage {
            Stage::Rolling => self.judge.weigh(&self.stones, self.mover),
            _ => Worth::Guess(super::judge::SURE / 2),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        value as f32 / super::judge::SURE as f32
    }

    /// Slanting steps and those that take the other side's stones first.
    fn rank(&self, act: Act) -> (u8, i16) {
        let Act::Step(from, to) = act else { return (0, 0) };
        let slants = from.column() != to.column() && from.row() != to.row();
        let taken = self.stones.cells[to.index()];
        let takes = taken != EMPTY && Seat::BOTH[usize::from(taken / 6)] != self.mover;
        (0, i16::from(slants) + 2 * i16::from(takes))
    }

    fn slot(&self, act: Act) -> usize {
        match act {
            Act::Step(from, to) => from.index() * SQUARES + to.index(),
            _ => 0,
        }
    }

    const SLOTS: usize = SQUARES * SQUARES;
}

impl Roll for Field<'_> {
    fn faces(&self, out: &mut Vec<(Act, f32)>) {
        out.extend(Number::ALL.map(|die| (Act::Roll(die), 1.0 / 6.0)));
    }

    /// A stone's steps are the same whatever face lets it move.
    fn shared(&mut self, out: &mut Vec<(Act, u32)>) -> Option<Seat> {
        let living = self.stones.living[self.mover.index()];
        // Stones that move often come first: after them less is left to hope for.
        let mut numbers: [u8; 6] = [0, 1, 2, 3, 4, 5];
        let faces = &FACES[usize::from(living)];
        numbers.sort_unstable_by_key(|number| std::cmp::Reverse(faces[usize::from(*number)].count_ones()));
        for number in numbers {
            let set = u32::from(faces[usize::from(number)]);
            if set != 0 {
                self.steps_of(usize::from(number), |act| out.push((act, set)));
            }
        }
        Some(self.mover)
    }
}

/// The numbers of bits.
pub(crate) fn numbers(bits: u8) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(lowest)
    })
}
