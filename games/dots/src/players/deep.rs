//! Levels `medium`, `hard` and `best`: solve the rest of the game as early as their limits allow. Before that they
//! search a tree of games whose ends are solved.

use super::grid::{Grid, bit};
use super::solver::Solver;
use super::tree::Tree;
use super::turn::{self, Plan, plans};
use crate::{Board, Edge, Rules};
use leitai_core::{Actor, Budget, Engine, Info, Means, Position, Proved, Rng, Seat, State};
use leitai_search::shuffle;
use std::time::Duration;

/// A tree is not worth it with at most this many free edges above its horizon: solving the rest is as fast.
const AT_ONCE: u32 = 4;
/// Games that rank the plans before they are solved.
const GLANCE: u64 = 3_000;
/// Shares of the time for a turn, in hundredths: for those games, for finding a larger margin, for everything.
const GLANCE_PART: u32 = 25;
const MARGIN_PART: u32 = 40;
const WHOLE: u32 = 100;

/// With that many free edges (left), finding the winner takes about that many nodes (right).
const TAKES: [(u32, u64); 14] = [
    (28, 100),
    (31, 400),
    (34, 2_000),
    (36, 10_000),
    (37, 25_000),
    (38, 60_000),
    (39, 120_000),
    (40, 250_000),
    (41, 500_000),
    (42, 1_000_000),
    (43, 2_800_000),
    (44, 8_000_000),
    (45, 20_000_000),
    (46, 50_000_000),
];
/// Nodes expected per second.
const SPEED: u64 = 1_500_000;

/// What a level is allowed to do.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// The most free edges with which it tries to solve the rest.
    solved: u32,
    /// Games played in the tree before that.
    games: u64,
    /// Games of the tree end with this many free edges; from there the rest is solved.
    horizon: u32,
    /// The most nodes that all solving in a turn may take.
    nodes: u64,
    /// The most bytes for the table.
    bytes: u64,
    /// Whether the time for a turn is a limit.
    by_time: bool,
}

impl Reach {
    pub(crate) const MEDIUM: Reach =
        Reach { solved: 28, games: 100, horizon: 22, nodes: 20_000, bytes: 8 << 20, by_time: false };
    pub(crate) const HARD: Reach =
        Reach { solved: 34, games: 2_000, horizon: 26, nodes: 400_000, bytes: 16 << 20, by_time: false };
    pub(crate) const BEST: Reach =
        Reach { solved: 47, games: u64::MAX, horizon: 28, nodes: u64::MAX, bytes: u64::MAX, by_time: true };
    /// Games and nodes of `best` without a clock.
    const UNTIMED: (u64, u64) = (1_000, 200_000);
}

/// A built-in level that solves the rest of the game.
pub(crate) struct Deep {
    reach: Reach,
    memory: u64,
    rng: Rng,
    /// The solver for the board of the last turn.
    solver: Option<(Rules, Solver)>,
}

/// The limits that end a turn's thinking.
struct TurnLimits<'a> {
    budget: &'a Budget<'a>,
    by_time: bool,
    nodes: u64,
}

impl TurnLimits<'_> {
    /// The most free edges with which the winner is likely to be found, given the nodes left after `before`.
    fn reach(&self, before: u64) -> u32 {
        let mut nodes = self.nodes - before;
        if self.by_time {
            let aim = u64::try_from(self.budget.aim.as_millis()).unwrap_or(u64::MAX);
            nodes = nodes.min(aim.saturating_mul(SPEED / 1_000));
        }
        let within = TAKES.iter().rev().find(|(_, takes)| *takes <= nodes);
        match within {
            // Beyond the last row of the table is unknown territory.
            Some((edges, takes)) if nodes / 8 > *takes => edges + 3,
            Some((edges, _)) => *edges,
            None => 0,
        }
    }

    /// Whether that part of the aim, in hundredths, or all of the nodes are used up.
    fn past(&self, nodes: u64, part: u32) -> bool {
        if nodes >= self.nodes {
            return true;
        }
        let elapsed = (self.budget.elapsed)();
        elapsed >= self.budget.never || self.by_time && elapsed >= self.budget.aim / 100 * part
    }
}

impl Deep {
    pub(crate) fn new(reach: Reach, means: &Means<'_>) -> Self {
        Deep { reach, memory: means.memory, rng: Rng::new(means.seed), solver: None }
    }
}

impl Engine<Board> for Deep {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Edge>),
        turn: &mut Vec<Edge>,
    ) {
        let rules = view.rules();
        let mut solver = match self.solver.take() {
            Some((of, solver)) if of == rules => solver,
            _ => Solver::new(Grid::new(rules), self.reach.bytes.min(self.memory / 2)),
        };
        let lead = view.boxes(me).len() as i32 - view.boxes(me.other()).len() as i32;
        let free = solver.grid().free(view.drawn());
        let (rest, plans) = plans(&solver, free, lead);
        let before = solver.nodes();
        let mut reach = self.reach;
        if budget.never == Duration::MAX && budget.nodes.is_none() && reach.by_time {
            (reach.games, reach.nodes) = Reach::UNTIMED;
        }
        let most = reach.nodes.min(budget.nodes.unwrap_or(u64::MAX));
        let budget = &Budget { nodes: Some(most), ..*budget }.among(plans.len());
        let limit = budget.nodes.unwrap_or(most);
        let limits = TurnLimits { budget, by_time: reach.by_time, nodes: before.saturating_add(limit) };
        reach.solved = reach.solved.min(limits.reach(before));
        let mut choice = Choice {
            reach,
            limits,
            solver: &mut solver,
            rng: &mut self.rng,
            say,
            me,
            before,
            free,
            lead,
            rest,
            games: 0,
        };
        let verdict = choice.of(plans);
        choice.tell(&verdict);
        // The rules may end the game before the plan's last edge.
        let mut board = *view;
        for edge in verdict.plan.edges {
            if board.turn().owes(Actor::Seat(me)) {
                board.play(Actor::Seat(me), &edge);
                turn.push(edge);
            }
        }
        self.solver = Some((rules, solver));
    }
}

/// A plan, and what is known about it.
struct Verdict {
    plan: Plan,
    expected: f32,
    /// The share it certainly gets, in half games.
    proved: Option<u8>,
}

/// The choice of one turn's plan.
struct Choice<'a> {
    reach: Reach,
    limits: TurnLimits<'a>,
    solver: &'a mut Solver,
    rng: &'a mut Rng,
    say: &'a mut dyn FnMut(Info<Edge>),
    me: Seat,
    /// Nodes that the solver had searched before this turn.
    before: u64,
    /// The edges free at the start of the turn, and the lead at that point.
    free: u64,
    lead: i32,
    /// The edges free after everything that can be taken has been taken.
    rest: u64,
    /// Games played in trees.
    games: u64,
}

impl Choice<'_> {
    fn tell(&mut self, verdict: &Verdict) {
        let nodes = self.solver.nodes() - self.before + self.games;
        if nodes == 0 && verdict.proved.is_none() {
            return;
        }
        let winner = |share| match share {
            0 => Some(self.me.other()),
            1 => None,
            _ => Some(self.me),
        };
        let proved = verdict.proved.map(|share| Proved { winner: winner(share), acts: None });
        (self.say)(Info {
            depth: self.free.count_ones(),
            nodes,
            expected: verdict.expected,
            proved,
            line: verdict.plan.edges.clone(),
        });
    }

    /// The best of the plans as far as the limits allow. Requires at least one plan.
    fn of(&mut self, mut plans: Vec<Plan>) -> Verdict {
        shuffle(&mut plans, self.rng);
        plans.sort_by_key(Plan::caution);
        let free = self.rest.count_ones();
        if free > self.reach.solved {
            let expected = self.rank(&mut plans, self.reach.games, WHOLE);
            return Verdict { plan: plans.remove(0), expected, proved: None };
        }
        let mut expected = 0.5;
        if free > self.reach.horizon + AT_ONCE {
            expected = self.rank(&mut plans, self.reach.games.min(GLANCE), GLANCE_PART);
        }
        self.prove(plans, expected)
    }

    /// Sorts the plans by what a tree of games finds for them, and returns the expected result of the best.
    fn rank(&mut self, plans: &mut [Plan], games: u64, part: u32) -> f32 {
        let limits = &self.limits;
        // Leaving boxes amounts to changing sides in the same position.
        let leaving = plans.iter().find(|plan| plan.leaves).map(|plan| plan.lead);
        let taking = plans.iter().find(|plan| !plan.leaves).map_or(0, |plan| plan.lead);
        let horizon = self.reach.horizon;
        let mut own = Tree::new(self.rest, taking, horizon);
        let mut others = leaving.map(|lead| Tree::new(self.rest, -lead, horizon));
        let mut played = 0;
        while played < games && !(own.is_known() && others.as_ref().is_none_or(Tree::is_known)) {
            let mut stop = |nodes: u64| limits.past(nodes + played, part);
            if stop(self.solver.nodes()) || !own.play(self.solver, self.rng, &mut stop) {
                break;
            }
            if let Some(others) = &mut others
                && !others.play(self.solver, self.rng, &mut stop)
            {
                break;
            }
            played += 1;
        }
        self.games += played;
        if played == 0 {
            return 0.5;
        }
        let own_expected = own.expected();
        let leave_expected = others.map_or(-1.0, |others| 1.0 - others.expected());
        let rank = |plan: &Plan| match (plan.leaves, leave_expected > own_expected) {
            (false, _) => own.rank(plan.way.after),
            (true, true) => f32::MAX,
            (true, false) => -0.5,
        };
        plans.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        own_expected.max(leave_expected)
    }

    /// Solves the rest: returns a plan that wins, by as large a margin as is quickly found; else one that draws;
    /// else the one that is hardest to beat. If the limits are reached first, returns the first plan not known to
    /// be worse than another.
    fn prove(&mut self, mut plans: Vec<Plan>, expected: f32) -> Verdict {
        let boxes = self.lead + self.solver.grid().left(self.free);
        for (share, margin) in [(2, 1), (1, 0)] {
            if share == 1 && boxes % 2 != 0 {
                continue;
            }
            for at in 0..plans.len() {
                let limits = &self.limits;
                match plans[at].reaches(margin, self.solver, &mut |nodes| limits.past(nodes, WHOLE)) {
                    Some(true) => {
                        let expected = f32::from(share) / 2.0;
                        let plan = plans[at].clone();
                        let mut verdict = Verdict { plan, expected, proved: Some(share) };
                        self.tell(&verdict);
                        verdict.plan = self.widest(&plans, at, margin);
                        return verdict;
                    }
                    Some(false) => {}
                    None => return Verdict { plan: plans.remove(at), expected, proved: None },
                }
            }
        }
        Verdict { plan: self.hardest(plans), expected: 0.0, proved: Some(0) }
    }

    /// The plan with the largest margin found within a part of the limits. The plan at `at` is known to reach `margin`.
    fn widest(&mut self, plans: &[Plan], mut at: usize, mut margin: i32) -> Plan {
        let limits = &self.limits;
        'wider: loop {
            margin += 2;
            for next in (at..plans.len()).chain(0..at) {
                match plans[next].reaches(margin, self.solver, &mut |nodes| limits.past(nodes, MARGIN_PART)) {
                    Some(true) => {
                        at = next;
                        continue 'wider;
                    }
                    Some(false) => {}
                    None => break 'wider,
                }
            }
            break;
        }
        plans[at].clone()
    }

    /// Of losing plans, the one that leaves the other side the smallest share of winning plans.
    fn hardest(&mut self, mut plans: Vec<Plan>) -> Plan {
        let mut best = (0, 1, 1);
        'plans: for (at, plan) in plans.iter().enumerate() {
            let free = plan.edges.iter().fold(self.free, |free, edge| free & !bit(*edge));
            if free == 0 {
                continue;
            }
            let grid = self.solver.grid();
            let lead = self.lead + grid.left(self.free) - grid.left(free);
            let (_, replies) = turn::plans(self.solver, free, -lead);
            let mut winning = 0;
            for reply in &replies {
                let limits = &self.limits;
                match reply.reaches(1, self.solver, &mut |nodes| limits.past(nodes, WHOLE)) {
                    Some(is) => winning += usize::from(is),
                    None => break 'plans,
                }
            }
            if winning * best.2 < best.1 * replies.len() {
                best = (at, winning, replies.len());
            }
        }
        plans.swap_remove(best.0)
    }
}

#[cfg(test)]
#[path = "deep_tests.rs"]
mod tests;
