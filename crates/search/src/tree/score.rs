//! What is known of a child, packed for the two loops that pass over all children of each node of a game's path: to choose
//! one, and to learn from the game.

use super::plan::Plan;
use leitai_core::Seat;

/// The results of one child. Results are for First, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// The slot of the act that led here ([`Playout::slot`](crate::Playout::slot)).
    pub(super) slot: u32,
    /// Games that went through here, and the sum of their results.
    pub(super) visits: u32,
    sum: f32,
    /// The number of games for which knowledge from elsewhere counts (priors, and games where the act was played later),
    /// and the sum of their results.
    aside: f32,
    aside_sum: f32,
    /// The proved result; not a number if there is none.
    proved: f32,
}

/// The result from the seat's side.
pub(super) fn seen_by(seat: Seat, result: f32) -> f32 {
    match seat {
        Seat::First => result,
        Seat::Second => 1.0 - result,
    }
}

impl Score {
    /// Of a child that counts for so many games with this mean result before any is played.
    pub(super) const fn new(slot: u32, games: f32, mean: f32) -> Score {
        Score { slot, visits: 0, sum: 0.0, aside: games, aside_sum: games * mean, proved: f32::NAN }
    }

    pub(super) const fn proved(&self) -> Option<f32> {
        if self.proved.is_nan() { None } else { Some(self.proved) }
    }

    pub(super) const fn prove(&mut self, result: f32) {
        self.proved = result;
    }

    pub(super) const fn reopen(&mut self) {
        self.proved = f32::NAN;
    }

    /// The mean result of its own games; one half where there were none.
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.sum / self.visits as f32 }
    }

    pub(super) fn add(&mut self, result: f32) {
        self.visits += 1;
        self.sum += result;
    }

    /// Counts a game elsewhere once, or not at all: `times` is one or zero, since a branch would be guessed wrong every other
    /// time where games fill the board.
    pub(super) fn add_aside(&mut self, result: f32, times: f32) {
        self.aside += times;
        self.aside_sum += times * result;
    }

    /// The value to the seat that chooses this child, without an exploration bonus: the mean of its own games and of those
    /// elsewhere, where `aside` of its own outweigh any number elsewhere; `untried` if there are none. Games elsewhere
    /// have the weight `aside / (aside + own + own · aside / plan.aside)`; this is that in sums, with one division.
    pub(super) fn value(&self, seat: Seat, plan: &Plan) -> f32 {
        match self.proved() {
            Some(result) => seen_by(seat, result),
            None => self.open_value(seat, plan.aside.recip(), plan.untried),
        }
    }

    /// [`Score::value`] where no result is proved; `per_aside` is one divided by the plan's `aside`, once for all children.
    pub(super) fn open_value(&self, seat: Seat, per_aside: f32, untried: f32) -> f32 {
        let own = self.visits as f32;
        let elsewhere = self.aside * per_aside;
        let weight = self.aside + own + own * elsewhere;
        if weight == 0.0 {
            return untried;
        }
        seen_by(seat, (self.aside_sum + self.sum + self.sum * elsewhere) / weight)
    }
}
