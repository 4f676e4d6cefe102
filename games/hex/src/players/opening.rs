//! Tree search with a fixed first stone: the centre, or, where it could be taken over, a stone too weak to be
//! worth taking.

use super::easy::is_edge;
use super::field::Field;
use crate::{Board, Cell, Move};
use leitai_core::{Budget, Engine, Info, Means, Rng, Seat};
use leitai_search::{Plan, Tree};

/// Built-in levels from `medium` on.
pub(crate) struct Opening {
    tree: Tree<Board, Field>,
    seed: u64,
}

impl Opening {
    /// Plays out `playouts` games per turn, or as many as the time allows.
    pub(crate) fn new(playouts: Option<u64>, means: &Means<'_>) -> Opening {
        let plan = Plan { playouts, explore: 0.0, untried: 1.0, aside: 2000.0, list_after: 8 };
        Opening { tree: Tree::new(plan, means, Field::of, |_, act| act), seed: means.seed }
    }
}

impl Engine<Board> for Opening {
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
