//! The mind of `medium`: principal-variation search over what single lines make.

use super::codes::Codes;
use super::duel::Duel;
use super::mind::Mind;
use crate::{Board, Point, Side};
use leitai_core::{Budget, Means, Proved};
use leitai_search::{Pvs, SearchLimits, SearchResult};

/// Stones tried for a win by fours before any other search.
const FOURS: u64 = 4_000;

/// Principal-variation search, after a short one for fours.
pub(super) struct PlainMind(Pvs<Duel>);

impl PlainMind {
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Self {
        // Computes the table of lines before any clock runs, which takes some milliseconds.
        let _ = Codes::new(false);
        PlainMind(Pvs::new(limits.memory(means.memory), means.seed))
    }
}

impl Mind for PlainMind {
    fn allowed(&self, board: &Board, side: Side) -> Vec<Point> {
        let duel = Duel::new(board, side, None);
        board.empty().filter(|point| !duel.field().is_forbidden(side, *point)).collect()
    }

    fn stone(
        &mut self,
        board: &Board,
        side: Side,
        points: Vec<Point>,
        limits: SearchLimits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&SearchResult<Point>),
    ) -> Point {
        let mut duel = Duel::new(board, side, None);
        if let Some((act, acts)) = duel.fours(FOURS).filter(|(point, _)| points.contains(point)) {
            let proved = Some(Proved { winner: Some(board.seat(side)), acts: Some(acts) });
            let value = leitai_search::WIN - i32::from(acts);
            say(&SearchResult {
                act,
                value,
                expected: 1.0,
                proved,
                depth: acts.into(),
                nodes: 0,
                line: vec![act],
            });
            return act;
        }
        let mut duel = Duel::new(board, side, Some(points));
        self.0.best(&mut duel, limits, budget, say).act
    }

    fn expected(&mut self, board: &Board, side: Side, limits: SearchLimits, budget: &Budget<'_>) -> f32 {
        let mut duel = Duel::new(board, side, None);
        let budget = Budget { is_awaited: false, ..*budget };
        self.0.best(&mut duel, limits, &budget, &mut |_| ()).expected
    }
}
