//! For positions with too many free edges to solve: a tree of random games in which nothing is given away, and whose
//! ends are solved.

use super::grid::Grid;
use super::solver::{Solver, Stop};
use leitai_core::Rng;

/// How strongly the search favours children it has seldom tried.
const CURIOSITY: f32 = 0.6;
/// Most nodes, of 32 bytes each.
const MOST: usize = 1 << 19;

/// A position of the tree.
#[derive(Clone, Copy)]
struct Node {
    free: u64,
    /// Boxes of the side to move minus those of the other.
    lead: i16,
    /// The result for the side to move, if it is certain.
    known: Option<Share>,
    /// The index of the first child, and the number of children, 0 until they are added.
    first: u32,
    children: u16,
    /// Whether all ways are among the children. Long chains are not opened in the tree.
    all: bool,
    visits: u32,
    /// What the side to move has got, in half games.
    halves: u32,
}

/// A side's share of a game: 0, 1 or 2 halves.
pub(crate) type Share = u8;

/// A tree of games from one position.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Positions with at most this many free edges are solved.
    horizon: u32,
}

impl Tree {
    /// A tree for a side to move with this lead and no box to take.
    pub(crate) fn new(free: u64, lead: i32, horizon: u32) -> Tree {
        Tree { nodes: vec![Node::new(free, lead)], horizon }
    }

    /// The expected result of the side to move, 0 to 1.
    pub(crate) fn expected(&self) -> f32 {
        self.nodes[0].expected()
    }

    /// Whether the result of the position is certain.
    pub(crate) fn is_known(&self) -> bool {
        self.nodes[0].known.is_some()
    }

    /// How promising it is to move to this position: higher is better.
    pub(crate) fn rank(&self, after: u64) -> f32 {
        let child = self.children(0).find(|child| child.free == after);
        child.map_or(-1.0, |child| match child.known {
            // A certain defeat of the other side ranks above everything, its certain victory below everything.
            Some(share) => (1.0 - f32::from(share)) * 1e9,
            None => child.visits as f32,
        })
    }

    /// Plays one more game. Returns `false` if stopped before its end.
    pub(crate) fn play(&mut self, solver: &mut Solver, rng: &mut Rng, stop: Stop<'_>) -> bool {
        let (mut path, mut at) = (vec![0], 0);
        while self.nodes[at].children > 0 && self.nodes[at].known.is_none() {
            at = self.choose(at);
            path.push(at);
        }
        let node = self.nodes[at];
        let mut share = if let Some(share) = node.known {
            share
        } else {
            if (node.visits > 0 || at == 0) && self.nodes.len() + Node::WAYS < MOST {
                self.grow(at, solver);
            }
            let Some((share, exact)) = self.play_out(node, solver, rng, stop) else { return false };
            self.nodes[at].known = exact.then_some(share);
            share
        };
        for at in path.into_iter().rev() {
            self.conclude(at);
            if let Some(known) = self.nodes[at].known {
                share = known;
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.halves += u32::from(share);
            share = 2 - share;
        }
        true
    }

    fn children(&self, at: usize) -> impl Iterator<Item = &Node> {
        let node = &self.nodes[at];
        self.nodes[node.first as usize..node.first as usize + usize::from(node.children)].iter()
    }

    /// The child to try next.
    fn choose(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let root = (node.visits as f32).sqrt() * CURIOSITY;
        let hoped = node.expected();
        let worth = |child: &Node| {
            let got = match child.known {
                Some(share) => 1.0 - f32::from(share) / 2.0,
                None if child.visits == 0 => hoped,
                None => 1.0 - child.expected(),
            };
            // A child with a certain result short of a win needs no more games.
            let lost = child.known.is_some_and(|share| share > 0);
            if lost { got - 1e3 } else { got + root / (1.0 + child.visits as f32) / 4.0 }
        };
        let (mut best, mut most) = (0, f32::MIN);
        for (which, child) in self.children(at).enumerate() {
            let worth = worth(child);
            if worth > most {
                (best, most) = (which, worth);
            }
        }
        node.first as usize + best
    }

    /// Adds the children of a node.
    fn grow(&mut self, at: usize, solver: &Solver) {
        let Node { free, lead, .. } = self.nodes[at];
        let first = self.nodes.len();
        let ways = solver.ways(free);
        for way in ways.iter().filter(|way| way.left == 0) {
            self.nodes.push(Node::new(way.after, way.boxes - i32::from(lead)));
        }
        self.nodes[at].all = self.nodes.len() - first == ways.len();
        self.nodes[at].first = first as u32;
        self.nodes[at].children = (self.nodes.len() - first) as u16;
    }

    /// Settles a node's result if its children's certain results imply it.
    fn conclude(&mut self, at: usize) {
        if self.nodes[at].known.is_some() || self.nodes[at].children == 0 {
            return;
        }
        let (mut all, mut best) = (true, 0);
        for child in self.children(at) {
            match child.known {
                Some(share) => best = best.max(2 - share),
                None => all = false,
            }
        }
        if best == 2 || all && self.nodes[at].all {
            self.nodes[at].known = Some(best);
        }
    }

    /// Plays on from a position until the rest is solved. Returns the share of its side to move, and whether that
    /// is certain.
    fn play_out(
        &self,
        from: Node,
        solver: &mut Solver,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> Option<(Share, bool)> {
        let (mut free, mut lead, mut turned) = (from.free, i32::from(from.lead), false);
        loop {
            let safe = Grid::safe(free, solver.grid().counts(free).two);
            if safe == 0 || free.count_ones() <= self.horizon {
                break;
            }
            free &= !pick(safe, rng);
            (lead, turned) = (-lead, !turned);
        }
        let share = if solver.at_least(free, 1 - lead, stop)? {
            2
        } else {
            let is_even = (solver.grid().left(free) + lead) % 2 == 0;
            u8::from(is_even && solver.at_least(free, -lead, stop)?)
        };
        Some((if turned { 2 - share } else { share }, free == from.free))
    }
}

impl Node {
    /// Most children of a node.
    const WAYS: usize = 60;

    fn new(free: u64, lead: i32) -> Node {
        Node { free, lead: lead as i16, known: None, first: 0, children: 0, all: false, visits: 0, halves: 0 }
    }

    /// The expected result of the node's side to move, 0 to 1.
    fn expected(&self) -> f32 {
        match self.known {
            Some(share) => f32::from(share) / 2.0,
            None => (self.halves as f32 + 1.0) / (2.0 * self.visits as f32 + 2.0),
        }
    }
}

/// One of the edges, each with equal probability.
fn pick(edges: u64, rng: &mut Rng) -> u64 {
    let mut rest = edges;
    for _ in 0..rng.below(edges.count_ones() as usize) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}
