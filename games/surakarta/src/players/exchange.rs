//! A simple evaluation: the stones left once all profitable captures have been made.

use crate::{Board, Ply, ways};
use leitai_core::{Actor, Position, Seat};
use leitai_search::Evaluate;

/// Evaluates positions in hundredths of a stone.
pub(super) struct Exchange;

const STONE: i32 = 100;
/// The value of each way along a track that leaves from a stone's point.
const EXIT: i32 = 3;
/// The most captures searched in a row. A stone can nearly always be captured, so the static value of a
/// position means little.
const DEEPEST: u32 = 6;
const BOUND: i32 = 100_000;

impl Evaluate<Board> for Exchange {
    fn value(&self, board: &Board, seat: Seat) -> i32 {
        let value = settled(board, DEEPEST, -BOUND, BOUND);
        if seat == board.mover() { value } else { -value }
    }
}

/// The value for the side to move, which may or may not capture, within `alpha..beta`.
fn settled(board: &Board, deeper: u32, mut alpha: i32, beta: i32) -> i32 {
    let mover = board.mover();
    alpha = alpha.max(standing(board, mover) - standing(board, mover.other()));
    if alpha >= beta || deeper == 0 {
        return alpha;
    }
    let mut captures: Vec<Ply> = Vec::new();
    board.captures(&mut captures);
    for m in &captures {
        let mut child = board.clone();
        child.play(Actor::Seat(mover), m);
        alpha = alpha.max(-settled(&child, deeper - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn standing(board: &Board, seat: Seat) -> i32 {
    let stones = board.stones(seat);
    STONE * stones.count_ones() as i32 + EXIT * ways::exits(stones) as i32
}
