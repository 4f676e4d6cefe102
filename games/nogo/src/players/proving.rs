//! Level `best`: a tree, and from where it pays a proof of who wins, which ends the tree's doubt.

use super::field::Field;
use super::prover::Prover;
use crate::Board;
use leitai_board::Point;
use leitai_core::{Actor, Budget, Engine, Info, Means, Position, Proved, Seat};
use leitai_search::{Plan, Tree};
use std::time::Duration;

/// The most points where both sides may play with which a proof is tried.
const CONTESTED: u32 = 14;
/// The part of the aimed-at time, in tenths, that a proof may take.
const SHARE: u32 = 3;
/// Random games that cost as much time as a position of a proof.
const GAMES: u64 = 8;
/// Positions of a proof in a turn without any limit.
const UNLIMITED: u64 = 3_000;
/// The time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(1);

/// A tree with a prover.
pub(super) struct Proving {
    tree: Tree<Board, Field>,
    memory: u64,
    /// Made when it is needed first.
    prover: Option<Prover>,
}

impl Proving {
    pub(super) fn new(plan: Plan, means: &Means<'_>) -> Proving {
        let memory = means.memory / 4;
        let means = Means { memory: means.memory - memory, ..*means };
        Proving { tree: Tree::new(plan, &means, Field::of, |_, point| point), memory, prover: None }
    }

    /// Who wins, and a stone that wins if the side on turn has one, as far as it is proved in its share of the time.
    fn proved(&mut self, view: &Board, budget: &Budget<'_>) -> Option<(Seat, Option<Point>)> {
        let started = (budget.elapsed)();
        if started + LOOK >= budget.never {
            return None;
        }
        // A turn with a limited number of nodes depends on the position alone.
        if budget.nodes.is_some() {
            self.prover = None;
        }
        let prover = self.prover.get_or_insert_with(|| Prover::new(self.memory));
        let from = prover.positions();
        let most = match budget.nodes {
            Some(nodes) => nodes / GAMES,
            None if budget.aim == Duration::MAX => UNLIMITED,
            None => u64::MAX,
        };
        let until = budget.aim.saturating_sub(started) / 10 * SHARE + started;
        let mut stop = |positions: u64| {
            let now = (budget.elapsed)();
            positions - from >= most || now + LOOK >= budget.never || now >= until
        };
        if !prover.wins(&Field::of(view), &mut stop)? {
            return Some((view.mover().other(), None));
        }
        // What proved it is in the table still, or is proved anew.
        let stone = view.safe(view.mover()).iter().find(|point| {
            let mut after = *view;
            after.play(Actor::Seat(view.mover()), point);
            prover.wins(&Field::of(&after), &mut stop) == Some(false)
        });
        stone.map(|stone| (view.mover(), Some(stone)))
    }
}

impl Engine<Board> for Proving {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let contested = view.safe(Seat::First) & view.safe(Seat::Second);
        let has_choice = view.safe(me).is_many();
        let found = if has_choice && contested.len() <= CONTESTED { self.proved(view, budget) } else { None };
        match found {
            Some((winner, Some(stone))) => {
                let proved = Some(Proved { winner: Some(winner), acts: None });
                say(Info { depth: 1, nodes: 0, expected: 1.0, proved, line: vec![stone] });
                turn.push(stone);
            }
            // Of lost stones the tree finds one that is hard to answer.
            Some((winner, None)) => {
                let proved = Some(Proved { winner: Some(winner), acts: None });
                self.tree.think(
                    me,
                    view,
                    budget,
                    &mut |info| say(Info { expected: 0.0, proved, ..info }),
                    turn,
                );
            }
            None => self.tree.think(me, view, budget, say, turn),
        }
    }
}
