//! The mind of `hard` and `best`: principal-variation search over a board that sees what every stone would make.

use super::line_board::LineBoard;
use super::mind::Mind;
use super::stone_walk::StoneWalk;
use super::vcf::Vcf;
use crate::{Board, Point, Side};
use leitai_core::{Budget, Means, Proved};
use leitai_search::{Pvs, SearchLimits, SearchResult};

/// Fours tried for a win by fours before any other search.
const FOURS: u32 = 16_000;
/// The part of the memory that the searches for fours take.
const VCF_SHARE: u64 = 8;

/// Principal-variation search, after a search for fours.
pub(super) struct ExactMind {
    search: Pvs<StoneWalk>,
    vcf: Vcf,
}

impl ExactMind {
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Self {
        let memory = limits.memory(means.memory);
        let vcf = memory / VCF_SHARE;
        ExactMind { search: Pvs::new(memory - vcf, means.seed), vcf: Vcf::new(vcf) }
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
        points: Vec<Point>,
        limits: SearchLimits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&SearchResult<Point>),
    ) -> Point {
        if !limits.timed || budget.nodes.is_some() {
            self.vcf.clear();
        }
        let fours = self.vcf.win(&mut LineBoard::new(board), side, FOURS);
        let found = fours.and_then(|win| Some((Point::of_cell(win.cell)?, win.acts)));
        if let Some((act, acts)) = found.filter(|(point, _)| points.contains(point)) {
            let proved = Some(Proved { winner: Some(board.seat(side)), acts: Some(acts) });
            let value = leitai_search::WIN - i32::from(acts);
            say(&SearchResult { act, value, expected: 1.0, proved, depth: acts.into(), nodes: 0, line: vec![act] });
            return act;
        }
        let mut walk = StoneWalk::new(board, side, Some(points), std::mem::take(&mut self.vcf));
        let found = self.search.best(&mut walk, limits, budget, say);
        self.vcf = walk.into_vcf();
        found.act
    }

    fn expected(&mut self, board: &Board, side: Side, limits: SearchLimits, budget: &Budget<'_>) -> f32 {
        self.vcf.clear();
        let mut walk = StoneWalk::new(board, side, None, std::mem::take(&mut self.vcf));
        let expected = self.search.best(&mut walk, limits, budget, &mut |_| ()).expected;
        self.vcf = walk.into_vcf();
        expected
    }
}
