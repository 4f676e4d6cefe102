//! Counts of the tree of safe stones.

use leitai_core::{Position, perft};
use nogo::{Board, Rules};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<nogo::NoGo>(include_str!("nogo.perft"), 20);
}

fn counts(width: u8, height: u8) -> Vec<u64> {
    let start = Board::initial(&Rules::new(width, height).unwrap());
    (1..=81).map(|depth| perft(&start, depth)).take_while(|nodes| *nodes > 0).collect()
}

/// The whole tree: the referee's table.
#[test]
fn the_tree_of_3_by_3_is_reproduced() {
    assert_eq!(counts(3, 3), [9, 72, 496, 2_832, 12_768, 41_328, 80_352, 43_776]);
}

/// By hand. 1×1: the one point is suicide. 1×2: white would capture whatever black played. 1×3: an end is
/// answered at the other end, the middle not at all.
#[test]
fn the_trees_of_the_smallest_boards_are_reproduced() {
    for (side, nodes) in [(1, vec![]), (2, vec![2]), (3, vec![3, 2])] {
        assert_eq!(counts(1, side), nodes);
        assert_eq!(counts(side, 1), nodes);
    }
}
