//! Perft counts, by the rules and by their twin.

use crate::twin::Twin;
use surakarta::Surakarta;

const FILE: &str = include_str!("surakarta.perft");
/// The twin walks every track from scratch, so it is used only up to this many nodes.
const TWIN_NODES: u64 = 200_000;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Surakarta>(FILE, 20);
}

#[test]
fn the_twin_counts_the_same() {
    for count in leitai_testkit::counts::<Surakarta>(FILE) {
        if count.nodes <= TWIN_NODES {
            assert_eq!(Twin::of(&count.position).perft(count.depth), count.nodes, "{}", count.name);
        }
    }
}
