//! Perft counts, edge by edge.

use dots::{Board, Rules};
use leitai_core::{Position, perft};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<dots::Dots>(include_str!("dots.perft"), 20);
}

/// A game consists of all edges of its board in some order, whatever the board's size.
#[test]
fn a_board_is_counted_to_its_last_edge() {
    for (rows, columns, edges) in [(1, 1, 4), (1, 2, 7), (2, 1, 7), (1, 3, 10)] {
        let start = Board::initial(&Rules::new(rows, columns, false).unwrap());
        let mut orders = 1;
        for depth in 0..=u64::from(edges) {
            if orders < 1_000_000 {
                assert_eq!(perft(&start, depth as u32), orders, "{rows}x{columns} at depth {depth}");
            }
            orders *= u64::from(edges) - depth;
        }
        if edges < 10 {
            assert_eq!(perft(&start, edges + 1), 0, "{rows}x{columns}: nothing follows the last edge");
        }
    }
}

/// With `early_end` a game can stop before its last edge. On three boxes it stops with a side's second box, and
/// two boxes have at least seven edges.
#[test]
fn an_early_end_has_no_continuation() {
    let count = |early_end, depth| perft(&Board::initial(&Rules::new(1, 3, early_end).unwrap()), depth);
    assert_eq!(count(true, 7), count(false, 7));
    assert!(count(true, 8) < count(false, 8));
}
