//! The board against the rules and against itself from scratch.

use super::*;
use crate::{Move, Rules, Start};
use leitai_core::{Actor, Position};
use leitai_testkit::extent;

/// A board with these stones, computed from scratch.
fn from_scratch(line_board: &LineBoard) -> LineBoard {
    let bans = if line_board.bans { Bans::Automatic } else { Bans::Off };
    let rules = Rules { start: Start::Free, bans, ..Rules::default() };
    let mut board = Board::initial(&rules);
    board.stones = line_board.stones;
    LineBoard::new(&board)
}

/// Whether everything that is kept agrees, from the codes to the sums.
fn assert_same(kept: &LineBoard, fresh: &LineBoard) {
    assert_eq!(kept.codes, fresh.codes);
    assert_eq!(kept.empty, fresh.empty);
    assert_eq!(kept.sets, fresh.sets);
    assert_eq!(kept.sums, fresh.sums);
    assert_eq!(kept.key, fresh.key);
    for (cell, side) in kept.empty.iter().flat_map(|cell| [(cell, 0), (cell, 1)]) {
        assert_eq!(kept.shapes[side][usize::from(cell)], fresh.shapes[side][usize::from(cell)]);
        assert_eq!(kept.shapes_of(side, cell), fresh.shapes[side][usize::from(cell)]);
    }
}

/// 100,000 stones placed and taken back, crowded, on one board after the other.
#[test]
fn what_is_kept_is_what_is_found_from_scratch() {
    let steps = extent("GOMOKU_STEPS", 100_000, 10_000_000);
    let mut rng = Rng::new(3);
    for bans in [Bans::Automatic, Bans::Off] {
        let rules = Rules { start: Start::Free, bans, ..Rules::default() };
        let mut board = LineBoard::new(&Board::initial(&rules));
        let empty = board.clone();
        let mut placed: Vec<(Side, u8)> = Vec::new();
        for step in 0..steps / 2 {
            if placed.len() < 200 && rng.below(100) < 52 {
                let cells: Vec<u8> = board.empty().iter().collect();
                let cell = cells[rng.below(cells.len())];
                let side = Side::BOTH[rng.below(2)];
                board.place(side, cell);
                placed.push((side, cell));
            } else if let Some((side, cell)) = placed.pop() {
                board.lift(side, cell);
            }
            if step % 50 == 0 {
                assert_same(&board, &from_scratch(&board));
            }
        }
        while let Some((side, cell)) = placed.pop() {
            board.lift(side, cell);
        }
        assert_same(&board, &empty);
    }
}

/// Random games with crowded stones: forbidden points and fives agree with the rules at every stone.
#[test]
fn a_line_board_agrees_with_the_rules_over_random_games() {
    for seed in 0..extent("GOMOKU_FIELDS", 60, 10_000) {
        let bans = [Bans::Automatic, Bans::Off][seed as usize % 2];
        let rules = Rules { start: Start::Free, bans, ..Rules::default() };
        let (mut board, mut rng) = (Board::initial(&rules), Rng::new(seed));
        let mut lines = LineBoard::new(&board);
        while let crate::Phase::Play(play) = *board.phase() {
            let side = play.side;
            for point in board.empty() {
                let judged = board.judge(point);
                let cell = point.cell();
                let bound = side == Side::Black && matches!(judged, Judgement::Forbidden(_));
                assert_eq!(lines.is_forbidden(side, cell), bound, "{point:?} in {board:?}");
                if lines.is_surely_allowed(side, cell) {
                    assert!(!bound);
                }
                let five = match side {
                    Side::Black => judged == Judgement::Five,
                    Side::White => board.stones(side).makes_five(point),
                };
                assert_eq!(lines.kind(side, cell) == Kind::Five, five);
                assert_eq!(lines.making(side, Kind::Five).has(cell), five);
            }
            let all: Vec<Point> = board.empty().collect();
            let near: Vec<Point> = all.iter().copied().filter(|point| point.ring() <= 3).collect();
            let from = if near.is_empty() { &all } else { &near };
            let point = from[rng.below(from.len())];
            let by = Actor::Seat(board.seat(side));
            board.play(by, &Move::Place(point));
            lines.place(side, point.cell());
        }
    }
}
