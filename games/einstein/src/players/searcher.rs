//! Searches by expectimax, with exact tables at the leaves.

use super::exact::Tables;
use super::field::Field;
use super::judge::Judge;
use super::layout;
use crate::{Act, Board, Known, Phase};
use leitai_core::{Budget, Engine, Info, Means, NoShelf, Proved, Rng, Seat};
use leitai_search::Expecti;
use std::time::Duration;

/// Table size of a search limited by nodes.
const SMALL: u64 = 1 << 20;

/// Nodes searched by the clock's player when nothing limits it.
const UNTIMED: u64 = 20_000;

/// A player that searches a fixed number of positions per turn, or as long as the clock allows.
pub(crate) struct Searcher {
    judge: Judge,
    search: Expecti<Act>,
    nodes: Option<u64>,
    rng: Rng,
}

impl Searcher {
    /// With `nodes`, a player that searches that many positions and builds its tables itself, so that it plays the
    /// same everywhere. Without, one that reads the shelf and uses its clock.
    pub(crate) fn new(means: &Means<'_>, nodes: Option<u64>) -> Searcher {
        let tables = if nodes.is_some() { Tables::with(&NoShelf) } else { Tables::with(means.shelf) };
        let left = means.memory.saturating_sub(tables.bytes() + SMALL);
        let memory = if nodes.is_some() { SMALL } else { (left / 2).max(SMALL) };
        Searcher {
            judge: Judge::new(tables),
            search: Expecti::new(memory as usize),
            nodes,
            rng: Rng::new(means.seed),
        }
    }
}

impl Engine<Board> for Searcher {
    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        let board = view.board();
        if board.phase() == Phase::Laying {
            turn.extend(layout::good(board, me, &mut self.rng));
            return;
        }
        let untimed = (self.nodes.is_none() && budget.aim == Duration::MAX).then_some(UNTIMED);
        let nodes = [self.nodes, budget.nodes.or(untimed)].into_iter().flatten().min();
        let is_timed = self.nodes.is_none();
        let by_nodes = Budget { is_awaited: budget.is_awaited, ..Budget::UNTIMED };
        let budget = Budget { nodes, ..if is_timed { *budget } else { by_nodes } };
        let mut field = Field::of(board, &mut self.judge);
        let found = self.search.best(&mut field, &budget, &mut self.rng, &mut |found| {
            let winner = match found.expected {
                _ if !found.is_solved => None,
                expected if expected >= 1.0 => Some(me),
                expected if expected <= 0.0 => Some(me.other()),
                _ => None,
            };
            say(Info {
                depth: found.depth,
                nodes: found.nodes,
                expected: found.expected,
                proved: winner.map(|winner| Proved { winner: Some(winner), acts: None }),
                line: vec![found.act],
            });
        });
        turn.push(found.act);
    }
}
