//! The players that search.

use super::field::Field;
use super::walk::Draft;
use crate::{Board, Path};
use leitai_core::{Budget, Engine, Info, Means, Position, Seat};
use leitai_search::{Found, Limits, Pvs};

/// Principal-variation search by the fitted weights.
pub(super) struct Strong {
    search: Pvs<Draft>,
    limits: Limits,
}

impl Strong {
    pub(super) fn new(limits: Limits, means: &Means<'_>) -> Self {
        Strong { search: Pvs::new(limits.memory(means.memory), means.seed), limits }
    }
}

impl Engine<Board> for Strong {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Path>),
        turn: &mut Vec<Path>,
    ) {
        debug_assert_eq!(view.mover(), me);
        let mut walk = Draft::new(Field::of(view));
        let mut say = |found: &Found<_>| say(found.info(line(view, &found.line)));
        let found = self.search.best(&mut walk, self.limits, budget, &mut say);
        turn.extend(line(view, &[found.act]));
    }
}

/// The acts as the law's paths, as far as they are legal.
fn line(board: &Board, hops: &[super::field::Hop]) -> Vec<Path> {
    let mut board = *board;
    let step = |hop: &super::field::Hop| {
        let path = hop.path(&board)?;
        board.play(leitai_core::Actor::Seat(board.mover()), &path);
        Some(path)
    };
    hops.iter().map_while(step).collect()
}
