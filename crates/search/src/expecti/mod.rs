//! Expectimax: the expected result where dice decide, the best act where a seat does. Bounds of the expectation cut off what
//! cannot matter any more (Ballard 1983, Star1 and Star2; Hauk, Buro, Schaeffer 2004).

mod chance;
mod table;
#[cfg(test)]
mod tests;

use crate::{Hand, Roll, Weigh, Which, Worth, shuffle};
use leitai_core::{Budget, Rng, Seat};
use table::Table;

/// What is cut off. The value at the root is the same with each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bounds {
    /// Nothing: every act after every face.
    None,
    /// Faces and acts that cannot bring the expectation between its bounds.
    Star1,
    /// The same, after one act of each face was looked at.
    Star2,
}

/// What a search found so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<A> {
    /// The best act.
    pub act: A,
    /// Acts that were looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected result for the seat that acts, 0 to 1. It is 0 or 1 only where that is certain.
    pub expected: f32,
    /// No guess was needed: the expected result is the true one.
    pub is_solved: bool,
}

/// Depth is counted in acts of seats; beyond this the search ends.
const DEEPEST: u32 = 100;
/// Positions from one look at the clock to the next: about 0.1 ms where a thousand take 0.4.
const NODES_PER_LOOK: u64 = 256;
/// How much better a later act has to be at the root to be looked at with open bounds.
const MARGIN: f32 = 1e-4;
/// Short of certain.
const ALMOST: f32 = 1.0 - f32::EPSILON / 2.0;

/// A search with its memory, for walks with acts `A`.
pub struct Expecti<A> {
    bounds: Bounds,
    deepest: u32,
    table: Table,
    nodes: u64,
    /// Where it stops.
    limit: u64,
    /// Leaves that were guessed, in this search or in one that is remembered.
    guesses: u64,
    /// Acts of all positions on the way, and faces.
    acts: Vec<(A, u32)>,
    faces: Vec<(A, f32)>,
    listed: Vec<A>,
}

impl<A: Copy + Eq + std::fmt::Debug> Expecti<A> {
    /// A search that remembers what fits into `bytes`.
    pub fn new(bytes: usize) -> Self {
        Expecti {
            bounds: Bounds::Star2,
            deepest: DEEPEST,
            table: Table::new(bytes),
            nodes: 0,
            limit: u64::MAX,
            guesses: 0,
            acts: Vec::new(),
            faces: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// The same, looking at most so many acts ahead.
    #[must_use]
    pub fn to_depth(self, deepest: u32) -> Self {
        Expecti { deepest: deepest.clamp(1, DEEPEST), ..self }
    }

    /// The same, cutting off no more than that.
    #[must_use]
    pub fn with(self, bounds: Bounds) -> Self {
        Expecti { bounds, ..self }
    }

    /// The best act of the seat that has the hand, deepening until the budget is used, its limit of nodes reached, or the
    /// position solved; equal acts by lot. It
    /// depends on nothing that was searched before. Reports each depth and where it stopped. An act that is the only one is answered at
    /// once. Requires that a seat has the hand and can act.
    pub fn best<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        budget: &Budget<'_>,
        rng: &mut Rng,
        say: &mut dyn FnMut(&Estimate<A>),
    ) -> Estimate<A> {
        let Hand::Seat(me) = walk.hand() else { unreachable!("asked where a seat acts") };
        self.begin(budget.nodes.unwrap_or(u64::MAX));
        let mut acts = Vec::new();
        walk.acts(Which::All, &mut acts);
        shuffle(&mut acts, rng);
        acts.sort_by_key(|act| std::cmp::Reverse(walk.rank(*act)));
        let mut found = Estimate { act: acts[0], depth: 0, nodes: 0, expected: 0.5, is_solved: false };
        if acts.len() == 1 {
            let undo = walk.make(acts[0]);
            (found.expected, found.is_solved) = if let Hand::Over(result) = walk.hand() {
                (seen_by(me, result), true)
            } else {
                let worth = walk.weigh();
                self.said(walk, worth, me)
            };
            walk.take_back(acts[0], undo);
            say(&found);
            return found;
        }
        for depth in 1..=self.deepest {
            let before = self.guesses;
            let Some(round) = self.round(walk, me, depth, &mut acts, budget, &mut found) else {
                found.nodes = self.nodes;
                say(&found);
                break;
            };
            found = Estimate { nodes: self.nodes, is_solved: self.guesses == before, ..round };
            say(&found);
            if found.is_solved || (budget.elapsed)() >= budget.aim / 2 {
                break;
            }
        }
        found
    }

    /// The expected result for First, `depth` acts ahead. Any hand may be next.
    pub fn expected<W: Weigh<Act = A> + Roll>(&mut self, walk: &mut W, depth: u32) -> f32 {
        self.begin(u64::MAX);
        self.value(walk, depth, Window::all(Seat::First), &Budget::UNTIMED).unwrap_or(0.5)
    }

    /// Nothing of an earlier search is left, not even of one that had to stop on its way.
    fn begin(&mut self, limit: u64) {
        (self.nodes, self.guesses, self.limit) = (0, 0, limit);
        self.acts.clear();
        self.faces.clear();
        self.listed.clear();
        self.table.forget();
    }

    /// One depth at the root; none if it had to stop, with what it found until then in `found`. The best act comes first then.
    fn round<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        me: Seat,
        depth: u32,
        acts: &mut [A],
        budget: &Budget<'_>,
        found: &mut Estimate<A>,
    ) -> Option<Estimate<A>> {
        let (mut best, mut at) = (-1.0, 0);
        for (i, act) in acts.iter().copied().enumerate() {
            let undo = walk.make(act);
            let low = f32::max(best, 0.0);
            let mut value = if i == 0 || self.bounds == Bounds::None {
                self.value(walk, depth - 1, Window::all(me), budget)
            } else {
                self.value(walk, depth - 1, Window { me, low, high: low + MARGIN }, budget)
            };
            if i > 0 && value.is_some_and(|value| value >= low + MARGIN) && self.bounds != Bounds::None {
                value = self.value(walk, depth - 1, Window { me, low, high: 1.0 }, budget);
            }
            walk.take_back(act, undo);
            let value = value?;
            if value > best {
                (best, at) = (value, i);
                *found = Estimate { act, depth, nodes: self.nodes, expected: value, is_solved: false };
            }
        }
        acts[..=at].rotate_right(1);
        Some(*found)
    }

    /// The value `depth` acts ahead, if it lies in the window; else at most or at least what is said. None: it had to stop.
    fn value<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        window: Window,
        budget: &Budget<'_>,
    ) -> Option<f32> {
        match walk.hand() {
            Hand::Over(result) => {
                self.count(budget)?;
                Some(seen_by(window.me, result))
            }
            Hand::Dice => self.chance(walk, depth, window, budget),
            Hand::Seat(seat) if seat == window.me => self.choice(walk, depth, window, budget),
            Hand::Seat(_) => self.choice(walk, depth, window.turned(), budget).map(turned),
        }
    }

    /// The same where the window's seat acts.
    fn choice<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        Window { me, low, high }: Window,
        budget: &Budget<'_>,
    ) -> Option<f32> {
        if let Some(leaf) = self.leaf(walk, depth, me, budget)? {
            return Some(leaf);
        }
        let base = self.listed.len();
        walk.acts(Which::All, &mut self.listed);
        self.listed[base..].sort_by_key(|act| std::cmp::Reverse(walk.rank(*act)));
        let mut best = 0.0;
        for i in base..self.listed.len() {
            let act = self.listed[i];
            let undo = walk.make(act);
            let value = self.value(walk, depth - 1, Window { me, low: f32::max(low, best), high }, budget);
            walk.take_back(act, undo);
            best = f32::max(best, value?);
            if best >= high && self.bounds > Bounds::None {
                break;
            }
        }
        self.listed.truncate(base);
        Some(best)
    }

    /// Counts a position; its worth for `me` where nothing below it is looked at.
    #[expect(clippy::option_option, reason = "it may have to stop, and there may be more to look at")]
    fn leaf<W: Weigh<Act = A>>(
        &mut self,
        walk: &mut W,
        depth: u32,
        me: Seat,
        budget: &Budget<'_>,
    ) -> Option<Option<f32>> {
        self.count(budget)?;
        let worth = walk.weigh();
        let is_leaf = depth == 0 || matches!(worth, Worth::Exact(_));
        Some(is_leaf.then(|| self.said(walk, worth, me).0))
    }

    /// What a worth says for `me`, and whether it is certain.
    fn said<W: Weigh<Act = A>>(&mut self, walk: &W, worth: Worth, me: Seat) -> (f32, bool) {
        let (Worth::Exact(value) | Worth::Guess(value)) = worth;
        let is_known = matches!(worth, Worth::Exact(_));
        self.guesses += u64::from(!is_known);
        (seen_by(me, walk.expected(value)), is_known)
    }

    /// One position more; none: stop here.
    #[inline]
    fn count(&mut self, budget: &Budget<'_>) -> Option<()> {
        self.nodes += 1;
        let stops =
            self.nodes > self.limit || (self.nodes.is_multiple_of(NODES_PER_LOOK) && budget.is_used());
        (!stops).then_some(())
    }
}

/// A value for First as `seat` sees it, and back.
fn seen_by(seat: Seat, value: f32) -> f32 {
    if seat == Seat::First { value } else { turned(value) }
}

/// Whose value is asked for, and the bounds between which it matters.
#[derive(Clone, Copy)]
struct Window {
    me: Seat,
    low: f32,
    high: f32,
}

impl Window {
    /// Every value matters.
    fn all(me: Seat) -> Window {
        Window { me, low: 0.0, high: 1.0 }
    }

    /// The same as the other seat sees it.
    fn turned(self) -> Window {
        Window { me: self.me.other(), low: turned(self.high), high: turned(self.low) }
    }
}

/// The other side's value. What is not certain stays so.
fn turned(value: f32) -> f32 {
    if value <= 0.0 { 1.0 } else { (1.0 - value).min(ALMOST) }
}
