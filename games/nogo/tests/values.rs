//! The winners on small boards by exhaustive search, compared with the literature.

use leitai_core::{Actor, Position, State};
use nogo::{Board, Rules};
use std::collections::HashMap;

/// Whether the side on turn wins.
pub(crate) fn wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(wins) = known.get(board) {
        return *wins;
    }
    let (mut points, by) = (Vec::new(), Actor::Seat(board.mover()));
    board.moves(by, &mut points);
    let wins = points.iter().any(|point| {
        let mut after = *board;
        after.play(by, point);
        !wins(&after, known)
    });
    known.insert(*board, wins);
    wins
}

#[test]
fn small_boards_have_their_known_winners() {
    let values = [
        (1, 2, true),
        (1, 3, true),
        (1, 4, false),
        (1, 5, true),
        (2, 2, true),
        (2, 3, false),
        (3, 3, true),
        (3, 4, false),
    ];
    for (width, height, first) in values {
        for (width, height) in [(width, height), (height, width)] {
            let start = Board::initial(&Rules::new(width, height).unwrap());
            assert_eq!(wins(&start, &mut HashMap::new()), first, "{width}×{height}");
        }
    }
}
