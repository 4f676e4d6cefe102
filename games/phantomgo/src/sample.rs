//! Truths that an eye cannot tell from the real one.

use crate::known::Known;
use crate::{Board, Phase, Point, Points};
use leitai_core::{Rng, Sample, Seat};

/// How often an arrangement in which every chain has a liberty is looked for.
const ATTEMPTS: usize = 20;

impl Sample for Board {
    /// The known number of unseen stones is put down in random order, first where a try was refused, then on
    /// any points not known to be empty, so that every chain has a liberty. Where that has failed 20 times
    /// (on crowded boards) the rest lies anywhere.
    fn sample(view: &Known, rng: &mut Rng) -> Board {
        let board = view.board;
        if board.phase != Phase::Playing {
            return board;
        }
        let mut best = None;
        for _ in 0..ATTEMPTS {
            let (laid, missing) = lay(view, rng);
            if missing == 0 {
                best = Some(laid);
                break;
            }
            best.get_or_insert(laid);
        }
        let mut board = best.unwrap_or(board);
        for seat in Seat::BOTH {
            while board.stones[seat.index()].len() < view.count(seat).into() {
                let Some(point) = any(board.empty() - board.taken, rng) else { break };
                board.stones[seat.index()] |= Points::of(point);
            }
        }
        if board.last.is_none() && board.ply > 0 && board.passes == 0 {
            let side = board.stones[board.mover().other().index()];
            // The stone that took others stands beside them.
            let beside = side & board.taken.border();
            board.last = any(if beside.is_empty() { side } else { beside }, rng);
        }
        board
    }
}

/// The unseen stones, as many as find a place where every chain keeps a liberty, and how many are missing.
fn lay(view: &Known, rng: &mut Rng) -> (Board, u32) {
    let mut board = view.board;
    let mut missing = 0;
    for seat in Seat::BOTH {
        let mut rest = u32::from(view.count(seat)) - board.stones(seat).len().min(view.count(seat).into());
        let likely = board.denied(seat.other());
        for points in [likely, Points::BOARD - likely] {
            let mut free = (board.empty() - board.taken) & points;
            while rest > 0
                && let Some(point) = any(free, rng)
            {
                free -= Points::of(point);
                if is_sound(&board, seat, point) {
                    board.stones[seat.index()] |= Points::of(point);
                    rest -= 1;
                }
            }
        }
        missing += rest;
    }
    (board, missing)
}

/// Does every chain beside a stone of `seat` there, and its own, keep a liberty?
fn is_sound(board: &Board, seat: Seat, point: Point) -> bool {
    let stone = Points::of(point);
    let free = board.empty() - stone;
    let lives = |side: Points, part: Points| !(part.flood(side).border() & free).is_empty();
    let (own, enemy) = (board.stones(seat) | stone, board.stones(seat.other()));
    let others = (stone.border() & enemy).iter().all(|at| lives(enemy, Points::of(at)));
    others && lives(own, stone)
}

fn any(points: Points, rng: &mut Rng) -> Option<Point> {
    (!points.is_empty()).then(|| points.nth(rng.below(points.len() as usize) as u32))?
}
