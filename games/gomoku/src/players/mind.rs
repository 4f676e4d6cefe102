//! What chooses stones for a player that searches.

use crate::{Board, Point, Side};
use leitai_core::Budget;
use leitai_search::{SearchLimits, SearchResult};

/// A search for the best stone, with what it keeps from turn to turn.
pub(super) trait Mind: Send {
    /// The empty points that the side is allowed to play, as far as forbidden moves go.
    fn allowed(&self, board: &Board, side: Side) -> Vec<Point>;

    /// The best of these points, of which there is at least one, for `side`, which is to move.
    fn stone(
        &mut self,
        board: &Board,
        side: Side,
        points: Vec<Point>,
        limits: SearchLimits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&SearchResult<Point>),
    ) -> Point;

    /// The expected result, 0 to 1, for `side`, which is to move.
    fn expected(&mut self, board: &Board, side: Side, limits: SearchLimits, budget: &Budget<'_>) -> f32;
}
