//! Monte-Carlo tree search: a tree that grows by playing games out, with statistics of acts wherever they were played
//! (RAVE), priors, proved results backed up (MCTS-Solver), and the tree kept from turn to turn.

mod nodes;
mod plan;
mod score;
#[cfg(test)]
mod tests;

use crate::{Hand, Playout, Which};
use leitai_core::{Budget, Engine, Info, Means, Open, Proved, Rng, Seat};
use nodes::{Nodes, ROOT};
pub use plan::Plan;
use score::seen_by;
use std::time::Duration;

/// The number of games in a turn where neither the plan, the budget's nodes nor its time limits them.
const UNLIMITED: u64 = 20_000;
/// The time between two looks at the clock.
const LOOK: Duration = Duration::from_micros(200);
/// The most games between two looks.
const MOST_BETWEEN: u64 = 256;
/// How many tenths of the aimed-at time a search in doubt may take.
const DOUBT: u32 = 15;

/// Where a tree looked from a position.
pub struct Attention<M> {
    /// What it found.
    pub info: Info<M>,
    /// Through which moves how many games went.
    pub moves: Vec<(M, u32)>,
}

/// A player that grows a tree over its own positions `W`, made from the rules'.
pub struct Tree<P: Open, W: Playout> {
    plan: Plan,
    seed: u64,
    walk: fn(&P) -> W,
    act: fn(&W, W::Act) -> P::Move,
    nodes: Nodes<W>,
    /// The position at the root of the tree, if the tree was kept.
    kept: Option<W>,
}

impl<P: Open, W: Playout + Clone> Tree<P, W> {
    /// Creates a player; `walk` makes its own position from the rules', and `act` an act of the rules from its own.
    pub fn new(plan: Plan, means: &Means<'_>, walk: fn(&P) -> W, act: fn(&W, W::Act) -> P::Move) -> Self {
        Tree { plan, seed: means.seed, walk, act, nodes: Nodes::new(plan, means.memory), kept: None }
    }

    /// Moves the root to the current position: a node of the kept tree, if it is there.
    fn settle(&mut self, walk: &W) {
        let found = self.kept.take().and_then(|kept| self.find(ROOT, &kept, walk, 8));
        match found {
            Some(at) => self.nodes.keep(at, 0),
            None => self.nodes.clear(),
        }
    }

    /// Finds the node of a position, at most `depth` acts below `at`, all by the other side.
    fn find(&self, at: usize, here: &W, sought: &W, depth: u32) -> Option<usize> {
        if here.key() == sought.key() && here.hand() == sought.hand() {
            return Some(at);
        }
        if depth == 0 || here.hand() == sought.hand() {
            return None;
        }
        self.nodes.all[at].children().find_map(|child| {
            let mut next = here.clone();
            next.make(self.nodes.all[child].act?);
            self.find(child, &next, sought, depth - 1)
        })
    }

    /// Grows the tree from a listed root; returns the number of games played. Stops half-way if the act that looks best
    /// keeps the hand, since the rest of the turn needs its share.
    fn search(&mut self, walk: &W, me: Seat, limit: u64, budget: &Budget<'_>, rng: &mut Rng) -> u64 {
        let started = (budget.elapsed)();
        if started + LOOK >= budget.never {
            return 0;
        }
        let is_timed = budget.aim < Duration::MAX && self.plan.playouts.is_none();
        let (mut games, mut between, mut next_look, mut looked) = (0, 1, 1, started);
        let (mut next_check, mut is_half) = (64, false);
        while games < limit && self.nodes.scores[ROOT].proved().is_none() {
            self.nodes.grow(walk, rng);
            games += 1;
            if games >= next_check {
                next_check += (limit / 64).clamp(64, 1024);
                if u64::from(self.nodes.lead()) > limit - games {
                    break;
                }
            }
            if !is_half && games * 2 >= limit && !is_timed {
                is_half = true;
                if self.keeps_the_hand(walk, me) {
                    break;
                }
            }
            if games < next_look || budget.never == Duration::MAX {
                continue;
            }
            let now = (budget.elapsed)();
            let took = now.saturating_sub(looked);
            between = if took > LOOK { (between / 2).max(1) } else { (between * 2).min(MOST_BETWEEN) };
            (looked, next_look) = (now, games + between);
            if now + LOOK >= budget.never {
                break;
            }
            if !is_timed {
                continue;
            }
            if now >= budget.aim && (self.nodes.is_clear() || now >= budget.aim * DOUBT / 10) {
                break;
            }
            let spent = now.saturating_sub(started);
            let left = budget.aim.saturating_sub(now);
            if budget.is_saved && left > Duration::ZERO && spent * 8 > left {
                let still = left.as_secs_f64() / spent.as_secs_f64() * games as f64;
                if f64::from(self.nodes.lead()) > still {
                    break;
                }
            }
            if !is_half && spent >= left {
                is_half = true;
                if self.keeps_the_hand(walk, me) {
                    break;
                }
            }
        }
        games
    }

    /// Plays `games` games from a position; `None` if no seat is on turn there. What it looked at, a network can learn.
    pub fn attention(&mut self, view: &P, games: u64) -> Option<Attention<P::Move>> {
        let mut walk = (self.walk)(view);
        let Hand::Seat(me) = walk.hand() else { return None };
        let mut rng = Rng::new(self.seed ^ walk.key());
        self.kept = None;
        self.nodes.clear();
        self.nodes.list(ROOT, me, &mut walk, &mut rng);
        let games = self.search(&walk, me, games, &Budget::UNTIMED, &mut rng);
        let moves = self.nodes.all[ROOT].children().filter_map(|child| {
            Some(((self.act)(&walk, self.nodes.all[child].act?), self.nodes.scores[child].visits))
        });
        let moves = moves.collect();
        Some(Attention { info: self.info(&walk, me, games), moves })
    }

    fn keeps_the_hand(&self, walk: &W, me: Seat) -> bool {
        let mut after = walk.clone();
        let best = self.nodes.all[self.nodes.best(ROOT)].act;
        best.is_some_and(|act| {
            after.make(act);
            after.hand() == Hand::Seat(me)
        })
    }

    /// What is known of the root.
    fn info(&self, walk: &W, me: Seat, nodes: u64) -> Info<P::Move> {
        let best = &self.nodes.scores[self.nodes.best(ROOT)];
        let proved = self.nodes.scores[ROOT].proved();
        let line = self.nodes.line(ROOT);
        let mut at = walk.clone();
        let mut moves = Vec::with_capacity(line.len());
        for act in line {
            moves.push((self.act)(&at, act));
            at.make(act);
        }
        Info {
            depth: moves.len() as u32,
            nodes,
            expected: seen_by(me, proved.unwrap_or_else(|| walk.expected(best.mean()))),
            proved: proved.map(|result| Proved { winner: winner(result), acts: None }),
            line: moves,
        }
    }
}

/// The winner of a proved result.
fn winner(result: f32) -> Option<Seat> {
    match result {
        1.0.. => Some(Seat::First),
        ..=0.0 => Some(Seat::Second),
        _ => None,
    }
}

impl<P: Open, W: Playout + Clone + Send> Engine<P> for Tree<P, W>
where
    W::Act: Send,
{
    fn think(
        &mut self,
        me: Seat,
        view: &P,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<P::Move>),
        turn: &mut Vec<P::Move>,
    ) {
        let mut walk = (self.walk)(view);
        let limits = [self.plan.playouts, budget.nodes].into_iter().flatten().min();
        // A turn with a limited number of games depends on the position alone, not on earlier thinking.
        if limits.is_some() {
            self.kept = None;
        }
        let untimed = if budget.aim == Duration::MAX { UNLIMITED } else { u64::MAX };
        let mut left = limits.unwrap_or(untimed);
        let mut rng = Rng::new(self.seed ^ walk.key());
        self.settle(&walk);
        let mut games = 0;
        while walk.hand() == Hand::Seat(me) {
            let mut acts = Vec::new();
            walk.acts(Which::All, &mut acts);
            if !self.nodes.all[ROOT].is_listed() {
                self.nodes.list(ROOT, me, &mut walk, &mut rng);
            }
            let part = Budget { nodes: Some(left), ..*budget }.among(acts.len());
            let more = self.search(&walk, me, part.nodes.unwrap_or(left), &part, &mut rng);
            games += more;
            left = left.saturating_sub(more);
            if self.nodes.is_tried() {
                say(self.info(&walk, me, games));
            }
            let best = self.nodes.best(ROOT);
            let act = self.nodes.all[best].act.expect("a child");
            turn.push((self.act)(&walk, act));
            walk.make(act);
            self.nodes.keep(best, 0);
        }
        self.kept = limits.is_none().then_some(walk);
    }
}
