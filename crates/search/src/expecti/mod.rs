//! Expectimax: the expected result where dice decide, the best act where a seat does. Bounds on the expectation cut off
//! what can no longer matter (Ballard 1983, Star1 and Star2; Hauk, Buro, Schaeffer 2004).

mod chance;
#[cfg(test)]
mod tests;
mod transposition_table;

use crate::{Hand, Roll, Weigh, Which, Worth, shuffle};
use leitai_core::{Budget, Rng, Seat};
use transposition_table::TranspositionTable;

/// How much is cut off. The value at the root is the same with each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bounds {
    /// Nothing: every act is searched after every face.
    None,
    /// Faces and acts that cannot bring the expectation within its bounds.
    Star1,
    /// Like `Star1`, after probing one act of each face.
    Star2,
}

/// The result of a search so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<A> {
    /// The best act.
    pub act: A,
    /// The depth searched, in acts.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The expected result for the seat on turn, 0 to 1; exactly 0 or 1 only where that is certain.
    pub expected: f32,
    /// Whether no guess was needed: the expected result is then the true one.
    pub is_solved: bool,
}

/// The depth, counted in acts of seats, beyond which the search ends.
const DEEPEST: u32 = 100;
/// Positions between two looks at the clock: about 0.1 ms if a thousand take 0.4 ms.
const NODES_PER_LOOK: u64 = 256;
/// How much better a later act has to be at the root to be searched again with an open window.
const MARGIN: f32 = 1e-4;
/// The greatest value that is not certain.
const ALMOST: f32 = 1.0 - f32::EPSILON / 2.0;

/// A search and its memory, for walks with acts `A`.
pub struct Expecti<A> {
    bounds: Bounds,
    deepest: u32,
    table: TranspositionTable,
    nodes: u64,
    /// The node count at which the search stops.
    limit: u64,
    /// Leaves that were guessed, in this search or in one that is remembered.
    guesses: u64,
    /// Stacks of the acts and faces of all positions on the current path.
    acts: Vec<(A, u32)>,
    faces: Vec<(A, f32)>,
    listed: Vec<A>,
}

impl<A: Copy + Eq + std::fmt::Debug> Expecti<A> {
    /// Creates a search whose memory takes at most `bytes`.
    pub fn new(bytes: usize) -> Self {
        Expecti {
            bounds: Bounds::Star2,
            deepest: DEEPEST,
            table: TranspositionTable::new(bytes),
            nodes: 0,
            limit: u64::MAX,
            guesses: 0,
            acts: Vec::new(),
            faces: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// The same search, limited to `deepest` acts ahead.
    #[must_use]
    pub fn to_depth(self, deepest: u32) -> Self {
        Expecti { deepest: deepest.clamp(1, DEEPEST), ..self }
    }

    /// The same search, cutting off no more than `bounds` allows.
    #[must_use]
    pub fn with(self, bounds: Bounds) -> Self {
        Expecti { bounds, ..self }
    }

    /// The best act of the seat that has the hand, deepening until the budget is used, its node limit is reached or the
    /// position is solved; ties are broken at random. The result does not depend on earlier searches. `say` receives
    /// each depth and the point where the search stopped, unless nothing was searched by then; a single act has its part of
    /// the budget ([`Budget::among`]). Requires that a seat has the hand and can act.
    pub fn best<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        budget: &Budget<'_>,
        rng: &mut Rng,
        say: &mut dyn FnMut(&Estimate<A>),
    ) -> Estimate<A> {
        let Hand::Seat(me) = walk.hand() else { unreachable!("asked where a seat acts") };
        let mut acts = Vec::new();
        walk.acts(Which::All, &mut acts);
        shuffle(&mut acts, rng);
        acts.sort_by_key(|act| std::cmp::Reverse(walk.rank(*act)));
        let budget = &budget.among(acts.len());
        self.begin(budget.nodes.unwrap_or(u64::MAX));
        let mut found = Estimate { act: acts[0], depth: 0, nodes: 0, expected: 0.5, is_solved: false };
        for depth in 1..=self.deepest {
            let before = self.guesses;
            let Some(round) = self.round(walk, me, depth, &mut acts, budget, &mut found) else {
                found.nodes = self.nodes;
                if found.depth > 0 {
                    say(&found);
                }
                break;
            };
            found = Estimate { nodes: self.nodes, is_solved: self.guesses == before, ..round };
            say(&found);
            // Where nobody gains what is left, the next depth is tried as far as it goes.
            let last = if budget.is_saved { budget.aim / 2 } else { budget.aim };
            if found.is_solved || (budget.elapsed)() >= last {
                break;
            }
        }
        found
    }

    /// The expected result for First, searched `depth` acts ahead. Any hand may be next.
    pub fn expected<W: Weigh<Act = A> + Roll>(&mut self, walk: &mut W, depth: u32) -> f32 {
        self.begin(u64::MAX);
        self.value(walk, depth, Window::all(Seat::First), &Budget::UNTIMED).unwrap_or(0.5)
    }

    /// Discards everything from earlier searches, including those that had to stop midway.
    fn begin(&mut self, limit: u64) {
        (self.nodes, self.guesses, self.limit) = (0, 0, limit);
        self.acts.clear();
        self.faces.clear();
        self.listed.clear();
        self.table.forget();
    }

    /// Searches the root to one depth and moves the best act to the front. `None` if it had to stop; `found` then holds
    /// what it found by that time.
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

    /// The value `depth` acts ahead if it lies in the window; otherwise an upper or lower bound of it. `None` if the
    /// search had to stop.
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

    /// Like `value`, where the window's seat acts.
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

    /// Counts a position and returns its worth for `me` if it is a leaf.
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

    /// The value of `worth` for `me`, and whether it is certain.
    fn said<W: Weigh<Act = A>>(&mut self, walk: &W, worth: Worth, me: Seat) -> (f32, bool) {
        let (Worth::Exact(value) | Worth::Guess(value)) = worth;
        let is_known = matches!(worth, Worth::Exact(_));
        self.guesses += u64::from(!is_known);
        (seen_by(me, walk.expected(value)), is_known)
    }

    /// Counts one more position; `None` if the search has to stop.
    #[inline]
    fn count(&mut self, budget: &Budget<'_>) -> Option<()> {
        self.nodes += 1;
        let stops =
            self.nodes > self.limit || (self.nodes.is_multiple_of(NODES_PER_LOOK) && budget.is_used());
        (!stops).then_some(())
    }
}

/// Converts a value for First to the view of `seat`, and back.
fn seen_by(seat: Seat, value: f32) -> f32 {
    if seat == Seat::First { value } else { turned(value) }
}

/// The seat whose value is wanted, and the bounds between which that value matters.
#[derive(Clone, Copy)]
struct Window {
    me: Seat,
    low: f32,
    high: f32,
}

impl Window {
    /// A window in which every value matters.
    fn all(me: Seat) -> Window {
        Window { me, low: 0.0, high: 1.0 }
    }

    /// The same window from the other seat's side.
    fn turned(self) -> Window {
        Window { me: self.me.other(), low: turned(self.high), high: turned(self.low) }
    }
}

/// The value for the other side. An uncertain value stays uncertain.
fn turned(value: f32) -> f32 {
    if value <= 0.0 { 1.0 } else { (1.0 - value).min(ALMOST) }
}
