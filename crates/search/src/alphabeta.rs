//! Alpha-beta over the acts of a game without secrets and dice. A turn may be a run of acts: a value changes its sign
//! only where the hand changes.

use crate::shuffle;
use leitai_core::{Actor, Budget, Engine, Info, Open, Outcome, Proved, Rng, Seat, Turn};

/// The value of an immediate win; a win `n` acts away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000;
const NODES_PER_LOOK: u64 = 1024;

/// The evaluation of a position where the search stops.
pub trait Evaluate<P>: Send {
    /// The value for `seat`, strictly between `-WIN/2` and `WIN/2`.
    fn value(&self, position: &P, seat: Seat) -> i32;

    /// The value at which the seat wins 73 times out of 100 (the logistic function of 1).
    fn scale(&self) -> f32 {
        200.0
    }

    /// Whether the search may stop here; false if, for example, a capture is pending.
    fn is_quiet(&self, _position: &P) -> bool {
        true
    }
}

/// A player that searches to a fixed depth in acts by iterative deepening, and breaks ties at random.
pub struct AlphaBeta<E> {
    evaluate: E,
    depth: u32,
    rng: Rng,
    nodes: u64,
}

impl<E> AlphaBeta<E> {
    /// Creates a player that searches `depth` acts ahead, at least one.
    pub fn new(evaluate: E, depth: u32, seed: u64) -> Self {
        AlphaBeta { evaluate, depth: depth.max(1), rng: Rng::new(seed), nodes: 0 }
    }
}

impl<P: Open, E: Evaluate<P>> Engine<P> for AlphaBeta<E> {
    fn think(
        &mut self,
        me: Seat,
        view: &P,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<P::Move>),
        turn: &mut Vec<P::Move>,
    ) {
        let by = Actor::Seat(me);
        let mut position = view.clone();
        self.nodes = 0;
        loop {
            let m = self.best(&position, me, budget, say);
            let before = position.turn();
            position.play(by, &m);
            turn.push(m);
            if !before.goes_on(position.turn(), by) {
                return;
            }
        }
    }
}

impl<E> AlphaBeta<E> {
    fn best<P: Open>(
        &mut self,
        position: &P,
        me: Seat,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<P::Move>),
    ) -> P::Move
    where
        E: Evaluate<P>,
    {
        let mut moves = Vec::new();
        position.moves(Actor::Seat(me), &mut moves);
        // One shuffle followed by stable sorting: the choice among equal moves is random.
        shuffle(&mut moves, &mut self.rng);
        let budget = &budget.among(moves.len());
        for depth in 1..=self.depth {
            let (mut best, mut is_whole) = ((0, -WIN - 1), true);
            for (i, m) in moves.iter().enumerate() {
                let mut child = position.clone();
                child.play(Actor::Seat(me), m);
                let Some(value) = self.value(&child, me, depth - 1, 1, best.1, WIN + 1, budget) else {
                    is_whole = false;
                    break;
                };
                if value > best.1 {
                    best = (i, value);
                }
            }
            if best.1 < -WIN {
                // The time was up before anything was known of this depth.
                break;
            }
            moves[..=best.0].rotate_right(1);
            // That some moves lose says nothing of those that were not reached.
            let is_sure = best.1 > WIN / 2 || is_whole && best.1 < -WIN / 2;
            let proved = is_sure.then(|| Proved {
                winner: Some(if best.1 > 0 { me } else { me.other() }),
                acts: u16::try_from(WIN - best.1.abs()).ok(),
            });
            let expected = expected(best.1 as f32 / self.evaluate.scale());
            say(Info { depth, nodes: self.nodes, expected, proved, line: vec![moves[0].clone()] });
            if budget.is_used() || is_sure {
                break;
            }
        }
        moves.swap_remove(0)
    }

    /// The value for `me`, if there is time to find it; `alpha` and `beta` bound it from the side of `me`.
    #[expect(
        clippy::too_many_arguments,
        reason = "the window, the depth and the distance are all of one call"
    )]
    fn value<P: Open>(
        &mut self,
        position: &P,
        me: Seat,
        depth: u32,
        distance: i32,
        alpha: i32,
        beta: i32,
        budget: &Budget<'_>,
    ) -> Option<i32>
    where
        E: Evaluate<P>,
    {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && budget.is_used() {
            return None;
        }
        let by = match position.turn() {
            Turn::Over(outcome) => return Some(worth(outcome, me, distance)),
            Turn::Of(Actor::Seat(seat)) => seat,
            turn => unreachable!("alpha-beta needs a game without secrets and dice, not {turn:?}"),
        };
        if depth == 0 && (distance > 64 || self.evaluate.is_quiet(position)) {
            return Some(self.evaluate.value(position, me));
        }
        let mut moves = Vec::new();
        position.moves(Actor::Seat(by), &mut moves);
        let (mut alpha, mut beta) = (alpha, beta);
        for m in &moves {
            let mut child = position.clone();
            child.play(Actor::Seat(by), m);
            let value = self.value(&child, me, depth.saturating_sub(1), distance + 1, alpha, beta, budget)?;
            if by == me {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(if by == me { alpha } else { beta })
    }
}

/// The expected result for a value in units of its scale.
pub fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The inverse of [`expected`]: the value, in units of its scale, clamped to ±12, since nothing unproved is certain.
pub fn log_odds(expected: f32) -> f32 {
    let expected = expected.clamp(0.0, 1.0);
    (expected / (1.0 - expected)).ln().clamp(-12.0, 12.0)
}

fn worth(outcome: Outcome, me: Seat, distance: i32) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == me => WIN - distance,
        Some(_) => distance - WIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_and_expectations_are_each_others_inverse() {
        for expected_result in [0.01, 0.25, 0.5, 0.8, 0.999] {
            assert!((expected(log_odds(expected_result)) - expected_result).abs() < 1e-5);
        }
        assert!(expected(log_odds(1.0)) > 1.0 - 1e-5 && expected(log_odds(0.0)) < 1e-5);
    }
}
