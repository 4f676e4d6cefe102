//! A simple heuristic that rates each cell by how a stone there changes both sides' shortest ways, counting
//! bridges as joined, and by how an enemy stone there would change them.

use super::paths::Ground;
use crate::{Board, Cell, Move, Stones};
use leitai_core::{Budget, Engine, Info, Rng, Seat};
use leitai_search::shuffle;

/// The value of a won position.
const WON: i32 = 1_000_000;
/// The value of needing one stone fewer, bridges counted as joined.
const STEP: i32 = 200;
/// The value of needing one stone fewer, bridges still to be filled.
const FILLED: i32 = 20;

/// Built-in level `easy`.
pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        if view.can_swap() && !view.stones(me.other()).iter().any(|cell| is_edge(view, cell)) {
            turn.push(Move::Swap);
            return;
        }
        let mut cells: Vec<Cell> = view.open().iter().collect();
        if view.rules().swap() && view.placed() == 0 {
            // A better opening would be taken over.
            cells.retain(|cell| is_edge(view, *cell));
        }
        shuffle(&mut cells, &mut self.0);
        let mut judge = Judge { board: view, me };
        let mut best: Option<(Cell, i32)> = None;
        for cell in cells {
            let worth = judge.worth(cell);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((cell, worth));
            }
        }
        let Some((cell, _)) = best else { return };
        turn.push(Move::Stone(cell));
    }
}

pub(super) fn is_edge(board: &Board, cell: Cell) -> bool {
    let end = board.rules().size() - 1;
    [cell.x(), cell.y()].into_iter().any(|n| n == 0 || n == end)
}

struct Judge<'a> {
    board: &'a Board,
    me: Seat,
}

impl Judge<'_> {
    /// The value of a stone on an empty cell: what it gains, plus what it keeps the enemy from gaining there.
    /// A win takes precedence over stopping one.
    fn worth(&mut self, cell: Cell) -> i32 {
        let mine = self.value_with(self.me, cell);
        let theirs = self.value_with(self.me.other(), cell);
        mine - theirs + if mine == WON { WON } else { 0 }
    }

    /// The value for me with a stone of `seat` on an empty cell.
    fn value_with(&mut self, seat: Seat, cell: Cell) -> i32 {
        let mut stones = Seat::BOTH.map(|seat| *self.board.stones(seat));
        stones[seat.index()].insert(cell);
        let mut empty = self.board.empty();
        empty.remove(cell);
        let far = |seat: Seat| self.distance(seat, &stones[seat.index()], &empty);
        match (far(self.me), far(self.me.other())) {
            (Some(mine), Some(theirs)) => theirs - mine,
            (Some(_), None) => WON,
            (None, _) => -WON,
        }
    }

    /// How far a side is from joining its borders; `None` if it is cut off, that is, has lost.
    fn distance(&self, seat: Seat, own: &Stones, empty: &Stones) -> Option<i32> {
        let ground = Ground::new(seat, own, empty, self.board.rules().size());
        let filled = ground.steps()?;
        let ways = ground.with_bridges().ways()?;
        // Many shortest ways are harder to stop than one.
        Some(STEP * ways.steps as i32 + FILLED * filled as i32 - ways.width.min(60) as i32)
    }
}
