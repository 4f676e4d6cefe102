//! The nodes of a tree with valued leaves: every position that is reached is listed at once, and each of its acts valued.

use super::field::{Act, Field};
use super::regions::decided;
use super::solver::Solver;
use super::terms::Terms;
use super::weights::Weights;
use leitai_core::{Means, Rng, Seat};
use leitai_search::{Hand, Walk, shuffle};
use std::ops::Range;

/// The index of the root.
pub(super) const ROOT: usize = 0;
/// The most acts of a position.
const ROOM: usize = 160;
/// Steps for counting regions, at a leaf and at all leaves that are listed together: about half a millisecond.
const COUNTING: u32 = 24;
const COUNTED: u64 = 64;

/// How a tree grows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// The exploration weight: what a child is worth in addition for being less known is this times the root of ln N / n.
    pub explore: f32,
    /// The weight of the best line below a child, against the mean of all that was looked at there.
    pub best_line: f32,
}

/// One position of the tree, with the act that led to it. Values are for First, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) act: Act,
    count: u16,
    /// The index of the first child; children are contiguous, best first at sight. Zero if they were never listed.
    first: u32,
    /// How often it was looked at, the first time included, and the sum of the values.
    pub(super) visits: u32,
    sum: f32,
    /// The value of the best line from here.
    best: f32,
    /// The seat that has the hand here.
    mover: Seat,
    pub(super) winner: Option<Seat>,
}

impl Node {
    fn new(act: Act, mover: Seat, value: f32, winner: Option<Seat>) -> Node {
        Node { act, count: 0, first: 0, visits: 1, sum: value, best: value, mover, winner }
    }

    pub(super) const fn is_listed(&self) -> bool {
        self.first != 0
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    fn value(&self, plan: &Plan) -> f32 {
        (1.0 - plan.best_line) * self.sum / self.visits as f32 + plan.best_line * self.best
    }
}

/// The value from the seat's side.
fn seen_by(seat: Seat, value: f32) -> f32 {
    if seat == Seat::First { value } else { 1.0 - value }
}

/// A tree that grows by valuing what can be reached.
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    most: usize,
    plan: Plan,
    weights: &'static Weights,
    pub(super) solver: Solver,
    /// Positions valued.
    pub(super) valued: u64,
    /// The steps of counting after which leaves are no longer counted.
    counted: u64,
    path: Vec<usize>,
    acts: Vec<Act>,
    fresh: Vec<Node>,
    /// Breaks ties at the root, with the position.
    seed: u64,
}

impl Nodes {
    /// A tree that takes about so many bytes.
    pub(super) fn new(plan: Plan, weights: &'static Weights, means: &Means<'_>) -> Nodes {
        // Cutting back temporarily needs half as much again.
        let most = (means.memory * 2 / 3) as usize / size_of::<Node>();
        Nodes {
            all: Vec::new(),
            most: most.clamp(1 << 14, u32::MAX as usize),
            plan,
            weights,
            solver: Solver::default(),
            valued: 0,
            counted: COUNTED,
            path: Vec::new(),
            acts: Vec::new(),
            fresh: Vec::new(),
            seed: means.seed,
        }
    }

    /// Begins anew at a position.
    pub(super) fn clear(&mut self, field: &Field) {
        self.all.clear();
        let root = self.node(Act::shot(0), field);
        self.all.push(root);
    }

    /// A node for a position that an act led to.
    fn node(&mut self, act: Act, field: &Field) -> Node {
        self.valued += 1;
        let known = |winner: Seat| {
            let value = if winner == Seat::First { 1.0 } else { 0.0 };
            Node::new(act, field.mover, value, Some(winner))
        };
        if let Hand::Over(result) = field.hand() {
            return known(if result > 0.5 { Seat::First } else { Seat::Second });
        }
        let terms = Terms::of(field);
        if terms.is_parted
            && !field.must_shoot()
            && self.solver.filler.steps < self.counted
            && let Some(winner) = decided(field, &mut self.solver.filler, COUNTING)
        {
            return known(winner);
        }
        Node::new(act, field.mover, self.weights.expect(field, &terms), None)
    }

    /// Lists the acts of a node and values each. Requires a node that has acts.
    pub(super) fn list(&mut self, at: usize, field: &Field) {
        self.counted = self.solver.filler.steps + COUNTED;
        let mut acts = std::mem::take(&mut self.acts);
        let mut fresh = std::mem::take(&mut self.fresh);
        acts.clear();
        fresh.clear();
        field.list(&mut acts);
        if at == ROOT {
            shuffle(&mut acts, &mut Rng::new(self.seed ^ field.key()));
        }
        for act in &acts {
            let mut after = *field;
            after.put(*act);
            fresh.push(self.node(*act, &after));
        }
        let mover = field.mover;
        let order = |node: &Node| seen_by(mover, node.best);
        fresh.sort_by(|one, other| order(other).total_cmp(&order(one)));
        let first = self.all.len() as u32;
        let node = &mut self.all[at];
        (node.first, node.count) = (first, fresh.len() as u16);
        self.all.extend_from_slice(&fresh);
        (self.acts, self.fresh) = (acts, fresh);
    }

    /// Descends from the root to a leaf, lists its acts and backs up what they are worth. Requires a root that is not
    /// decided.
    pub(super) fn grow(&mut self, root: &Field) {
        let mut field = *root;
        let mut at = ROOT;
        self.path.clear();
        self.path.push(at);
        while self.all[at].is_listed() && self.all[at].winner.is_none() {
            at = self.select(at);
            field.put(self.all[at].act);
            self.path.push(at);
        }
        if self.all[at].winner.is_none() {
            self.list(at, &field);
        }
        self.back_up();
        if self.all.len() + ROOM > self.most {
            self.cut_back();
        }
    }

    /// The child to look at next. Requires a listed node that is not decided.
    fn select(&self, at: usize) -> usize {
        let node = &self.all[at];
        let explore = self.plan.explore * (node.visits as f32).ln().sqrt();
        let (mut best, mut most) = (usize::MAX, f32::MIN);
        for i in node.children() {
            let child = &self.all[i];
            if child.winner.is_some() {
                continue;
            }
            let value = seen_by(node.mover, child.value(&self.plan)) + explore / (child.visits as f32).sqrt();
            if value > most {
                (best, most) = (i, value);
            }
            // Those that follow were never looked at either, and looked worse.
            if child.visits == 1 {
                break;
            }
        }
        debug_assert!(best != usize::MAX, "every child is decided, the node is not");
        best
    }

    /// Backs up the value of the last node of the path, which was just listed or is decided.
    fn back_up(&mut self) {
        let mut value = None;
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            self.settle(at);
            let node = &mut self.all[at];
            let value = *value.get_or_insert(node.best);
            node.visits += 1;
            node.sum += value;
        }
    }

    /// Sets the best line, and the winner if the children decide, of a node.
    fn settle(&mut self, at: usize) {
        let node = self.all[at];
        if node.winner.is_some() || !node.is_listed() {
            return;
        }
        let mut best: Option<&Node> = None;
        let mut lost = true;
        for child in &self.all[node.children()] {
            lost &= child.winner == Some(node.mover.other());
            if best.is_none_or(|best| seen_by(node.mover, child.best) > seen_by(node.mover, best.best)) {
                best = Some(child);
            }
        }
        let Some(best) = best else { return };
        let wins = best.winner == Some(node.mover);
        let value = best.best;
        let node = &mut self.all[at];
        node.best = value;
        if wins {
            node.winner = Some(node.mover);
        } else if lost {
            node.winner = Some(node.mover.other());
        }
    }

    /// The child to play: one that wins, else the one looked at most often, a lost one only as a last resort. Requires a
    /// listed node.
    pub(super) fn best(&self, at: usize) -> usize {
        let node = &self.all[at];
        let order = |child: &Node| {
            let class = match child.winner {
                Some(winner) if winner == node.mover => 2,
                Some(_) => 0,
                None => 1,
            };
            (class, child.visits, seen_by(node.mover, child.value(&self.plan)))
        };
        let before = |one: usize, other: usize| {
            let (one, other) = (order(&self.all[one]), order(&self.all[other]));
            (one.0, one.1).cmp(&(other.0, other.1)).then(one.2.total_cmp(&other.2))
        };
        // Of equal ones the first at sight.
        node.children()
            .rev()
            .max_by(|one, other| before(*one, *other))
            .expect("whoever has the hand has an act")
    }

    /// The expected result of a node for First.
    pub(super) fn expected(&self, at: usize) -> f32 {
        let node = &self.all[at];
        node.winner.map_or_else(|| node.value(&self.plan), |seat| if seat == Seat::First { 1.0 } else { 0.0 })
    }

    /// How many looks the most visited child is ahead of the next one that is not lost.
    pub(super) fn lead(&self) -> u32 {
        let best = self.best(ROOT);
        let rivals = self.all[ROOT].children().filter(|i| *i != best && self.all[*i].winner.is_none());
        let next = rivals.map(|i| self.all[i].visits).max();
        next.map_or(u32::MAX, |next| self.all[best].visits.saturating_sub(next))
    }

    /// Whether no other child with a fair share of the looks seems better than the best one.
    pub(super) fn is_clear(&self) -> bool {
        let (root, best) = (self.all[ROOT], self.all[self.best(ROOT)]);
        let value = |child: &Node| seen_by(root.mover, child.value(&self.plan));
        let tried = |child: &&Node| child.winner.is_none() && child.visits * 4 > best.visits;
        self.all[root.children()].iter().filter(tried).all(|child| value(child) <= value(&best))
    }

    /// The best acts from a node on, as far as they were listed.
    pub(super) fn line(&self, mut at: usize) -> Vec<Act> {
        let mut line = Vec::new();
        while self.all[at].is_listed() && line.len() < 64 {
            at = self.best(at);
            line.push(self.all[at].act);
        }
        line
    }

    /// Makes room: the nodes looked at least lose their children.
    fn cut_back(&mut self) {
        let mut least = 3;
        while self.all.len() > (self.most - ROOM) / 2 {
            self.keep(ROOT, least);
            least *= 2;
        }
    }

    /// Makes a node the root and drops everything not below it; with `least` above zero also the children of decided nodes
    /// and of nodes with fewer looks than that.
    pub(super) fn keep(&mut self, root: usize, least: u32) {
        let mut kept = vec![self.all[root]];
        let mut at = 0;
        while at < kept.len() {
            let node = kept[at];
            if node.is_listed() {
                let keeps = at == ROOT || least == 0 || node.visits >= least && node.winner.is_none();
                kept[at].first = if keeps { kept.len() as u32 } else { 0 };
                kept[at].count = if keeps { node.count } else { 0 };
                if keeps {
                    kept.extend_from_slice(&self.all[node.children()]);
                }
            }
            at += 1;
        }
        self.all = kept;
    }
}
