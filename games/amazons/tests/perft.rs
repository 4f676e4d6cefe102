//! Perft counts.

use crate::twin::Twin;
use amazons::{Amazons, Board};
use leitai_testkit::{Count, counts, counts_come_out};

const COUNTS: &str = include_str!("amazons.perft");

#[test]
fn every_count_is_reproduced() {
    counts_come_out::<Amazons>(COUNTS, 27);
}

#[test]
fn the_twin_counts_the_same() {
    let small = |count: &Count<Board>| count.nodes < 100_000 || count.name.starts_with("8x8");
    for Count { name, position, depth, nodes } in counts::<Amazons>(COUNTS).into_iter().filter(small) {
        assert_eq!(Twin::of(&position).perft(depth), nodes, "{name} at depth {depth}");
    }
}
