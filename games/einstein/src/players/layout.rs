//! How the strong players lay their stones.

use crate::{Act, Board, Number, Square};
use leitai_core::{Rng, Seat};

/// The points of the numbers 1 to 6, as indices into [`Square::start`].
pub(crate) type Layout = [usize; 6];

/// Layouts that won most.
const GOOD: [Layout; 4] = [[1, 0, 3, 4, 2, 5], [0, 2, 4, 3, 5, 1], [0, 2, 5, 4, 1, 3], [1, 0, 4, 2, 5, 3]];

/// The rest of a good layout by lot.
pub(crate) fn good(board: &Board, me: Seat, rng: &mut Rng) -> Vec<Act> {
    rest(board, me, GOOD[rng.below(GOOD.len())])
}

/// The rest of a layout. What was laid already was laid by somebody else: then the free points are filled as they come.
pub(crate) fn rest(board: &Board, me: Seat, layout: Layout) -> Vec<Act> {
    let points = layout.map(|i| Square::start(me)[i]);
    let free = points.into_iter().filter(|at| board.at(*at).is_none());
    Number::ALL
        .into_iter()
        .skip(board.living(me).len() as usize)
        .zip(free)
        .map(|(n, at)| Act::Lay(n, at))
        .collect()
}
