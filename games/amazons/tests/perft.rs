//! Counts of the tree of moves.

mod twin;

use amazons::{Amazons, Board, Rules, Size};
use leitai_core::{Position, perft};
use leitai_testkit::{Count, counts, counts_come_out};
use twin::Twin;

const COUNTS: &str = include_str!("amazons.perft");

#[test]
fn every_count_is_reproduced() {
    counts_come_out::<Amazons>(COUNTS, 25);
}

#[test]
fn the_twin_counts_the_same() {
    let small = |count: &Count<Board>| count.nodes < 100_000;
    for Count { name, position, depth, nodes } in counts::<Amazons>(COUNTS).into_iter().filter(small) {
        assert_eq!(Twin::of(&position).perft(depth), nodes, "{name} at depth {depth}");
    }
}

/// A perft file is read with default rules; these counts are ours.
#[test]
fn every_count_of_the_small_board_is_reproduced() {
    let start = Board::initial(&Rules { size: Size::Eight });
    for (depth, nodes) in [(1, 1_232), (2, 1_331_198)] {
        assert_eq!((perft(&start, depth), Twin::of(&start).perft(depth)), (nodes, nodes), "depth {depth}");
    }
}
