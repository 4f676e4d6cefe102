//! Counts of the tree of moves.

#[path = "twin/mod.rs"]
mod twin;

use amazons::{Board, Rules, Size};
use leitai_core::{Position, perft};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<amazons::Amazons>(include_str!("amazons.perft"), 8);
}

/// A perft file is read with default rules; these are ours, and its twin's.
#[test]
fn every_count_of_the_small_board_is_reproduced() {
    let start = Board::initial(&Rules { size: Size::Eight });
    let twin = twin::Twin::of(&start);
    for (depth, nodes) in [(1, 0), (2, 0)] {
        assert_eq!((perft(&start, depth), twin.perft(depth)), (nodes, nodes), "depth {depth}");
    }
}
