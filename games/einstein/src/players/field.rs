//! The position that searches walk, with the acts, ends and hands of the rules.

use super::judge::Judge;
use super::stones::{EMPTY, FACES, KEYS, SQUARES, STEPS, Stones, seen};
use crate::{Act, Board, Number, Phase, Square};
use leitai_core::Seat;
use leitai_search::{Hand, Roll, Walk, Weigh, Which, Worth};

/// The stage of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The die is about to be rolled for the mover.
    Rolling,
    /// The die shows that face, 0–5.
    Rolled(u8),
    /// That seat has won.
    Over(Seat),
}

/// A position, as a search walks it.
pub(crate) struct Field<'a> {
    pub(crate) stones: Stones,
    pub(crate) mover: Seat,
    stage: Stage,
    judge: &'a mut Judge,
}

/// The data that [`take_back`](Walk::take_back) needs.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    stage: Stage,
    taken: u8,
    key: u64,
}

impl<'a> Field<'a> {
    /// The position of a board on which the stones have been laid.
    pub(crate) fn of(board: &Board, judge: &'a mut Judge) -> Field<'a> {
        let (mover, stage) = match board.phase() {
            Phase::Rolling(seat) => (seat, Stage::Rolling),
            Phase::Moving(seat, die) => (seat, Stage::Rolled(die.index() as u8)),
            Phase::Over(seat) => (seat.other(), Stage::Over(seat)),
            Phase::Laying => unreachable!("asked once the stones are laid"),
        };
        Field { stones: Stones::of(board), mover, stage, judge }
    }

    /// The judge that evaluates the position.
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
    /// First's winning chance, in parts of [`SURE`](super::judge::SURE), before the die is rolled. After the roll, a
    /// placeholder guess.
    fn weigh(&mut self) -> Worth {
        match self.stage {
            Stage::Rolling => self.judge.weigh(&self.stones, self.mover),
            _ => Worth::Guess(super::judge::SURE / 2),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        value as f32 / super::judge::SURE as f32
    }

    /// Diagonal steps and those that take the other side's stones come first.
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

    /// The steps of a stone are the same whichever face lets it move.
    fn shared(&mut self, out: &mut Vec<(Act, u32)>) -> Option<Seat> {
        let living = self.stones.living[self.mover.index()];
        // Stones that move often come first: after them there is less left to hope for.
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
