//! The players that search: a tree of random games, and, once few points are contested, proofs of who wins.

use super::field::Field;
use super::prover::{End, Prover};
use crate::{Board, Point};
use leitai_core::{Budget, Engine, Info, Means, Proved, Seat};
use leitai_search::{Plan, Tree};
use std::time::Duration;

/// The part of the memory that proofs take.
const SHARE: u64 = 8;
/// The most points where both sides may play of a position that is worth a proof.
const CONTESTED: u32 = 12;
/// The part of the turn's time for a proof.
const PART: u32 = 4;
/// Random games that take about as long as a position of a proof.
const GAMES: u64 = 16;
/// Positions of a proof where nothing limits the turn.
const POSITIONS: u64 = 2_000;

/// Built-in levels `hard` and `best`.
pub(super) struct Strong {
    tree: Tree<Board, Field>,
    prover: Prover,
    playouts: Option<u64>,
}

impl Strong {
    /// A player whose tree grows by this plan.
    pub(super) fn new(plan: Plan, means: &Means<'_>) -> Strong {
        let part = means.memory / SHARE;
        let means = Means { memory: means.memory - part, ..*means };
        let tree = Tree::new(plan, &means, Field::of, |_, point| point);
        Strong { tree, prover: Prover::new(part), playouts: plan.playouts }
    }

    /// What a proof within its part of the budget says of a position.
    fn end(&mut self, field: &Field, budget: &Budget<'_>) -> Option<End> {
        if field.shared().count_ones() > CONTESTED {
            return None;
        }
        let games = self.playouts.into_iter().chain(budget.nodes).min();
        if games.is_some() {
            // The answer must not depend on earlier turns.
            self.prover.clear();
        }
        let most = match games {
            Some(games) => games / GAMES,
            None if budget.aim == Duration::MAX => POSITIONS,
            None => u64::MAX,
        };
        let until = match games {
            Some(_) => budget.never,
            None => budget.aim / PART,
        };
        let last = self.prover.positions().saturating_add(most);
        self.prover.end(field, &mut |positions| positions >= last || (budget.elapsed)() >= until)
    }
}

impl Engine<Board> for Strong {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let before = self.prover.positions();
        match self.end(&Field::of(view), budget) {
            Some(End::Won(point)) => {
                let nodes = self.prover.positions() - before;
                let proved = Some(Proved { winner: Some(me), acts: None });
                say(Info { depth: 1, nodes, expected: 1.0, proved, line: vec![point] });
                turn.push(point);
            }
            Some(End::Lost) => {
                let proved = Some(Proved { winner: Some(me.other()), acts: None });
                self.tree.think(
                    me,
                    view,
                    budget,
                    &mut |info| say(Info { expected: 0.0, proved, ..info }),
                    turn,
                );
            }
            None => self.tree.think(me, view, budget, say, turn),
        }
    }
}
