//! The nodes of a tree: statistics, proofs, and their memory limit.

use super::plan::Plan;
use crate::{Hand, Playout, Which, shuffle};
use leitai_core::{Rng, Seat};

/// The index of the root.
pub(super) const ROOT: usize = 0;
/// The most acts of any position of any game.
const ROOM: usize = 512;

/// One position of the tree, with the act that led to it. Results are for First, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<A> {
    /// `None` at a root that was never a child.
    pub(super) act: Option<A>,
    /// The index of the first child; children are contiguous. Zero if they were never listed.
    first: u32,
    count: u16,
    /// The seat on turn here; valid once the children are listed.
    mover: Seat,
    pub(super) proved: Option<f32>,
    pub(super) visits: u32,
    pub(super) mean: f32,
    /// The number of games for which knowledge from elsewhere counts: priors, and games where the act was played later.
    aside: f32,
    aside_mean: f32,
}

/// The result from the seat's side.
pub(super) fn seen_by(seat: Seat, result: f32) -> f32 {
    match seat {
        Seat::First => result,
        Seat::Second => 1.0 - result,
    }
}

impl<A> Node<A> {
    fn new(act: Option<A>) -> Node<A> {
        Node {
            act,
            first: 0,
            count: 0,
            mover: Seat::First,
            proved: None,
            visits: 0,
            mean: 0.5,
            aside: 0.0,
            aside_mean: 0.5,
        }
    }

    pub(super) const fn is_listed(&self) -> bool {
        self.first != 0
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    fn add(&mut self, result: f32) {
        self.visits += 1;
        self.mean += (result - self.mean) / self.visits as f32;
    }

    fn add_aside(&mut self, result: f32) {
        self.aside += 1.0;
        self.aside_mean += (result - self.aside_mean) / self.aside;
    }

    /// The value to the seat that chooses this node, without an exploration bonus.
    pub(super) fn value(&self, seat: Seat, plan: &Plan) -> f32 {
        if let Some(result) = self.proved {
            return seen_by(seat, result);
        }
        let (own, aside) = (self.visits as f32, self.aside);
        if own + aside == 0.0 {
            return plan.untried;
        }
        let share = aside / (aside + own + own * aside / plan.aside);
        seen_by(seat, self.mean + share * (self.aside_mean - self.mean))
    }
}

/// A tree that grows by playing games out from its leaves.
pub(super) struct Nodes<W: Playout> {
    pub(super) all: Vec<Node<W::Act>>,
    /// The most nodes.
    pub(super) most: usize,
    plan: Plan,
    /// A slot that holds `stamp` was played by that seat in the present game.
    played: [Vec<u32>; 2],
    stamp: u32,
    // Buffers, kept to avoid allocating again.
    path: Vec<usize>,
    seen: Vec<(Seat, W::Act)>,
    acts: Vec<W::Act>,
    priors: Vec<(f32, f32)>,
}

impl<W: Playout + Clone> Nodes<W> {
    pub(super) fn new(plan: Plan, memory: u64) -> Self {
        // Cutting back temporarily needs half as much again.
        let most = (memory * 2 / 3) as usize / size_of::<Node<W::Act>>();
        Nodes {
            all: vec![Node::new(None)],
            most: most.clamp(1 << 14, u32::MAX as usize),
            plan,
            played: Seat::BOTH.map(|_| vec![0; W::SLOTS]),
            stamp: 0,
            path: Vec::new(),
            seen: Vec::new(),
            acts: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.all.push(Node::new(None));
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
        (node.first, node.count, node.mover, node.proved) = (first, self.acts.len() as u16, mover, None);
        for (i, act) in self.acts.iter().enumerate() {
            let mut child = Node::new(Some(*act));
            if let Some((result, games)) = self.priors.get(i) {
                (child.aside, child.aside_mean) = (*games, seen_by(mover, *result));
            }
            self.all.push(child);
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
            let node = &self.all[at];
            if let Some(result) = node.proved {
                break result;
            }
            if !node.is_listed() {
                // The position is the same every time, so its end is checked only once.
                if node.visits == 0 {
                    let known = match walk.hand() {
                        Hand::Over(result) => Some(result),
                        _ => walk.settled(),
                    };
                    if let Some(result) = known {
                        self.all[at].proved = Some(result);
                        self.prove_upwards();
                        break result;
                    }
                }
                if node.visits < self.plan.list_after {
                    break walk.play_out(rng, &mut self.seen);
                }
                let Hand::Seat(mover) = walk.hand() else {
                    unreachable!("a tree with playouts needs a game without dice")
                };
                self.list(at, mover, &mut walk, rng);
            }
            at = self.select(at);
            let act = self.all[at].act.expect("a child");
            walk.make(act);
        };
        self.remember(root, result);
        if self.all.len() + ROOM > self.most {
            self.cut_back();
        }
    }

    /// The child to which the next game goes. Requires a child that is not proved.
    fn select(&self, at: usize) -> usize {
        let node = &self.all[at];
        let explore = self.plan.explore * ((node.visits + 1) as f32).ln().sqrt();
        let (mut best, mut most) = (usize::MAX, f32::MIN);
        for i in node.children() {
            let child = &self.all[i];
            if child.proved.is_some() {
                continue;
            }
            let mut value = child.value(node.mover, &self.plan);
            if explore > 0.0 {
                value += explore / ((child.visits + 1) as f32).sqrt();
            }
            if value > most {
                (best, most) = (i, value);
            }
        }
        debug_assert!(best != usize::MAX, "every child is proved, the node is not");
        best
    }

    /// The last node of the path was proved: backs the proof up along the path as far as it reaches.
    fn prove_upwards(&mut self) {
        for step in (1..self.path.len()).rev() {
            let result = self.all[self.path[step]].proved.expect("proved before");
            let parent = self.path[step - 1];
            let node = &self.all[parent];
            let for_mover = |result: f32| seen_by(node.mover, result);
            let proved = if for_mover(result) >= 1.0 {
                Some(result)
            } else {
                let children = node.children().map(|i| self.all[i].proved);
                let best = |best: f32, next: f32| if for_mover(next) > for_mover(best) { next } else { best };
                children.reduce(|one, next| Some(best(one?, next?))).flatten()
            };
            if proved.is_none() {
                return;
            }
            self.all[parent].proved = proved;
        }
    }

    fn remember(&mut self, root: &W, result: f32) {
        self.stamp += 1;
        if W::SLOTS > 0 {
            for (seat, act) in &self.seen {
                self.played[seat.index()][root.slot(*act)] = self.stamp;
            }
        }
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            self.all[at].add(result);
            let node = &self.all[at];
            if W::SLOTS == 0 || !node.is_listed() {
                continue;
            }
            let (children, mover) = (node.children(), node.mover.index());
            if let Some(act) = self.path.get(step + 1).and_then(|next| self.all[*next].act) {
                self.played[mover][root.slot(act)] = self.stamp;
            }
            let played = &self.played[mover];
            for child in &mut self.all[children] {
                if child.act.is_some_and(|act| played[root.slot(act)] == self.stamp) {
                    child.add_aside(result);
                }
            }
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
        let mut kept = vec![self.all[root]];
        let mut at = 0;
        while at < kept.len() {
            let node = kept[at];
            if node.is_listed() {
                let keeps = at == ROOT || least == 0 || (node.visits >= least && node.proved.is_none());
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

    /// The child to play: a proved win; otherwise the most visited unproved one; a proved draw if that one looks worse;
    /// a proved loss only as a last resort. Requires a listed node.
    pub(super) fn best(&self, at: usize) -> usize {
        let node = &self.all[at];
        let order = |i: &usize| {
            let child = &self.all[*i];
            let value = child.value(node.mover, &self.plan);
            let class = match child.proved {
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
                if seen_by(node.mover, self.all[open].mean) < half { Some(drawn) } else { Some(open) }
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
        let rivals = self.all[ROOT].children().filter(|i| *i != best).map(|i| &self.all[i]);
        let is_lost = |node: &Node<W::Act>| node.proved.is_some_and(|result| seen_by(mover, result) <= 0.0);
        let rivals = rivals.filter(|node| !is_lost(node));
        // Visits do not show the lead over a proved draw.
        let next = rivals.map(|node| if node.proved.is_some() { u32::MAX } else { node.visits }).max();
        next.map_or(u32::MAX, |next| self.all[best].visits.saturating_sub(next))
    }

    /// Whether no other child with a fair share of the visits looks better than the best one.
    pub(super) fn is_clear(&self) -> bool {
        let (root, best) = (&self.all[ROOT], &self.all[self.best(ROOT)]);
        let mean = |node: &Node<W::Act>| seen_by(root.mover, node.mean);
        let tried = |node: &&Node<W::Act>| node.proved.is_none() && node.visits * 4 > best.visits;
        self.all[root.children()].iter().filter(tried).all(|node| mean(node) <= mean(best))
    }

    /// The best acts from a node on, as far as they were searched.
    pub(super) fn line(&self, mut at: usize) -> Vec<W::Act> {
        let mut line = Vec::new();
        while self.all[at].is_listed() && line.len() < 64 {
            at = self.best(at);
            if self.all[at].visits == 0 {
                break;
            }
            line.extend(self.all[at].act);
        }
        line
    }
}
