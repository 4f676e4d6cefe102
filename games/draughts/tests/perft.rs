//! Perft counts, by the rules and by their twin.

use crate::twin::Twin;
use draughts::Draughts;

const FILE: &str = include_str!("draughts.perft");
/// The twin builds every path from scratch, so it counts only up to this many nodes.
const TWIN_NODES: u64 = 40_000;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Draughts>(FILE, 30);
}

#[test]
fn the_twin_counts_the_same() {
    for count in leitai_testkit::counts::<Draughts>(FILE) {
        if count.nodes <= TWIN_NODES {
            assert_eq!(Twin::of(&count.position).perft(count.depth), count.nodes, "{}", count.name);
        }
    }
}
