//! Principal-variation search over a walk: deepening, a table of positions, acts ordered by class and history, late acts
//! searched less deep, and forcing acts to their end. A turn may be a run of acts: a value changes its sign only where the
//! hand does.

mod cuts;
mod kept;
mod node;
mod order;
mod shortcuts;
mod table;
#[cfg(test)]
mod tests;
mod watch;

pub use cuts::Cuts;
pub use kept::Pvs;

use crate::{Hand, WIN, Weigh, Which, tempered};
use kept::PLIES;
use leitai_core::{Budget, Info, Proved, Seat};
use node::{SURE, Search, Spot, Window};
use order::Try;
use std::time::Duration;
use table::NONE;
use watch::Watch;

/// Part of the time aimed at after which no deeper iteration begins, in tenths: it would hardly end.
const LAST_START: u32 = 7;
/// Where the best act has just changed or lost value, a search may take so many tenths of the time aimed at.
const IN_DOUBT: u32 = 18;
/// A node limit needs no larger a table than this many bytes a node.
const BYTES_A_NODE: u64 = 32;

/// How far a search goes; the budget's own limits hold besides.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Acts looked ahead at most.
    pub depth: u32,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// Does it stop at the time the budget aims at? If not, only the time by which it must answer stops it.
    pub timed: bool,
}

impl Limits {
    /// Uses the time the turn is worth.
    pub const TIMED: Limits = Limits { depth: PLIES as u32 - 1, nodes: None, timed: true };

    /// So many nodes, whatever time that takes: the same act on every machine.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), timed: false, ..Limits::TIMED }
    }

    /// So many acts ahead, whatever time that takes.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth, timed: false, ..Limits::TIMED }
    }

    /// Bytes of memory that a search within these limits can use of so many.
    pub fn memory(&self, most: u64) -> u64 {
        self.nodes.map_or(most, |nodes| most.min(nodes.saturating_mul(BYTES_A_NODE)))
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<A> {
    /// The act to play.
    pub act: A,
    /// Its value for the seat that acts; a win `n` acts away is `WIN - n`.
    pub value: i32,
    /// The expected result for that seat, 0 to 1.
    pub expected: f32,
    /// The result that is certain, where it is.
    pub proved: Option<Proved>,
    /// Acts looked ahead by the last iteration that ended.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The acts expected from here on, [`act`](Found::act) first.
    pub line: Vec<A>,
}

impl<A: Copy> Found<A> {
    /// As a player says it; `line` is the line in the game's own acts.
    pub fn info<M>(&self, line: Vec<M>) -> Info<M> {
        Info { depth: self.depth, nodes: self.nodes, expected: self.expected, proved: self.proved, line }
    }
}

impl<W: Weigh> Pvs<W> {
    /// The best act where the walk stands; the walk is left as it was. Requires that a seat has the hand and an act. Every
    /// iteration that ends is told to `say`.
    ///
    /// Within a limit of nodes or of depth, nothing is used that earlier turns found: the same seed, position and limit give
    /// the same act.
    ///
    /// # Panics
    /// Where no seat has the hand, or there is no act.
    pub fn best(
        &mut self,
        walk: &mut W,
        limits: Limits,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(&Found<W::Act>),
    ) -> Found<W::Act> {
        let Hand::Seat(seat) = walk.hand() else { panic!("no seat has the hand") };
        if !limits.timed || budget.nodes.is_some() {
            self.table.clear();
            self.order.clear();
        } else {
            self.table.grow_older();
            self.order.fade();
        }
        let grain = grain(walk);
        let watch = Watch::new(budget, limits.nodes);
        let mut search = Search { walk, kept: self, watch, guesses: 0, depth: 0 };
        let mut roots = search.roots(seat);
        let act = roots.first().expect("whoever has the hand has an act").act;
        let (Ok(value) | Err(value)) = search.weigh(seat, 0);
        let expected = expected(search.walk, seat, value);
        let mut found = Found { act, value, expected, proved: None, depth: 0, nodes: 0, line: vec![act] };
        if roots.len() == 1 {
            say(&found);
            return found;
        }
        let share =
            |tenths: u32| if limits.timed { budget.aim.saturating_mul(tenths) / 10 } else { Duration::MAX };
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
            found.proved = proved;
            say(&found);
            let settled = before.0 == found.act && found.value + grain >= before.1;
            let last = share(if settled { LAST_START } else { IN_DOUBT / 2 + LAST_START / 2 });
            if proved.is_some() || search.watch.elapsed() >= last {
                break;
            }
        }
        found
    }
}

impl<W: Weigh> Search<'_, W> {
    /// The acts of the root in a first order, equals by lot.
    fn roots(&mut self, seat: Seat) -> Vec<Try<W::Act>> {
        let spot = Spot { seat, ply: 0, before: None, main: true };
        let mut roots = Vec::new();
        self.list(spot, Which::All, NONE, &mut roots);
        crate::shuffle(&mut roots, &mut self.kept.rng);
        roots.sort_by_key(|root| std::cmp::Reverse(root.promise));
        for (i, root) in roots.iter_mut().enumerate() {
            root.index = i as u16;
        }
        roots
    }

    /// One iteration, in a window around the last value that opens where the value lies outside. What is certain of the
    /// result, if anything is.
    fn deepen(
        &mut self,
        seat: Seat,
        roots: &mut [Try<W::Act>],
        grain: i32,
        found: &mut Found<W::Act>,
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
                let acts = u16::try_from(WIN - value.abs()).ok();
                let winner = if value > 0 { seat } else { seat.other() };
                return if value.abs() > SURE {
                    Some(Proved { winner: Some(winner), acts })
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

    /// Tries the acts of the root; the best so far goes first from then on.
    fn root(
        &mut self,
        seat: Seat,
        roots: &mut [Try<W::Act>],
        mut window: Window,
        found: &mut Found<W::Act>,
    ) -> i32 {
        let spot = Spot { seat, ply: 0, before: None, main: true };
        let lowest = window.alpha;
        let mut best = -WIN - 1;
        for at in 0..roots.len() {
            let this = roots[at];
            let less = self.less(spot, self.depth, at, &this);
            let undo = self.walk.make(this.act);
            let value = self.try_one(spot, self.depth - 1, less, at == 0, window, this.slot);
            self.walk.take_back(this.act, undo);
            if self.watch.is_stopped() {
                break;
            }
            if value > best {
                best = value;
                // Where the first one fails low, nothing is known yet of the others: the order stays.
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

/// The expected result for `seat` of a value for it.
fn expected<W: Weigh>(walk: &W, seat: Seat, value: i32) -> f32 {
    if value.abs() > SURE {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    let expected = match seat {
        Seat::First => walk.expected(value),
        Seat::Second => 1.0 - walk.expected(-value),
    };
    tempered(expected, walk.power())
}

/// The step of a value that is worth noticing: two hundredths of a win in an even position.
fn grain<W: Weigh>(walk: &W) -> i32 {
    let even = walk.expected(0);
    let mut grain = 1;
    while grain < SURE / 8 && walk.expected(grain) < even + 0.02 {
        grain *= 2;
    }
    grain
}
