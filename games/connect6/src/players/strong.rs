//! The players that search: `hard` by a fixed number of turns, `best` by the clock. Principal-variation search over whole
//! turns, after searches for wins by double threats.

use super::proofs::prove;
use super::turn_walk::{Stones, TurnWalk};
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::{Budget, Engine, Info, Means, Proved, Seat};
use leitai_search::{Cuts, ProofSearch, Pvs, SearchLimits, Walk, Which};
use std::time::Duration;

/// The part of the memory that the search for double threats takes, and the same for the proofs.
const SHARE: u64 = 8;
/// The part of the turn's time, or of its nodes, for a win by double threats; the same for what the other side
/// threatens, and for finding what stops it.
const PROOFS: u32 = 12;
/// The most positions looked at to find out whether a turn lets the other side win by double threats.
const REFUTED: u64 = 200;

/// How much is left out, as matches showed.
const CUTS: Cuts = Cuts { whole: 1, late: 1.3, unknown: 4, few: Some(6), ..Cuts::CAREFUL };

/// Built-in levels `hard` and `best`.
pub(super) struct Strong {
    search: Pvs<TurnWalk>,
    vcdt: Vcdt,
    proofs: ProofSearch,
    limits: SearchLimits,
}

/// A part of what a turn may cost.
struct Part<'a> {
    budget: &'a Budget<'a>,
    positions: u64,
    /// When it ends, in time since the turn was asked for.
    until: Duration,
}

impl<'a> Part<'a> {
    /// The part for one search for proofs that begins now.
    fn new(limits: SearchLimits, budget: &'a Budget<'a>) -> Part<'a> {
        let nodes = limits.nodes.into_iter().chain(budget.nodes).min();
        let positions = nodes.map_or(u64::MAX, |nodes| nodes / u64::from(PROOFS));
        let now = (budget.elapsed)();
        let aim = if limits.timed { budget.aim } else { budget.never };
        Part { budget, positions, until: now.saturating_add(aim.saturating_sub(now) / PROOFS) }
    }

    fn is_over(&self) -> bool {
        (self.budget.elapsed)() >= self.until
    }
}

impl Strong {
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Strong {
        let memory = limits.memory(means.memory);
        let part = memory / SHARE;
        let search = Pvs::new(memory - 2 * part, means.seed).cutting(CUTS);
        // Computes the tables of lines before any clock runs, which takes some milliseconds.
        drop(TurnWalk::new(&Board::default(), Seat::First, Vcdt::default()));
        Strong { search, vcdt: Vcdt::new(part), proofs: ProofSearch::new(part), limits }
    }

    /// Leaves out turns after which the other side certainly wins by double threats, unless that is all of them.
    fn without_refuted(&mut self, walk: &mut TurnWalk, seat: Seat, part: &Part<'_>) -> Option<Vec<Stones>> {
        let other = seat.other();
        let Strong { vcdt, proofs, .. } = self;
        // What the other side could do if this side passed.
        prove(proofs, vcdt, walk.field_mut(), other, part.positions, &|| part.is_over())?;
        let mut turns = Vec::new();
        walk.acts(Which::All, &mut turns);
        let until = part.until.saturating_add(part.until.saturating_sub((part.budget.elapsed)()));
        let last = Part { until: until.max(part.until), ..*part };
        turns.retain(|turn| {
            if last.is_over() {
                return true;
            }
            walk.make(*turn);
            let most = last.positions.min(REFUTED);
            let lost = prove(proofs, vcdt, walk.field_mut(), other, most, &|| last.is_over()).is_some();
            walk.take_back(*turn, ());
            !lost
        });
        (!turns.is_empty()).then_some(turns)
    }
}

impl Engine<Board> for Strong {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let stones = view.stones_left();
        if view.placed() == 0 {
            turn.extend(Point::at(Point::COUNT / 2));
            return;
        }
        if !self.limits.timed || budget.nodes.is_some() {
            self.vcdt.clear();
            self.proofs.clear();
        }
        let points = |stones: Stones| stones.iter().filter_map(Point::at);
        let limits = self.limits;
        let mut walk = TurnWalk::new(view, me, Vcdt::default());
        let mut win = walk.field_mut().six(me, stones).map(|six| (six, Some(1)));
        if win.is_none() && stones == 2 {
            let part = Part::new(limits, budget);
            let found =
                prove(&mut self.proofs, &mut self.vcdt, walk.field_mut(), me, part.positions, &|| {
                    part.is_over()
                });
            win = found.map(|turn| (turn.to_vec(), None));
        }
        if let Some((six, acts)) = win {
            let line: Vec<Point> = six.into_iter().filter_map(Point::at).collect();
            let proved = Some(Proved { winner: Some(me), acts });
            say(Info { depth: 1, nodes: 0, expected: 1.0, proved, line: line.clone() });
            turn.extend(line);
            return;
        }
        let roots = match stones {
            2 => self.without_refuted(&mut walk, me, &Part::new(limits, budget)),
            _ => None,
        };
        let mut walk = TurnWalk::new(view, me, std::mem::take(&mut self.vcdt)).with_roots(roots);
        let found = self.search.best(&mut walk, limits, budget, &mut |found| {
            say(found.info(found.line.iter().copied().flat_map(points).collect()));
        });
        self.vcdt = walk.into_vcdt();
        turn.extend(points(found.act));
    }
}
