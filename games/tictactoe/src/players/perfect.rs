//! Perfect play: never a worse result than the game allows, and among equally good moves the one that a
//! random opponent most often loses against.

use crate::{Board, Cell};
use leitai_core::{Actor, Budget, Engine, Info, Position, Proved, Rng, Seat, State, Turn};
use leitai_search::one_of_best;
use std::collections::HashMap;

/// Remembers every position it has evaluated, with its value for each seat: at most 5,478 positions.
pub(crate) struct Perfect {
    rng: Rng,
    known: HashMap<(Board, Seat), Score>,
}

impl Perfect {
    pub(crate) fn new(seed: u64) -> Self {
        Perfect { rng: Rng::new(seed), known: HashMap::new() }
    }
}

impl Engine<Board> for Perfect {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        say: &mut dyn FnMut(Info<Cell>),
        turn: &mut Vec<Cell>,
    ) {
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        let scored: Vec<_> = moves.iter().map(|m| (self.after(view, me, me, *m), *m)).collect();
        let Some((best, m)) = one_of_best(scored, Score::order, &mut self.rng) else { return };
        let winner = (best.sure != 0).then(|| if best.sure > 0 { me } else { me.other() });
        say(Info {
            depth: 9,
            nodes: self.known.len() as u64,
            expected: (best.sure + 1) as f32 / 2.0,
            proved: Some(Proved { winner, acts: None }),
            line: vec![m],
        });
        turn.push(m);
    }
}

/// The value of a move: the result of best play on both sides, then the mean result against random play.
#[derive(Clone, Copy)]
struct Score {
    sure: i32,
    hope: f64,
}

impl Score {
    fn order(&self, other: &Score) -> std::cmp::Ordering {
        self.sure.cmp(&other.sure).then(self.hope.total_cmp(&other.hope))
    }
}

impl Perfect {
    fn after(&mut self, board: &Board, mover: Seat, me: Seat, m: Cell) -> Score {
        let mut board = *board;
        board.play(Actor::Seat(mover), &m);
        if let Some(score) = self.known.get(&(board, me)) {
            return *score;
        }
        let score = self.value(&board, me);
        self.known.insert((board, me), score);
        score
    }

    fn value(&mut self, board: &Board, me: Seat) -> Score {
        let mover = match board.turn() {
            Turn::Of(Actor::Seat(mover)) => mover,
            turn => {
                let winner = turn.outcome().and_then(|outcome| outcome.winner);
                let sure = winner.map_or(0, |seat| if seat == me { 1 } else { -1 });
                return Score { sure, hope: f64::from(sure) };
            }
        };
        let mut moves = Vec::new();
        board.moves(Actor::Seat(mover), &mut moves);
        let scores: Vec<_> = moves.iter().map(|m| self.after(board, mover, me, *m)).collect();
        let sum = scores.iter().map(|score| score.hope).sum::<f64>();
        let draw = Score { sure: 0, hope: 0.0 };
        if mover == me {
            scores.into_iter().max_by(Score::order).unwrap_or(draw)
        } else {
            let sure = scores.iter().map(|score| score.sure).min().unwrap_or(0);
            Score { sure, hope: sum / scores.len() as f64 }
        }
    }
}
