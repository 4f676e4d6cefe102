//! The players that search: `hard` by a fixed number of turns, `best` by the clock. Principal-variation search over whole
//! turns, after searches for wins by double threats.

use super::defence::{Part, Provers};
use super::turn_list::Stones;
use super::turn_walk::TurnWalk;
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::{Budget, Engine, Info, Means, Proved, Seat};
use leitai_search::{Cuts, Pvs, SearchLimits, SearchResult};

/// The part of the memory that the search for double threats takes, and the same for the proofs.
const SHARE: u64 = 8;
/// After how many tenths of the turn's time what was found until then is put to the proofs: most of the time is for turns
/// after which the other side does not win by double threats.
const EARLY: u32 = 3;
/// How many tenths of the turn's time, or of its nodes, the searches take until then: the rest is for another, should the
/// other side win by double threats after what they find.
const FIRST: u32 = 8;
/// How often another turn is looked for in place of one that lets the other side win, each time by a tenth of the nodes and
/// within the time that is left.
const AGAIN: u32 = 10 - FIRST;

/// How much is left out, as matches showed.
const CUTS: Cuts = Cuts { whole: 1, late: 1.3, unknown: 4, few: Some(6), ..Cuts::CAREFUL };

/// Built-in levels `hard` and `best`.
pub(super) struct Strong {
    search: Pvs<TurnWalk>,
    provers: Provers,
    limits: SearchLimits,
}

impl Strong {
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Strong {
        let memory = limits.memory(means.memory);
        let part = memory / SHARE;
        let search = Pvs::new(memory - 2 * part, means.seed).cutting(CUTS);
        // Computes the tables of lines before any clock runs, which takes some milliseconds.
        drop(TurnWalk::new(&Board::default(), Seat::First, Vcdt::default()));
        Strong { search, provers: Provers::new(part), limits }
    }

    /// The best turn of those that the walk lists or is restricted to, by so many tenths of the nodes and until so many of the
    /// time.
    fn search(
        &mut self,
        walk: &mut TurnWalk,
        [tenths, until]: [u32; 2],
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
    ) -> SearchResult<Stones> {
        let limits = self.limits;
        let part = |whole: u64| whole.saturating_mul(tenths.into()) / 10;
        let aim = if until < 10 { budget.aim / 10 * until } else { budget.aim };
        let nodes = limits.nodes.into_iter().chain(budget.nodes).min().map(part);
        let budget = Budget { aim, nodes: budget.nodes.and(nodes), ..*budget };
        let limits = SearchLimits { nodes: limits.nodes.and(nodes), ..limits };
        walk.swap_vcdt(&mut self.provers.vcdt);
        let found = self.search.best(walk, limits, &budget, &mut |found| {
            say(found.info(found.line.iter().copied().flat_map(points).collect()));
        });
        walk.swap_vcdt(&mut self.provers.vcdt);
        found
    }

    /// The best turn of two stones that was found, with no win of the other side after it that was.
    fn two_stones(
        &mut self,
        walk: &mut TurnWalk,
        me: Seat,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
    ) -> Stones {
        let limits = self.limits;
        // What the other side could do if this side passed.
        if self.provers.win(walk, me.other(), &Part::new(1, limits, budget)).is_some()
            && let Some(turns) = self.provers.defences(walk, me, None, &Part::new(3, limits, budget))
        {
            walk.restrict(turns);
        }
        if limits.timed && budget.nodes.is_none() {
            let found = self.search(walk, [EARLY; 2], budget, say);
            if found.proved.is_some() {
                return found.act;
            }
            let part = Part::new(2, limits, budget);
            if self.provers.is_refuted(walk, me, found.act, &part)
                && let Some(turns) = self.provers.defences(walk, me, Some(found.act), &part)
            {
                walk.restrict(turns);
            }
        }
        let mut found = self.search(walk, [FIRST; 2], budget, say);
        for _ in 0..AGAIN {
            let is_sure = found.proved.is_some();
            if is_sure || !self.provers.is_refuted(walk, me, found.act, &Part::new(4, limits, budget)) {
                break;
            }
            let part = Part::new(6, limits, budget);
            let Some(turns) = self.provers.defences(walk, me, Some(found.act), &part) else { break };
            walk.restrict(turns);
            found = self.search(walk, [1, 10], budget, say);
        }
        found.act
    }
}

/// The points of a turn.
fn points(stones: Stones) -> impl Iterator<Item = Point> {
    stones.iter().filter_map(Point::at)
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
            self.provers.clear();
        }
        let mut walk = TurnWalk::new(view, me, Vcdt::default());
        let mut win = walk.field_mut().six(me, stones).map(|six| (six, Some(1)));
        if win.is_none() && stones == 2 {
            let part = Part::new(1, self.limits, budget);
            let near = self.provers.win(&mut walk, me, &part);
            let found = near.or_else(|| self.provers.far_win(&mut walk, me, &part));
            win = found.map(|turn| (turn.to_vec(), None));
        }
        if let Some((six, acts)) = win {
            let line: Vec<Point> = six.into_iter().filter_map(Point::at).collect();
            let proved = Some(Proved { winner: Some(me), acts });
            say(Info { depth: 1, nodes: 0, expected: 1.0, proved, line: line.clone() });
            turn.extend(line);
            return;
        }
        let found = match stones {
            2 => self.two_stones(&mut walk, me, budget, say),
            _ => self.search(&mut walk, [10; 2], budget, say).act,
        };
        turn.extend(points(found));
    }
}
