//! The weakest player: uniformly random layouts and moves.

use crate::{Act, Board, Known, Phase};
use leitai_core::{Actor, Budget, Engine, Info, Rng, Seat, State};

pub(crate) struct Random(Rng);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }
}

impl Engine<Board> for Random {
    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        if view.board().phase() == Phase::Laying {
            let mut board = *view.board();
            while !board.is_laid(me) {
                turn.extend(board.lay_at_random(me, &mut self.0));
            }
            return;
        }
        // A platform that errs may ask a side that cannot move; then there is no move.
        turn.extend(view.random_move(Actor::Seat(me), &mut self.0));
    }
}
