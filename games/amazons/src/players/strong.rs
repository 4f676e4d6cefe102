//! Levels `hard` and `best`: a tree with valued leaves, and the exact end of the game.

use super::field::{Act, Field};
use super::nodes::{Nodes, Plan, ROOT};
use super::regions::{decided, filling};
use super::solver::Solver;
use super::weights::Weights;
use crate::{Board, Move};
use leitai_core::{Budget, Engine, Info, Means, Proved, Seat};
use std::time::Duration;

/// The plan of the levels.
pub const PLAN: Plan = Plan { explore: 0.07, best_line: 0.2 };
/// The number of valued positions in a turn where neither the level, the budget's nodes nor its time limits them.
const UNLIMITED: u64 = 400_000;
/// The time between two looks at the clock, and the most leaves between them.
const LOOK: Duration = Duration::from_micros(200);
const MOST_BETWEEN: u64 = 64;
/// How many tenths of the aimed-at time a search in doubt may take.
const DOUBT: u32 = 15;
/// The most disputed squares with which the rest is solved before the tree grows.
const DISPUTED: u32 = 14;
/// Most steps for counting a region of the turn to be played, and the time for which one step is allowed: ten such counts
/// take less than what is left.
const COUNTING: u32 = 400;
const STEP: Duration = Duration::from_micros(400);
/// Valued positions that cost as much time as one position that is solved.
const SOLVED: u64 = 4;

/// A player that grows a tree.
pub struct Strong {
    limit: Option<u64>,
    nodes: Nodes,
    /// The position at the root of the tree, if the tree was kept.
    kept: Option<Field>,
}

impl Strong {
    /// A player that values at most `limit` positions a turn.
    pub fn new(plan: Plan, limit: Option<u64>, means: &Means<'_>) -> Strong {
        Strong::weighing(plan, limit, Weights::fitted(), means)
    }

    /// The same with weights of its own.
    pub fn weighing(plan: Plan, limit: Option<u64>, weights: &'static Weights, means: &Means<'_>) -> Strong {
        let nodes = Nodes::new(plan, weights, means);
        Strong { limit, nodes, kept: None }
    }

    /// Moves the root to a position: a node of the kept tree, if it is there.
    fn settle(&mut self, field: &Field) {
        let Some(kept) = self.kept.take() else { return self.nodes.clear(field) };
        let found = self.nodes.all[ROOT].children().find_map(|step| {
            let mut moved = kept;
            moved.put(self.nodes.all[step].act);
            if moved.amazons != field.amazons {
                return None;
            }
            self.nodes.all[step].children().find(|shot| {
                let mut shot_at = moved;
                shot_at.put(self.nodes.all[*shot].act);
                shot_at == *field
            })
        });
        match found {
            Some(at) => self.nodes.keep(at, 0),
            None => self.nodes.clear(field),
        }
    }

    /// Grows the tree until a limit is reached.
    fn search(&mut self, field: &Field, limit: u64, budget: &Budget<'_>) {
        let started = (budget.elapsed)();
        let is_timed = budget.aim < Duration::MAX && self.limit.is_none();
        let from = self.nodes.valued;
        let (mut looks, mut between, mut next, mut last) = (0_u64, 1, 1, started);
        while self.nodes.all[ROOT].winner.is_none() && self.nodes.valued - from < limit {
            if looks == 0 && started + LOOK >= budget.never {
                return;
            }
            self.nodes.grow(field);
            looks += 1;
            if looks < next || budget.never == Duration::MAX {
                continue;
            }
            let now = (budget.elapsed)();
            let took = now.saturating_sub(last);
            between = if took > LOOK { (between / 2).max(1) } else { (between * 2).min(MOST_BETWEEN) };
            (last, next) = (now, looks + between);
            if now + LOOK >= budget.never {
                return;
            }
            if !is_timed {
                continue;
            }
            if now >= budget.aim && (self.nodes.is_clear() || now >= budget.aim * DOUBT / 10) {
                return;
            }
            let spent = now.saturating_sub(started);
            let left = budget.aim.saturating_sub(now);
            if budget.is_saved && left > Duration::ZERO && spent * 8 > left {
                let still = left.as_secs_f64() / spent.as_secs_f64() * looks as f64;
                if f64::from(self.nodes.lead()) > still {
                    return;
                }
            }
        }
    }

    /// The turn by the tree.
    fn grown(&mut self, field: &Field) -> [Act; 2] {
        let mut field = *field;
        let mut at = ROOT;
        std::array::from_fn(|_| {
            if !self.nodes.all[at].is_listed() {
                self.nodes.list(at, &field);
            }
            at = self.nodes.best(at);
            let act = self.nodes.all[at].act;
            field.put(act);
            act
        })
    }

    /// What is known of the root.
    fn info(&self, me: Seat, nodes: u64, turn: [Act; 2], winner: Option<Seat>) -> Info<Move> {
        let line = self.nodes.line(ROOT);
        let winner = winner.or(self.nodes.all[ROOT].winner);
        let sure = |winner: Seat| if winner == Seat::First { 1.0 } else { 0.0 };
        let expected = winner.map_or_else(|| self.nodes.expected(ROOT), sure);
        let mut moves: Vec<Move> =
            line.chunks_exact(2).map(|acts| Field::move_of([acts[0], acts[1]])).collect();
        if moves.first() != Some(&Field::move_of(turn)) {
            moves = vec![Field::move_of(turn)];
        }
        Info {
            depth: moves.len() as u32,
            nodes,
            expected: if me == Seat::First { expected } else { 1.0 - expected },
            proved: winner.map(|winner| Proved { winner: Some(winner), acts: None }),
            line: moves,
        }
    }

    /// The node after a turn.
    fn find(&self, acts: [Act; 2]) -> Option<usize> {
        acts.into_iter().try_fold(ROOT, |at, act| {
            self.nodes.all[at].children().find(|child| self.nodes.all[*child].act == act)
        })
    }

    /// A turn that is known without a tree, and the winner if the rest of the game was solved: a turn that fills an own region
    /// where nothing is in dispute, or one that wins the rest. Of lost turns the tree finds one that lasts.
    fn known(&mut self, field: &Field, limit: u64, budget: &Budget<'_>) -> (Option<[Act; 2]>, Option<Seat>) {
        let started = (budget.elapsed)();
        if started + 10 * LOOK >= budget.never {
            return (None, None);
        }
        let solver = &mut self.nodes.solver;
        let left = budget.never.saturating_sub(started).as_micros() / STEP.as_micros();
        let steps = left.min(u128::from(COUNTING)) as u32;
        let filled = filling(field, &mut solver.filler, steps);
        if filled.is_some() {
            return (filled, decided(field, &mut solver.filler, steps));
        }
        if Solver::disputed(field) > DISPUTED {
            return (None, None);
        }
        let is_timed = budget.aim < Duration::MAX && self.limit.is_none();
        let most = if is_timed { u64::MAX } else { limit / SOLVED };
        let share = budget.aim.saturating_sub(started) / 4;
        let found = solver.solved(field, &mut |positions| {
            let now = (budget.elapsed)();
            positions >= most || now + LOOK >= budget.never || is_timed && now >= started + share
        });
        found.map_or((None, None), |(winner, turn)| (turn, Some(winner)))
    }
}

impl Engine<Board> for Strong {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let field = Field::of(view);
        let limits = [self.limit, budget.nodes].into_iter().flatten().min();
        // A turn with a limited number of positions depends on the position alone, not on earlier thinking.
        if limits.is_some() {
            self.kept = None;
            self.nodes.solver = Solver::default();
        }
        let untimed = if budget.aim == Duration::MAX { UNLIMITED } else { u64::MAX };
        let limit = limits.unwrap_or(untimed);
        self.settle(&field);
        let before = self.nodes.valued;
        if !self.nodes.all[ROOT].is_listed() {
            self.nodes.list(ROOT, &field);
        }
        let (acts, winner) = self.known(&field, limit, budget);
        let acts = acts.unwrap_or_else(|| {
            self.search(&field, limit, budget);
            self.grown(&field)
        });
        say(self.info(me, self.nodes.valued - before, acts, winner));
        turn.push(Field::move_of(acts));
        self.kept = None;
        if limits.is_none()
            && let Some(at) = self.find(acts)
        {
            self.nodes.keep(at, 0);
            let mut after = field;
            for act in acts {
                after.put(act);
            }
            self.kept = Some(after);
        }
    }
}
