//! The weakest player: a uniformly random try or pass.

use crate::{Act, Board, Known};
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
        turn.extend(view.random_move(Actor::Seat(me), &mut self.0));
    }
}
