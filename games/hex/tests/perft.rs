//! Counts of the tree of acts, on the usual board and on small ones.

use hex::{Board, Hex, Rules};
use leitai_core::{Position, perft};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Hex>(include_str!("hex.perft"), 20);
}

/// Size, swap, barred centre, counts by depth.
type Small = (u8, bool, bool, &'static [u64]);

const SMALL: &[Small] = &[
    // The referee's table.
    (2, false, false, &[4, 12, 24, 12, 0]),
    // Ours, counted a second time by another program, cell by cell.
    (2, true, false, &[4, 16, 36, 36, 12, 0]),
    (3, false, false, &[9, 72, 504, 3_024, 15_120, 54_720, 146_880]),
    (3, true, false, &[9, 81, 576, 3_528, 18_144, 69_840]),
    (3, false, true, &[8, 64, 448, 2_688, 13_440]),
    (3, true, true, &[8, 72, 512, 3_136, 16_128]),
    (4, false, false, &[16, 240, 3_360, 43_680, 524_160]),
    (5, false, false, &[25, 600, 13_800, 303_600]),
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
