//! What a side on turn can do: take what can be taken, or leave the last of it, and then draw an edge.

use super::grid::{Grid, bit, edge, shared, sides};
use super::solver::{Move, Solver};
use crate::Edge;

/// One way to play a turn to its end.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The edges to draw; the last of them ends the turn or the game.
    pub(crate) edges: Vec<Edge>,
    /// The boxes of the side on turn less those of the other, when all that can be taken or was left is taken.
    pub(crate) lead: i32,
    /// What the last edge leads to.
    pub(crate) way: Move,
    /// Is something left that could be taken?
    pub(crate) leaves: bool,
}

impl Plan {
    /// Does the side on turn end so many boxes ahead, or more? None: stopped before it was known.
    pub(crate) fn reaches(
        &self,
        margin: i32,
        solver: &mut Solver,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        solver.way_at_least(&self.way, margin - self.lead, stop)
    }

    /// What it gives away at first sight: the lower, the better where nothing else is known.
    pub(crate) fn caution(&self) -> i32 {
        // Boxes are left for the sake of the turn after, where no safe edge is.
        if self.leaves { 2 } else { self.way.boxes }
    }
}

/// What a side with this lead can do: the edges that are free when all is taken that can be, and the plans, one of each kind
/// that is as good. Requires a free edge.
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

/// The margin of the side that draws the edge, which is free, from there to the end.
pub(crate) fn value_of(solver: &mut Solver, free: u64, edge: Edge) -> i32 {
    let after = free & !bit(edge);
    match solver.grid().left(free) - solver.grid().left(after) {
        0 => -value(solver, after),
        boxes => boxes + value(solver, after),
    }
}

/// The margin of the side on turn, from here to the end.
fn value(solver: &mut Solver, free: u64) -> i32 {
    let (rest, taken) = solver.grid().take_all(free);
    let after = solver.margin(rest);
    match leave(solver.grid(), free) {
        Some((_, left)) => taken - left + (after + left).abs(),
        None => taken + after,
    }
}

/// Takes every box that can be taken, but for those strung to the boxes `except`: the edges then free, how many boxes, and
/// the edges in the order of drawing them.
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

/// The turn that takes all but the last two boxes of a chain, or four of a closed one, and how many those are. None: no
/// chain is long enough.
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
        // The edge of the inner boxes that no outer one has: the way out, or the one between them.
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
