//! Games drawn at random to their end, without a branch that depends on a draw but the last.

use crate::{Board, Number, Numbers, Phase, Square};
use leitai_core::{Rng, Seat};

/// A square off the board: where stones stand that are gone.
const GONE: u8 = Square::COUNT as u8;

/// The stones on a board. Those of red are 1–6, those of blue 7–12; 0 is no stone, and stands nowhere.
struct Stones {
    cells: [u8; 32],
    places: [u8; 16],
    /// Bit `s`: stone `s` is on the board.
    living: u16,
}

/// Where a stone can step to, with the number of squares last.
type Steps = [u8; 4];

/// By seat and square; none from off the board.
static STEPS: [[Steps; 32]; 2] = [steps(Seat::First), steps(Seat::Second)];

const fn steps(seat: Seat) -> [Steps; 32] {
    let mut table = [[0; 4]; 32];
    let mut from = 0;
    while from < Square::COUNT {
        let to = Square::at(from as u8).steps(seat);
        let mut i = 0;
        while i < to.len() {
            table[from][i] = to[i].index() as u8;
            i += 1;
        }
        table[from][3] = to.len() as u8;
        from += 1;
    }
    table
}

/// By a side's living stones and the die, the one or two that may move, 1–6; 0 where there is no second.
static MOVABLE: [[[u8; 2]; 6]; 64] = {
    let mut table = [[[0; 2]; 6]; 64];
    let mut living = 0;
    while living < 64 {
        let mut die = 0;
        while die < 6 {
            let movable = Numbers::movable_of(living, die);
            let mut number = 0;
            let mut count = 0;
            while number < 6 {
                if movable >> number & 1 == 1 {
                    table[living as usize][die as usize][count] = number + 1;
                    count += 1;
                }
                number += 1;
            }
            die += 1;
        }
        living += 1;
    }
    table
};

impl Board {
    /// The winner when dice and moves are drawn from here on: every face, and then every move, with the same
    /// chance (biased by less than 2⁻²⁹). Each turn takes one number of the generator: its low half the die,
    /// its high half the move, in the order of [`moves`](leitai_core::State::moves). Requires that all stones
    /// are laid.
    pub fn random_winner(&self, rng: &mut Rng) -> Seat {
        let mut stones = Stones::of(self);
        let (mut seat, first) = match self.phase() {
            Phase::Over(winner) => return winner,
            Phase::Rolling(seat) => (seat, None),
            Phase::Moving(seat, die) => (seat, Some(die)),
            Phase::Laying => unreachable!("the stones are to be laid first"),
        };
        let mut draw = rng.next();
        let mut die = first.map_or_else(|| low(draw, 6), Number::index);
        while !stones.step(seat, die, draw) {
            seat = seat.other();
            draw = rng.next();
            die = low(draw, 6);
        }
        seat
    }
}

/// The low half of a draw, as a number below `n`.
const fn low(draw: u64, n: u64) -> usize {
    (((draw & 0xffff_ffff) * n) >> 32) as usize
}

impl Stones {
    fn of(board: &Board) -> Stones {
        let mut stones = Stones { cells: [0; 32], places: [GONE; 16], living: 0 };
        for seat in Seat::BOTH {
            for number in board.living(seat).iter() {
                let stone = 6 * seat.index() + usize::from(number.get());
                let at = board.place(seat, number).map_or(GONE, |square| square.index() as u8);
                stones.places[stone] = at;
                stones.cells[usize::from(at)] = stone as u8;
                stones.living |= 1 << stone;
            }
        }
        stones
    }

    /// Plays the move that the high half of `draw` picks; has it won?
    #[inline]
    fn step(&mut self, seat: Seat, die: usize, draw: u64) -> bool {
        let side = 6 * seat.index() as u8;
        let living = self.living >> (side + 1) & 63;
        let [one, other] = MOVABLE[usize::from(living)][die];
        // Stone 0 is gone, and nothing steps from off the board: a second that is none has no moves.
        let stones = [one + side, if other == 0 { 0 } else { other + side }];
        let from = stones.map(|stone| self.places[usize::from(stone & 15)] & 31);
        let steps = from.map(|from| STEPS[seat.index()][usize::from(from)]);
        let moves = u64::from(steps[0][3]) + u64::from(steps[1][3]);
        let picked = (((draw >> 32) * moves) >> 32) as u8;
        let second = usize::from(picked >= steps[0][3]);
        let index = picked - if second == 1 { steps[0][3] } else { 0 };
        let (stone, from, to) = (stones[second], from[second], steps[second][usize::from(index & 3)]);
        self.cells[usize::from(from)] = 0;
        let taken = std::mem::replace(&mut self.cells[usize::from(to & 31)], stone);
        self.living &= !(1 << taken);
        self.places[usize::from(taken & 15)] = GONE;
        self.places[usize::from(stone & 15)] = to;
        let others = 63 << (7 - side);
        usize::from(to) == Square::goal(seat).index() || self.living & others == 0
    }
}
