//! The weakest player: a uniformly random layout, then uniformly random moves.

use crate::known::random_layout;
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
        if view.board().phase() == Phase::Laying && view.board().living(me).is_empty() {
            turn.extend(random_layout(me, &mut self.0));
            return;
        }
        turn.extend(view.random_move(Actor::Seat(me), &mut self.0));
    }
}
