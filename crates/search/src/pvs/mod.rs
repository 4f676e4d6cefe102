//! Principal-variation search over a walk: iterative deepening, a transposition table, acts ordered by class and
//! history, reductions of late acts, and forcing acts searched to their end. A turn may be a run of acts: a value
//! changes its sign only where the hand changes.

mod cuts;
mod kept;
mod node;
mod order;
mod proofs;
mod shortcuts;
#[cfg(test)]
mod tests;
mod transposition_table;
mod watch;

pub use cuts::Cuts;
pub use kept::Pvs;

use crate::{Hand, Listing, WIN, Weigh, Which, log_odds};
use kept::PLIES;
use leitai_core::{Budget, Info, Proved, Seat};
use node::{SURE, Search, Spot, Window};
use order::Try;
use std::time::Duration;
use transposition_table::NONE;
use watch::Watch;

/// The part of the aimed-at time, in tenths, after which no deeper iteration begins: it would hardly finish.
const LAST_START: u32 = 7;
/// How many tenths of the aimed-at time a search may take if the best act has just changed or lost value.
const IN_DOUBT: u32 = 18;
/// With a node limit, a table of more than this many bytes per node is useless.
const BYTES_A_NODE: u64 = 32;

/// How far a search goes; the limits of the budget apply as well.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// The greatest depth, in acts.
    pub depth: u32,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// Whether to stop at the time that the budget aims at. If not, only the time by which an answer is due stops the
    /// search.
    pub timed: bool,
}

impl SearchLimits {
    /// Uses the time that the turn is worth.
    pub const TIMED: SearchLimits = SearchLimits { depth: PLIES as u32 - 1, nodes: None, timed: true };

    /// Searches `nodes` nodes, however long that takes: the same act on every machine.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), timed: false, ..SearchLimits::TIMED }
    }

    /// Searches `depth` acts ahead, however long that takes.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { depth, timed: false, ..SearchLimits::TIMED }
    }

    /// How many of `most` bytes of memory a search within these limits can use.
    pub fn memory(&self, most: u64) -> u64 {
        self.nodes.map_or(most, |nodes| most.min(nodes.saturating_mul(BYTES_A_NODE)))
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The act to play.
    pub act: A,
    /// Its value for the seat on turn; a win `n` acts away is `WIN - n`.
    pub value: i32,
    /// The expected result for that seat, 0 to 1.
    pub expected: f32,
    /// The proved result, if there is one.
    pub proved: Option<Proved>,
    /// The depth, in acts, of the last finished iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The principal variation, beginning with [`act`](SearchResult::act).
    pub line: Vec<A>,
}

impl<A: Copy> SearchResult<A> {
    /// The result as a player reports it; `line` is the principal variation in the game's own acts.
    pub fn info<M>(&self, line: Vec<M>) -> Info<M> {
        Info { depth: self.depth, nodes: self.nodes, expected: self.expected, proved: self.proved, line }
    }
}

impl<W: Weigh> Pvs<W> {
    /// The best act in the walk's current position; the walk is left unchanged. Requires that a seat has the hand and
    /// an act. Each finished iteration is reported to `say`, and nothing else: where the time or the nodes end before the
    /// first one, nothing is known of the act. A single act is searched like any other, within its part of the budget
    /// ([`Budget::among`]).
    ///
    /// With a limit on nodes or depth, nothing found in earlier turns is used: the same seed, position and limit give
    /// the same act.
    ///
    /// # Panics
    /// If no seat has the hand, or there is no act.
    pub fn best(
        &mut self,
        walk: &mut W,
        limits: SearchLimits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&SearchResult<W::Act>),
    ) -> SearchResult<W::Act> {
        let Hand::Seat(seat) = walk.hand() else { panic!("no seat has the hand") };
        if !limits.timed || budget.nodes.is_some() {
            self.table.clear();
            self.order.clear();
        } else {
            self.table.grow_older();
            self.order.fade();
        }
        let grain = grain(walk);
        let whole = Budget { nodes: limits.nodes.into_iter().chain(budget.nodes).min(), ..*budget };
        let mut search = Search {
            walk,
            kept: self,
            watch: Watch::new(whole),
            guesses: 0,
            proving: 0,
            depth: 0,
            listing: Listing::Whole,
            is_taken: false,
        };
        let mut roots = search.roots(seat);
        let budget = whole.among(roots.len());
        search.watch = Watch::new(budget);
        let act = roots.first().expect("whoever has the hand has an act").act;
        let (Ok(value) | Err(value)) = search.weigh(seat, 0);
        let expected = expected(search.walk, seat, value);
        let mut found =
            SearchResult { act, value, expected, proved: None, depth: 0, nodes: 0, line: vec![act] };
        let share = |tenths: u32| match (limits.timed, budget.is_saved) {
            (false, _) => Duration::MAX,
            (true, true) => budget.aim.saturating_mul(tenths) / 10,
            // Nobody gains what is left: an iteration that ends half-way may still have found a better act.
            (true, false) => budget.aim,
        };
        for depth in 1..=limits.depth.clamp(1, PLIES as u32 - 1) {
            let before = (found.act, found.value);
            search.depth = depth as i32;
            search.watch.stop_at(share(IN_DOUBT));
            let proved = search.deepen(seat, &mut roots, grain, &mut found);
            found.nodes = search.watch.nodes;
            if search.watch.is_stopped() {
                break;
            }
            found.depth = depth;
            found.proved = proved.filter(|_| !search.is_taken);
            say(&found);
            let settled = before.0 == found.act && found.value + grain >= before.1;
            let last = share(if settled { LAST_START } else { IN_DOUBT / 2 + LAST_START / 2 });
            if proved.is_some() || search.watch.elapsed() >= last {
                break;
            }
            search.prove_along(&found.line);
        }
        found
    }
}

impl<W: Weigh> Search<'_, W> {
    /// The acts of the root in their first order, ties broken at random.
    fn roots(&mut self, seat: Seat) -> Vec<Try<W::Act>> {
        let spot = Spot { seat, ply: 0, before: None, main: true };
        let mut roots = Vec::new();
        self.list(spot, Which::All, NONE, &mut roots);
        self.listing = self.listed();
        crate::shuffle(&mut roots, &mut self.kept.rng);
        roots.sort_by_key(|root| std::cmp::Reverse(root.promise));
        for (i, root) in roots.iter_mut().enumerate() {
            root.index = i as u16;
        }
        roots
    }

    /// One iteration, with an aspiration window around the last value that widens if the value lies outside. Returns
    /// the proved result, if there is one.
    fn deepen(
        &mut self,
        seat: Seat,
        roots: &mut [Try<W::Act>],
        grain: i32,
        found: &mut SearchResult<W::Act>,
    ) -> Option<Proved> {
        let mut width = grain;
        let mut window = Window::OPEN;
        if self.depth > 3 && found.value.abs() < SURE {
            window = Window { alpha: found.value - width, beta: found.value + width };
        }
        loop {
            let before = self.guesses;
            let value = self.root(seat, roots, window, found);
            if self.watch.is_stopped() {
                return None;
            }
            if value > window.alpha && value < window.beta || window.alpha <= -WIN && window.beta >= WIN {
                let winner = if value > 0 { seat } else { seat.other() };
                return if value.abs() > SURE {
                    Some(Proved { winner: Some(winner), acts: proofs::acts(value) })
                } else {
                    let drawn = value == 0 && self.guesses == before;
                    drawn.then_some(Proved { winner: None, acts: None })
                };
            }
            width = width.saturating_mul(4);
            let low = if value <= window.alpha { value.saturating_sub(width) } else { window.alpha };
            let high = if value >= window.beta { value.saturating_add(width) } else { window.beta };
            window = Window {
                alpha: if low < -SURE { Window::OPEN.alpha } else { low },
                beta: if high > SURE { Window::OPEN.beta } else { high },
            };
        }
    }

    /// Tries the acts of the root; each new best act moves to the front.
    fn root(
        &mut self,
        seat: Seat,
        roots: &mut [Try<W::Act>],
        mut window: Window,
        found: &mut SearchResult<W::Act>,
    ) -> i32 {
        let spot = Spot { seat, ply: 0, before: None, main: true };
        let lowest = window.alpha;
        let mut best = -WIN - 1;
        for at in 0..roots.len() {
            let this = roots[at];
            let less = self.less(spot, self.depth, at, &this);
            let undo = self.walk.make(this.act);
            let mut value = self.try_one(spot, self.depth - 1, less, at == 0, window, this.slot);
            self.walk.take_back(this.act, undo);
            if self.listing == Listing::Part {
                value = self.doubted(value);
            }
            if self.watch.is_stopped() {
                break;
            }
            if value > best {
                best = value;
                // If the first act fails low, nothing is known yet about the others: the order stays.
                if value > lowest {
                    window.alpha = window.alpha.max(value);
                    self.keep_line(0, this.act);
                    found.act = this.act;
                    found.value = value;
                    found.expected = expected(self.walk, seat, value);
                    found.line.clone_from(&self.kept.lines[0]);
                    roots[..=at].rotate_right(1);
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        best
    }
}

/// The expected result for `seat`, given a value for it.
fn expected<W: Weigh>(walk: &W, seat: Seat, value: i32) -> f32 {
    if value.abs() > SURE {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    let expected = match seat {
        Seat::First => walk.expected(value),
        Seat::Second => 1.0 - walk.expected(-value),
    };
    crate::expected(walk.reported(log_odds(expected)))
}

/// The smallest step of a value worth noticing: two hundredths of a win in an even position.
fn grain<W: Weigh>(walk: &W) -> i32 {
    let even = walk.expected(0);
    let mut grain = 1;
    while grain < SURE / 8 && walk.expected(grain) < even + 0.02 {
        grain *= 2;
    }
    grain
}
