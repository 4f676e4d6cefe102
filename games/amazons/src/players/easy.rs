//! Looks one move ahead and picks the move after which it reaches the most squares first.

use super::territory;
use crate::{Board, Move};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Seat, State};
use leitai_search::one_of_best;

/// The value of leaving the enemy without a move, above any territory.
pub(super) const WON: i32 = 1_000_000;

/// Built-in level `easy`.
pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        let value = |m: &Move| {
            let mut after = *view;
            after.play(Actor::Seat(me), m);
            if after.can_move(me.other()) { territory::value(&after, me) } else { WON }
        };
        let valued: Vec<_> = moves.iter().map(|m| (value(m), *m)).collect();
        let Some((_, m)) = one_of_best(valued, i32::cmp, &mut self.0) else { return };
        turn.push(m);
    }
}
