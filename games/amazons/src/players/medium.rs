//! Applies the value of `easy` two moves ahead: picks the move whose worst reply leaves the most.

use super::easy::WON;
use super::territory;
use crate::square::Square;
use crate::{Board, Move};
use leitai_core::{Actor, Budget, Engine, Info, Position, Proved, Rng, Seat, State};
use leitai_search::{expected, shuffle};
use std::cmp::Reverse;

/// Positions evaluated per turn. Moves are searched best-looking first, so those left over looked worse at
/// first glance.
const NODES: u64 = 60_000;
/// How many of the hottest replies are sorted first. Usually one of them refutes the move, and the remaining thousand
/// need no ordering.
const FEW: usize = 16;
/// Units of the territory value per unit of the logistic scale.
const SCALE: f32 = 400.0;

/// The expected result for `value`, taken after a move and its worst reply. `late` is the number of arrows shot, in
/// units of forty on a board of a hundred squares: early on the value says next to nothing, at the end one square
/// decides. Fitted by logistic regression on 3,000 positions of games between two players of this level
/// (`leitai bench players --calibration amazons --positions 3000 --json`).
fn expectation(value: i32, late: f32) -> f32 {
    expected((3.19 * late - 0.50).max(0.1) * value as f32 / SCALE - 0.07 * late - 0.29)
}

/// Progress of the game, as [`expectation`] takes it.
fn late(board: &Board) -> f32 {
    let side = f32::from(board.size().side());
    board.arrows().count() as f32 / (0.4 * side * side)
}

/// Built-in level `medium`.
pub(crate) struct Medium(Rng);

impl Medium {
    pub(crate) fn new(seed: u64) -> Self {
        Medium(Rng::new(seed))
    }
}

impl Engine<Board> for Medium {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        if let [only] = moves[..] {
            turn.push(only);
            return;
        }
        shuffle(&mut moves, &mut self.0);
        let mut search =
            Search { me, left: budget.nodes.map_or(NODES, |nodes| nodes.min(NODES)), ..Search::new() };
        moves.sort_by_cached_key(|m| -search.value(&after(view, me, *m)));
        let mut best = (-WON - 1, moves[0]);
        for m in moves {
            if best.0 > -WON - 1 && budget.is_exhausted() {
                break;
            }
            let Some(value) = search.worst(&after(view, me, m), best.0) else { break };
            if value > best.0 {
                best = (value, m);
            }
            if value == WON {
                break;
            }
        }
        let (value, m) = best;
        let proved = (value == WON).then_some(Proved { winner: Some(me), acts: Some(1) });
        say(Info {
            depth: 2,
            nodes: search.nodes,
            expected: expectation(value, late(view)),
            proved,
            line: vec![m],
        });
        turn.push(m);
    }
}

fn after(board: &Board, seat: Seat, m: Move) -> Board {
    let mut after = *board;
    after.play(Actor::Seat(seat), &m);
    after
}

struct Search {
    me: Seat,
    nodes: u64,
    left: u64,
    /// How often a reply with these squares refuted a move, by from and to, and by to and arrow.
    heat: [Vec<u32>; 2],
    answers: Vec<Move>,
    /// The heat and the number of each reply, hottest first; ties are ordered by number.
    order: Vec<(Reverse<u32>, usize)>,
}

impl Search {
    fn new() -> Search {
        let heat = || vec![0; Square::COUNT * Square::COUNT];
        Search {
            me: Seat::First,
            nodes: 0,
            left: 0,
            heat: [heat(), heat()],
            answers: Vec::new(),
            order: Vec::new(),
        }
    }

    fn value(&mut self, board: &Board) -> i32 {
        self.nodes += 1;
        match board.mover() {
            mover if board.can_move(mover) => territory::value(board, self.me),
            mover if mover == self.me => -WON,
            _ => WON,
        }
    }

    /// The value after the enemy's best reply, or any value up to `enough` that refutes the move. Returns
    /// `None` if the nodes run out.
    fn worst(&mut self, board: &Board, enough: i32) -> Option<i32> {
        let enemy = self.me.other();
        let mut answers = std::mem::take(&mut self.answers);
        answers.clear();
        board.moves(Actor::Seat(enemy), &mut answers);
        self.order.clear();
        for (n, m) in answers.iter().enumerate() {
            let heat = slots(*m).iter().zip(&self.heat).map(|(at, heat)| heat[*at]).sum();
            self.order.push((Reverse(heat), n));
        }
        let few = FEW.min(self.order.len());
        if few < self.order.len() {
            self.order.select_nth_unstable(few);
        }
        self.order[..few].sort_unstable();
        let mut worst = WON;
        for at in 0..answers.len() {
            if at == few {
                self.order[few..].sort_unstable();
            }
            let m = &answers[self.order[at].1];
            if self.nodes >= self.left {
                self.answers = answers;
                return None;
            }
            worst = worst.min(self.value(&after(board, enemy, *m)));
            if worst <= enough {
                for (at, heat) in slots(*m).into_iter().zip(&mut self.heat) {
                    heat[at] += 1;
                }
                break;
            }
        }
        self.answers = answers;
        Some(worst)
    }
}

fn slots(m: Move) -> [usize; 2] {
    let pair = |a: Square, b: Square| a.index() * Square::COUNT + b.index();
    [pair(m.from(), m.to()), pair(m.to(), m.arrow())]
}
