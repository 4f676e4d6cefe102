//! Tree search with a fixed first stone: the centre, or, where it could be taken over, a stone too weak to be
//! worth taking.

use super::easy::is_edge;
use crate::{Board, Cell, Move};
use leitai_core::{Budget, Engine, Info, Means, Rng, Seat};
use leitai_search::{Plan, Playout, Tree};

/// How the tree of every level grows.
pub const PLAN: Plan = Plan { playouts: None, explore: 0.0, untried: 1.0, aside: 2000.0, list_after: 8 };

/// Built-in levels from `medium` on.
pub(crate) struct Opening<W: Playout> {
    tree: Tree<Board, W>,
    seed: u64,
}

impl<W: Playout<Act = Move> + Clone> Opening<W> {
    /// Plays out `playouts` games per turn, or as many as the time allows, in a tree over positions made by `walk`.
    pub(crate) fn new(playouts: Option<u64>, means: &Means<'_>, walk: fn(&Board) -> W) -> Self {
        Opening { tree: Tree::new(Plan { playouts, ..PLAN }, means, walk, |_, act| act), seed: means.seed }
    }
}

impl<W: Playout<Act = Move> + Clone + Send> Engine<Board> for Opening<W> {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        if view.rules().swap() && view.placed() == 0 {
            // Playouts estimate what an opening is worth to its owner, but a good one would be taken over.
            let edge: Vec<Cell> = view.open().iter().filter(|cell| is_edge(view, *cell)).collect();
            turn.push(Move::Stone(edge[Rng::new(self.seed).below(edge.len())]));
            return;
        }
        // The centre is the strongest opening where it cannot be taken over.
        let middle = view.rules().size() / 2;
        if let Some(centre) =
            Cell::new(middle, middle).filter(|cell| view.placed() == 0 && view.open().has(*cell))
        {
            turn.push(Move::Stone(centre));
            return;
        }
        self.tree.think(me, view, budget, say, turn);
    }
}
