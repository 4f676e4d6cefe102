//! Counts of the tree of acts, on the usual board and on small ones.

use hex::{Board, Hex, Rules};
use leitai_core::{Position, perft};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Hex>(include_str!("hex.perft"), 9);
}

/// Size, swap, barred centre, counts by depth.
type Small = (u8, bool, bool, &'static [u64]);

const SMALL: &[Small] = &[
    // The referee's table.
    (2, false, false, &[4, 12, 24, 12, 0]),
];

#[test]
fn small_boards_count_as_known() {
    for (size, swap, bars_center, counts) in SMALL {
        let start = Board::initial(&Rules::new(*size, *swap, *bars_center).unwrap());
        for (depth, nodes) in (1..).zip(*counts) {
            let name = format!("{size}×{size}, swap {swap}, centre barred {bars_center}, depth {depth}");
            assert_eq!(perft(&start, depth), *nodes, "{name}");
        }
    }
}
