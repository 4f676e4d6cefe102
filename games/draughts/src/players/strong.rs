//! The built-in players that use the fitted weights.

use super::ends::Endings;
use super::field::{Field, Hop};
use super::walk::Draft;
use super::weights::UNIT;
use crate::{Board, Path};
use leitai_core::{Actor, Budget, Engine, Info, Means, NoShelf, Position, Seat};
use leitai_search::{Cuts, Pvs, SearchLimits, SearchResult};
use std::sync::Arc;

/// Pruning of these players' search: it gains three plies of depth or more, at no loss that 100 games would show.
pub const CUTS: Cuts = Cuts { late: 1.8, remembered: 3, unknown: 4, probe: Some((6, UNIT)), ..Cuts::CAREFUL };
/// Most bytes for the transposition table: one that exceeds the processor's cache costs more time than it saves.
pub const TABLE: u64 = 8 << 20;

/// Principal-variation search with the fitted weights.
pub(super) struct Strong {
    search: Pvs<Draft>,
    limits: SearchLimits,
    endings: Arc<Endings>,
}

impl Strong {
    /// Endings take part of the memory, the transposition table at most half of it. A player limited by nodes builds
    /// its endings itself, so that it plays the same everywhere; one that plays by the clock reads the shelf.
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Self {
        let endings = Endings::with(&if limits.timed { *means } else { Means { shelf: &NoShelf, ..*means } });
        let search = Pvs::new(limits.memory(TABLE.min(means.memory / 2)), means.seed).cutting(CUTS);
        Strong { search, limits, endings }
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
        let mut walk = Draft::new(Field::of(view)).with(self.endings.clone());
        let mut say = |found: &SearchResult<_>| say(found.info(line(view, &found.line)));
        let found = self.search.best(&mut walk, self.limits, budget, &mut say);
        turn.extend(line(view, &[found.act]));
    }
}

/// The moves as paths of the rules, up to the first that is not legal.
fn line(board: &Board, hops: &[Hop]) -> Vec<Path> {
    let mut board = *board;
    let step = |hop: &Hop| {
        let path = hop.path(&board)?;
        board.play(Actor::Seat(board.mover()), &path);
        Some(path)
    };
    hops.iter().map_while(step).collect()
}
