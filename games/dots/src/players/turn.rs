//! The options of the side to move: take what can be taken, or leave the last of it, and then draw an edge.

use super::grid::{Grid, bit, edge, shared, sides};
use super::solver::{Move, Solver};
use crate::Edge;

/// One way to play a turn to its end.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The edges to draw; the last one ends the turn or the game.
    pub(crate) edges: Vec<Edge>,
    /// The boxes of the side to move minus those of the other, after everything that can be taken or was left
    /// has been taken.
    pub(crate) lead: i32,
    /// The result of the last edge.
    pub(crate) way: Move,
    /// Whether boxes that could be taken are left.
    pub(crate) leaves: bool,
}

impl Plan {
    /// Whether the side to move ends at least `margin` boxes ahead. Returns `None` if stopped before that is known.
    pub(crate) fn reaches(
        &self,
        margin: i32,
        solver: &mut Solver,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        solver.way_at_least(&self.way, margin - self.lead, stop)
    }

    /// What the plan gives away at first sight. With nothing else known, lower is better.
    pub(crate) fn caution(&self) -> i32 {
        // Leaving boxes in exchange for the turn after pays off where there is no safe edge.
        if self.leaves { 2 } else { self.way.boxes }
    }
}

/// The options of a side with this lead: the edges that are free after everything that can be taken is taken, and the
/// plans, one of each group of equivalent ones. Requires a free edge.
pub(crate) fn plans(solver: &Solver, free: u64, lead: i32) -> (u64, Vec<Plan>) {
    let grid = solver.grid();
    let (rest, taken, taking) = take(grid, free, 0);
    let mut plans = Vec::new();
    let all = lead + taken;
    for way in solver.ways(rest) {
        let edges = taking.iter().copied().chain([edge(1 << way.edge)]).collect();
        plans.push(Plan { edges, lead: all, way, leaves: false });
    }
    if rest == 0 {
        plans.push(Plan { edges: taking, lead: all, way: Move::default(), leaves: false });
    } else if let Some((edges, left)) = leave(grid, free) {
        let way = Move { after: grid.normal(rest), ..Move::default() };
        plans.push(Plan { edges, lead: all - 2 * left, way, leaves: true });
    }
    (rest, plans)
}

/// The margin, from there to the end, of the side that draws the free edge `edge`.
pub(crate) fn value_of(solver: &mut Solver, free: u64, edge: Edge) -> i32 {
    let after = free & !bit(edge);
    match solver.grid().left(free) - solver.grid().left(after) {
        0 => -value(solver, after),
        boxes => boxes + value(solver, after),
    }
}

/// The margin of the side to move, from here to the end.
fn value(solver: &mut Solver, free: u64) -> i32 {
    let (rest, taken) = solver.grid().take_all(free);
    let after = solver.margin(rest);
    match leave(solver.grid(), free) {
        Some((_, left)) => taken - left + (after + left).abs(),
        None => taken + after,
    }
}

/// Takes every box that can be taken except those strung to the boxes `except`. Returns the edges then free, the
/// number of boxes, and the edges in the order they are drawn.
fn take(grid: &Grid, mut free: u64, except: u64) -> (u64, i32, Vec<Edge>) {
    let (mut taken, mut edges) = (0, Vec::new());
    loop {
        let kept = if except == 0 { 0 } else { grid.strung(free, except) };
        let ready = grid.ready(free) & !kept;
        if ready == 0 {
            return (free, taken, edges);
        }
        let next = sides(ready & ready.wrapping_neg()) & free;
        taken += grid.left(free) - grid.left(free & !next);
        free &= !next;
        edges.push(edge(next));
    }
}

/// The turn that takes all but the last two boxes of a chain, or four of a closed one, and the number of boxes left.
/// Returns `None` if no chain is long enough.
fn leave(grid: &Grid, free: u64) -> Option<(Vec<Edge>, i32)> {
    let mut found: Option<(Vec<Edge>, i32)> = None;
    let mut ends = grid.ready(free);
    while ends != 0 {
        let end = ends & ends.wrapping_neg();
        ends ^= end;
        // Taking other chains can lengthen this one, or close it.
        let (mut free, _, mut edges) = take(grid, free, end);
        let mut boxes = grid.strung(free, end);
        let closed = (boxes & grid.ready(free)).count_ones() == 2;
        let left = if closed { 4 } else { 2 };
        if boxes.count_ones() < left || found.as_ref().is_some_and(|(_, least)| *least <= left as i32) {
            continue;
        }
        while boxes.count_ones() > left {
            let ready = grid.ready(free) & boxes;
            let first = ready & ready.wrapping_neg();
            let next = sides(first) & free;
            free &= !next;
            edges.push(edge(next));
            boxes ^= first;
        }
        // The edge of an inner box that no outer box has: the way out, or the edge between the inner boxes.
        let ready = grid.ready(free) & boxes;
        let inner = boxes ^ ready;
        let last = if closed { shared(inner) } else { sides(inner) & free & !sides(ready) };
        edges.push(edge(last));
        found = Some((edges, left as i32));
    }
    found
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
