//! Perft counts, by the rules and by their twin.

use crate::twin::Twin;
use einstein::EinStein;

const FILE: &str = include_str!("einstein.perft");
/// The twin looks every stone up in a list, so it counts only up to this many nodes.
const TWIN_NODES: u64 = 50_000;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<EinStein>(FILE, 40);
}

#[test]
fn the_twin_counts_the_same() {
    for count in leitai_testkit::counts::<EinStein>(FILE) {
        if count.nodes <= TWIN_NODES {
            assert_eq!(Twin::of(&count.position).perft(count.depth), count.nodes, "{}", count.name);
        }
    }
}
