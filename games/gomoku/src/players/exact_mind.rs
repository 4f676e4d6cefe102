//! The mind of `hard` and `best`: principal-variation search over a board that sees what every stone would make, after
//! searches for wins by fours, and by threes and fours.

use super::line_board::LineBoard;
use super::mind::Mind;
use super::provers::Provers;
use super::stone_walk::StoneWalk;
use crate::{Board, Point, Side};
use leitai_core::{Budget, Means, Proved};
use leitai_search::{Cuts, Pvs, SearchLimits, SearchResult, WIN};

/// Fours tried for a win by fours before any other search.
const FOURS: u32 = 1_500;
/// The part of the memory that the searches for fours take, and the same for threes.
const SHARE: u64 = 8;
/// The part of the turn's time, or of its nodes, for a win by threes; the same for what the other side threatens, and
/// for finding what stops it.
const THREES: u32 = 12;
/// The most positions looked at to find out whether a stone lets the other side win by threes.
const REFUTED: u64 = 400;
/// With fewer stones there is nothing to prove, and stones may still be offers.
const FEWEST: u8 = 5;

/// How much is left out, as matches showed.
const CUTS: Cuts = Cuts { whole: 1, late: 1.1, unknown: 4, few: Some(4), ..Cuts::CAREFUL };

/// Principal-variation search, after searches for threats that win.
pub(super) struct ExactMind {
    search: Pvs<StoneWalk>,
    provers: Provers,
}

impl ExactMind {
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Self {
        let memory = limits.memory(means.memory);
        let part = memory / SHARE;
        let search = Pvs::new(memory - 2 * part, means.seed).cutting(CUTS);
        ExactMind { search, provers: Provers::new(part) }
    }

    /// Forgets earlier turns where an answer must not depend on them.
    fn begin(&mut self, limits: SearchLimits, budget: &Budget<'_>) {
        if !limits.timed || budget.nodes.is_some() {
            self.provers.clear();
        }
    }

    /// The stone with which the side wins by fours, or by threes and fours, and the number of stones that takes, if known.
    fn win(&mut self, lines: &mut LineBoard, side: Side, threes: &Part<'_>) -> Option<(Point, Option<u16>)> {
        let Provers { vcf, vct } = &mut self.provers;
        if let Some(win) = vcf.win(lines, side, FOURS) {
            return Some((Point::of_cell(win.cell)?, Some(win.acts)));
        }
        let cell = vct.win(vcf, lines, side, threes.positions, &|| threes.is_over())?;
        Some((Point::of_cell(cell)?, None))
    }

    /// Leaves out stones after which the other side certainly wins by threes, unless that is all of them.
    fn without_refuted(
        &mut self,
        lines: &mut LineBoard,
        side: Side,
        points: Vec<Point>,
        part: &Part<'_>,
    ) -> Vec<Point> {
        let other = side.other();
        let is_compelled = !lines.making(other, super::kind::Kind::Five).is_empty();
        let Provers { vcf, vct } = &mut self.provers;
        // What the other side could do if this side passed.
        if is_compelled || vct.win(vcf, lines, other, part.positions, &|| part.is_over()).is_none() {
            return points;
        }
        let near = lines.near();
        let last = Part { until: part.until.saturating_add(part.length), ..*part };
        let mut stands = |point: &Point| {
            if !near.has(point.cell()) || last.is_over() {
                return near.has(point.cell());
            }
            lines.place(side, point.cell());
            let most = last.positions.min(REFUTED);
            let lost = vct.win(vcf, lines, other, most, &|| last.is_over()).is_some();
            lines.lift(side, point.cell());
            !lost
        };
        let left: Vec<Point> = points.iter().copied().filter(|point| stands(point)).collect();
        if left.is_empty() { points } else { left }
    }
}

/// A part of what a turn may cost.
#[derive(Clone, Copy)]
struct Part<'a> {
    budget: &'a Budget<'a>,
    positions: u64,
    /// When it ends, in time since the turn was asked for.
    until: std::time::Duration,
    length: std::time::Duration,
}

impl<'a> Part<'a> {
    /// The part for one search for threes that begins now.
    fn new(limits: SearchLimits, budget: &'a Budget<'a>) -> Part<'a> {
        let nodes = limits.nodes.into_iter().chain(budget.nodes).min();
        let positions = nodes.map_or(u64::MAX, |nodes| nodes / u64::from(THREES));
        let now = (budget.elapsed)();
        let aim = if limits.timed { budget.aim } else { budget.never };
        let length = aim.saturating_sub(now) / THREES;
        Part { budget, positions, until: now.saturating_add(length), length }
    }

    fn is_over(&self) -> bool {
        (self.budget.elapsed)() >= self.until
    }
}

impl Mind for ExactMind {
    fn allowed(&self, board: &Board, side: Side) -> Vec<Point> {
        let lines = LineBoard::new(board);
        board.empty().filter(|point| !lines.is_forbidden(side, point.cell())).collect()
    }

    fn stone(
        &mut self,
        board: &Board,
        side: Side,
        mut points: Vec<Point>,
        limits: SearchLimits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&SearchResult<Point>),
    ) -> Point {
        self.begin(limits, budget);
        if board.placed() >= FEWEST {
            let mut lines = LineBoard::new(board);
            let win = self.win(&mut lines, side, &Part::new(limits, budget));
            if let Some((act, acts)) = win.filter(|(point, _)| points.contains(point)) {
                let proved = Some(Proved { winner: Some(board.seat(side)), acts });
                let value = WIN - i32::from(acts.unwrap_or(0));
                let depth = u32::from(acts.unwrap_or(0));
                say(&SearchResult { act, value, expected: 1.0, proved, depth, nodes: 0, line: vec![act] });
                return act;
            }
            points = self.without_refuted(&mut lines, side, points, &Part::new(limits, budget));
        }
        let mut walk = StoneWalk::new(board, side, Some(points), std::mem::take(&mut self.provers));
        let found = self.search.best(&mut walk, limits, budget, say);
        self.provers = walk.into_provers();
        found.act
    }

    fn expected(&mut self, board: &Board, side: Side, limits: SearchLimits, budget: &Budget<'_>) -> f32 {
        self.begin(limits, budget);
        let mut walk = StoneWalk::new(board, side, None, std::mem::take(&mut self.provers));
        let budget = Budget { is_awaited: false, ..*budget };
        let expected = self.search.best(&mut walk, limits, &budget, &mut |_| ()).expected;
        self.provers = walk.into_provers();
        expected
    }
}
