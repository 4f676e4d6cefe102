//! Perfect play: never a worse result than the game allows, and among equally good moves the one that a
//! random opponent most often loses against.

use crate::{Board, Cell};
use leitai_core::{Budget, By, Engine, Info, Position, Rng, Seat, State, Turn};

pub(crate) struct Perfect(Rng);

impl Perfect {
    pub(crate) fn new(seed: u64) -> Self {
        Perfect(Rng::new(seed))
    }
}

impl Engine<Board> for Perfect {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        say: &mut dyn FnMut(Info),
        turn: &mut Vec<Cell>,
    ) {
        let mut moves = Vec::new();
        view.moves(By::Seat(me), &mut moves);
        let mut nodes = 0;
        let scored: Vec<_> = moves.iter().map(|m| (score(view, me, *m, &mut nodes), *m)).collect();
        let Some(best) = scored.iter().map(|(score, _)| *score).max_by(Score::order) else { return };
        let equal: Vec<_> = scored.into_iter().filter(|(score, _)| score.order(&best).is_eq()).collect();
        say(Info { depth: 9, nodes, value: best.sure });
        turn.push(equal[self.0.below(equal.len())].1);
    }
}

/// What a move is worth: the result of best play on both sides, then the mean result against random play.
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

fn score(board: &Board, me: Seat, m: Cell, nodes: &mut u64) -> Score {
    let mut board = *board;
    board.play(By::Seat(me), &m);
    value(&board, me, nodes)
}

/// At most 9! leaves from an empty board, 550 k nodes: a few milliseconds, so no table is kept.
fn value(board: &Board, me: Seat, nodes: &mut u64) -> Score {
    *nodes += 1;
    let mover = match board.turn() {
        Turn::Of(By::Seat(mover)) => mover,
        turn => {
            let winner = turn.outcome().and_then(|outcome| outcome.winner);
            let sure = winner.map_or(0, |seat| if seat == me { 1 } else { -1 });
            return Score { sure, hope: f64::from(sure) };
        }
    };
    let mut moves = Vec::new();
    board.moves(By::Seat(mover), &mut moves);
    let scores: Vec<_> = moves
        .iter()
        .map(|m| {
            let mut board = *board;
            board.play(By::Seat(mover), m);
            value(&board, me, nodes)
        })
        .collect();
    let best = |a: &Score, b: &Score| a.order(b);
    if mover == me {
        scores.into_iter().max_by(best).unwrap_or(Score { sure: 0, hope: 0.0 })
    } else {
        let sure = scores.iter().map(|score| score.sure).min().unwrap_or(0);
        let hope = scores.iter().map(|score| score.hope).sum::<f64>() / scores.len() as f64;
        Score { sure, hope }
    }
}
