//! The nodes of a tree: statistics, proofs, and their memory limit.

use super::plan::Plan;
use super::score::{Score, seen_by};
use crate::{Hand, Playout, Which, shuffle};
use leitai_core::{Rng, Seat};
use std::ops::Range;

/// The index of the root.
pub(super) const ROOT: usize = 0;
/// The most acts of any position of any game.
const ROOM: usize = 512;

/// One position of the tree, with the act that led to it; what is known of it is its [`Score`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<A> {
    /// `None` at a root that was never a child.
    pub(super) act: Option<A>,
    /// The index of the first child; children are contiguous. Zero if they were never listed.
    first: u32,
    count: u16,
    /// The seat on turn here; valid once the children are listed.
    mover: Seat,
}

impl<A> Node<A> {
    const fn new(act: Option<A>) -> Node<A> {
        Node { act, first: 0, count: 0, mover: Seat::First }
    }

    pub(super) const fn is_listed(&self) -> bool {
        self.first != 0
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

/// A tree that grows by playing games out from its leaves.
pub(super) struct Nodes<W: Playout> {
    pub(super) all: Vec<Node<W::Act>>,
    /// What is known of each.
    pub(super) scores: Vec<Score>,
    /// The most nodes.
    pub(super) most: usize,
    plan: Plan,
    /// One in the slots of the acts that a seat played in the present game, else zero.
    played: [Vec<f32>; 2],
    // Buffers, kept to avoid allocating again.
    path: Vec<usize>,
    seen: Vec<(Seat, W::Act)>,
    acts: Vec<W::Act>,
    priors: Vec<(f32, f32)>,
}

impl<W: Playout + Clone> Nodes<W> {
    pub(super) fn new(plan: Plan, memory: u64) -> Self {
        // Cutting back temporarily needs half as much again.
        let most = (memory * 2 / 3) as usize / (size_of::<Node<W::Act>>() + size_of::<Score>());
        Nodes {
            all: vec![Node::new(None)],
            scores: vec![Score::new(0, 0.0, 0.5)],
            most: most.clamp(1 << 14, u32::MAX as usize),
            plan,
            played: Seat::BOTH.map(|_| vec![0.0; W::SLOTS]),
            path: Vec::new(),
            seen: Vec::new(),
            acts: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.scores.clear();
        self.all.push(Node::new(None));
        self.scores.push(Score::new(0, 0.0, 0.5));
    }

    /// Lists the children of a node in whose position a seat is on turn.
    pub(super) fn list(&mut self, at: usize, mover: Seat, walk: &mut W, rng: &mut Rng) {
        self.acts.clear();
        walk.acts(Which::All, &mut self.acts);
        // Ties are broken at random.
        shuffle(&mut self.acts, rng);
        self.priors.clear();
        walk.priors(&self.acts, &mut self.priors);
        let first = self.all.len() as u32;
        let node = &mut self.all[at];
        (node.first, node.count, node.mover) = (first, self.acts.len() as u16, mover);
        // The children that prove it have gone, if it was proved.
        self.scores[at].reopen();
        for (i, act) in self.acts.iter().enumerate() {
            let (result, games) = self.priors.get(i).copied().unwrap_or((0.5, 0.0));
            let slot = if W::SLOTS > 0 { walk.slot(*act) as u32 } else { 0 };
            self.all.push(Node::new(Some(*act)));
            self.scores.push(Score::new(slot, games, seen_by(mover, result)));
        }
    }

    /// Descends from the root to a leaf, plays a game out from it and backs up the result. Requires a root that is
    /// listed and not proved.
    pub(super) fn grow(&mut self, root: &W, rng: &mut Rng) {
        let mut walk = root.clone();
        let mut at = ROOT;
        self.path.clear();
        self.seen.clear();
        let result = loop {
            self.path.push(at);
            if let Some(result) = self.scores[at].proved() {
                break result;
            }
            if !self.all[at].is_listed() {
                let visits = self.scores[at].visits;
                // The position is the same every time, so its end is checked only once.
                if visits == 0 {
                    let known = match walk.hand() {
                        Hand::Over(result) => Some(result),
                        _ => walk.settled(),
                    };
                    if let Some(result) = known {
                        self.scores[at].prove(result);
                        self.prove_upwards();
                        break result;
                    }
                }
                if visits < self.plan.list_after {
                    break walk.play_out(rng, &mut self.seen);
                }
                let Hand::Seat(mover) = walk.hand() else {
                    unreachable!("a tree with playouts needs a game without dice")
                };
                self.list(at, mover, &mut walk, rng);
            }
            at = self.select(at);
            walk.make(self.all[at].act.expect("a child"));
        };
        self.remember(root, result);
        if self.all.len() + ROOM > self.most {
            self.cut_back();
        }
    }

    /// The child to which the next game goes. Requires a child that is not proved.
    fn select(&self, at: usize) -> usize {
        let node = &self.all[at];
        let explore = self.plan.explore * ((self.scores[at].visits + 1) as f32).ln().sqrt();
        let (per_aside, untried) = (self.plan.aside.recip(), self.plan.untried);
        let (mut best, mut most) = (usize::MAX, f32::MIN);
        for (i, child) in node.children().zip(&self.scores[node.children()]) {
            let mut value = child.open_value(node.mover, per_aside, untried);
            if explore > 0.0 {
                value += explore / ((child.visits + 1) as f32).sqrt();
            }
            if value > most && child.proved().is_none() {
                (best, most) = (i, value);
            }
        }
        debug_assert!(best != usize::MAX, "every child is proved, the node is not");
        best
    }

    /// The last node of the path was proved: backs the proof up along the path as far as it reaches.
    fn prove_upwards(&mut self) {
        for step in (1..self.path.len()).rev() {
            let result = self.scores[self.path[step]].proved().expect("proved before");
            let parent = self.path[step - 1];
            let node = &self.all[parent];
            let for_mover = |result: f32| seen_by(node.mover, result);
            let proved = if for_mover(result) >= 1.0 {
                Some(result)
            } else {
                let children = self.scores[node.children()].iter().map(Score::proved);
                let best = |best: f32, next: f32| if for_mover(next) > for_mover(best) { next } else { best };
                children.reduce(|one, next| Some(best(one?, next?))).flatten()
            };
            let Some(proved) = proved else { return };
            self.scores[parent].prove(proved);
        }
    }

    /// Adds a game's result to the nodes of its path, and to those beside it whose acts were played later.
    fn remember(&mut self, root: &W, result: f32) {
        for at in &self.path {
            self.scores[*at].add(result);
        }
        if W::SLOTS > 0 {
            self.mark(root, 1.0);
            self.add_aside(result);
            self.mark(root, 0.0);
        }
    }

    /// Adds a game's result to the children beside its path. What was played behind the leaf is marked; the acts of the path
    /// are marked on the way up, and join what was seen.
    fn add_aside(&mut self, result: f32) {
        for step in (0..self.path.len()).rev() {
            let node = &self.all[self.path[step]];
            if !node.is_listed() {
                continue;
            }
            let played = &mut self.played[node.mover.index()];
            if let Some(next) = self.path.get(step + 1) {
                played[self.scores[*next].slot as usize] = 1.0;
                self.seen.extend(self.all[*next].act.map(|act| (node.mover, act)));
            }
            for child in &mut self.scores[node.children()] {
                child.add_aside(result, played[child.slot as usize]);
            }
        }
    }

    /// Marks what was seen, or wipes the marks off.
    fn mark(&mut self, root: &W, mark: f32) {
        for (seat, act) in &self.seen {
            self.played[seat.index()][root.slot(*act)] = mark;
        }
    }

    /// Makes room: the least visited nodes lose their children.
    fn cut_back(&mut self) {
        let mut least = self.plan.list_after * 2 + 2;
        while self.all.len() > (self.most - ROOM) / 2 {
            self.keep(ROOT, least);
            least *= 2;
        }
    }

    /// Makes a node the root and drops everything not below it; with `least` above zero also the children of proved
    /// nodes and of nodes with fewer visits than that.
    pub(super) fn keep(&mut self, root: usize, least: u32) {
        let (mut kept, mut scores) = (vec![self.all[root]], vec![self.scores[root]]);
        let mut at = 0;
        while at < kept.len() {
            let node = kept[at];
            if node.is_listed() {
                let is_known = |score: &Score| score.visits >= least && score.proved().is_none();
                let keeps = at == ROOT || least == 0 || is_known(&scores[at]);
                kept[at].first = if keeps { kept.len() as u32 } else { 0 };
                kept[at].count = if keeps { node.count } else { 0 };
                if keeps {
                    kept.extend_from_slice(&self.all[node.children()]);
                    scores.extend_from_slice(&self.scores[node.children()]);
                }
            }
            at += 1;
        }
        (self.all, self.scores) = (kept, scores);
    }

    /// The child to play: a proved win; otherwise the most visited unproved one; a proved draw if that one looks worse;
    /// a proved loss only as a last resort. Requires a listed node.
    pub(super) fn best(&self, at: usize) -> usize {
        let node = &self.all[at];
        let order = |i: &usize| {
            let child = &self.scores[*i];
            let value = child.value(node.mover, &self.plan);
            let class = match child.proved() {
                None => 1,
                Some(_) if value >= 1.0 => 3,
                Some(_) if value <= 0.0 => 0,
                Some(_) => 2,
            };
            (class, child.visits, value)
        };
        let first_of = |least_class: u32, most_class: u32| {
            let among = node.children().map(|i| (i, order(&i)));
            let among = among.filter(|(_, (class, ..))| (least_class..=most_class).contains(class));
            among.max_by(|(_, one), (_, other)| {
                (one.0, one.1).cmp(&(other.0, other.1)).then(one.2.total_cmp(&other.2))
            })
        };
        let certain = first_of(2, 3);
        let open = first_of(1, 1);
        let best = match (certain, open) {
            (Some((drawn, (2, _, half))), Some((open, ..))) => {
                if seen_by(node.mover, self.scores[open].mean()) < half { Some(drawn) } else { Some(open) }
            }
            (Some((one, _)), _) | (None, Some((one, _))) => Some(one),
            (None, None) => first_of(0, 0).map(|(lost, _)| lost),
        };
        best.expect("somebody is on turn")
    }

    /// How many games the most visited child is ahead of the next child that is still in question.
    pub(super) fn lead(&self) -> u32 {
        let best = self.best(ROOT);
        let mover = self.all[ROOT].mover;
        let rivals = self.all[ROOT].children().filter(|i| *i != best).map(|i| &self.scores[i]);
        let is_lost = |child: &Score| child.proved().is_some_and(|result| seen_by(mover, result) <= 0.0);
        let rivals = rivals.filter(|child| !is_lost(child));
        // Visits do not show the lead over a proved draw.
        let next = rivals.map(|child| if child.proved().is_some() { u32::MAX } else { child.visits }).max();
        next.map_or(u32::MAX, |next| self.scores[best].visits.saturating_sub(next))
    }

    /// Whether anything is known of the best act: a game went through it, or the result is proved.
    pub(super) fn is_tried(&self) -> bool {
        let best = &self.scores[self.best(ROOT)];
        best.visits > 0 || best.proved().is_some() || self.scores[ROOT].proved().is_some()
    }

    /// Whether no other child with a fair share of the visits looks better than the best one.
    pub(super) fn is_clear(&self) -> bool {
        let (root, best) = (&self.all[ROOT], &self.scores[self.best(ROOT)]);
        let mean = |child: &Score| seen_by(root.mover, child.mean());
        let tried = |child: &&Score| child.proved().is_none() && child.visits * 4 > best.visits;
        self.scores[root.children()].iter().filter(tried).all(|child| mean(child) <= mean(best))
    }

    /// The best acts from a node on, as far as they were searched.
    pub(super) fn line(&self, mut at: usize) -> Vec<W::Act> {
        let mut line = Vec::new();
        while self.all[at].is_listed() && line.len() < 64 {
            at = self.best(at);
            if self.scores[at].visits == 0 {
                break;
            }
            line.extend(self.all[at].act);
        }
        line
    }
}
