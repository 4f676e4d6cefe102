//! Random games on the truth, for measuring and for players that look ahead.

use crate::field::Field;
use crate::{Board, Phase, Points, score};
use leitai_core::{Rng, Seat};

impl Board {
    /// The winner of a random game from here: each ply is any accepted point that is no eye of the mover's,
    /// each with the same chance; a side without one passes. Dead stones are those of the law.
    pub fn random_winner(&self, rng: &mut Rng) -> Seat {
        let stones = match self.phase {
            Phase::Over(winner) => return winner,
            Phase::Marking => return score::winner(self.stones, self.dead),
            Phase::Playing => self.random_end(rng),
        };
        score::winner(stones, score::dead(stones))
    }

    /// The stones when such a game is played out.
    fn random_end(&self, rng: &mut Rng) -> [Points; 2] {
        let mut field = Field::of(self);
        let (mut mover, mut passes) = (self.mover(), self.passes);
        for _ in self.ply..self.rules.max_plies {
            passes = if field.random_stone(mover, rng) { 0 } else { passes + 1 };
            if passes >= 2 {
                break;
            }
            mover = mover.other();
        }
        field.stones()
    }

    /// Single points not its own whose neighbours are all the seat's. It needs its own stones only.
    pub fn eyes(&self, seat: Seat) -> Points {
        let own = self.stones(seat);
        // What lies beside a point that is not its own, or beside a point outside, is no eye.
        (Points::BOARD - own) - (Points::BOARD - own).beside()
    }
}
