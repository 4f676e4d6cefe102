//! Random games on the truth, for measuring and for players that look ahead.

use crate::{Board, Phase, Points};
use leitai_core::{Rng, Seat};

impl Board {
    /// The winner of a random game from here: each ply is any accepted point that is no eye of the mover's,
    /// each with the same chance; a side without one passes.
    pub fn random_winner(mut self, rng: &mut Rng) -> Seat {
        loop {
            match self.phase {
                Phase::Over(winner) => return winner,
                Phase::Marking => self.count(),
                Phase::Playing => {
                    self.random_ply(rng);
                    if self.is_played_out() {
                        self.stop();
                    }
                }
            }
        }
    }

    fn random_ply(&mut self, rng: &mut Rng) {
        let mut points = self.empty() - self.eyes(self.mover());
        while !points.is_empty() {
            let Some(point) = points.nth(rng.below(points.len() as usize) as u32) else { break };
            if let Some(taken) = self.attempt(point) {
                return self.place(point, taken);
            }
            points -= Points::of(point);
        }
        self.pass();
    }

    /// Single points not its own whose neighbours are all the seat's. It needs its own stones only.
    pub fn eyes(&self, seat: Seat) -> Points {
        let own = self.stones(seat);
        // What lies beside a point that is not its own, or beside a point outside, is no eye.
        (Points::BOARD - own) - (Points::BOARD - own).beside()
    }
}
