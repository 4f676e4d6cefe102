//! A heuristic player: it tries the points it wants, best first, and passes when none is left.

use crate::{Act, Board, Known};
use leitai_board::{Point, Points};
use leitai_core::{Budget, Engine, Info, Rng, Seat};

pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) const fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }

    /// The best point, chosen at random among those of equal value.
    fn best(&mut self, points: Points, value: impl Fn(Point) -> i32) -> Option<Point> {
        let noise = &mut self.0;
        points.iter().max_by_key(|point| (value(*point), noise.next()))
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        let board = view.board();
        let wanted = board.untried(me) - board.eyes(me);
        let fresh = wanted - board.denied(me);
        // Points refused earlier are tried again when nothing else is left, since they may be the last
        // liberty of stones surrounded in the meantime.
        let pick = self.best(fresh, |point| value(board, me, point)).or_else(|| self.best(wanted, |_| 0));
        turn.push(pick.map_or(Act::Pass, Act::Try));
    }
}

/// Prefers the centre to the edge, contact with the enemy as far as it was felt, and help for chains short of
/// liberties.
fn value(board: &Board, me: Seat, point: Point) -> i32 {
    let (own, felt) = (board.stones(me), board.denied(me));
    let stone = Points::of(point);
    let line = |x: u8| i32::from(x.min(Point::SIDE - 1 - x).min(3));
    let centre = line(point.x()) + line(point.y());
    let contact = (stone.border() & felt).len() as i32;
    let liberties = |chain: Points| (chain.border() - own - felt).len();
    let joined = stone.flood(own | stone);
    let saved = (stone.border() & own)
        .iter()
        .map(|at| Points::of(at).flood(own))
        .filter(|chain| liberties(*chain) <= 1 && !felt.is_empty() && liberties(joined) > 1)
        .map(|chain| 6 + 4 * chain.len() as i32)
        .max()
        .unwrap_or(0);
    // There is little to gain where own stones already surround a point.
    let crowded = (stone.border() & own).len() as i32;
    3 * centre + 4 * contact + saved - 2 * crowded * crowded
}
