//! Perft counts, by the rules and by their twin.

use crate::twin::Twin;
use luzhanqi::{Luzhanqi, Rules};

const FILE: &str = include_str!("luzhanqi.perft");
/// The twin examines every point from scratch, so it is used only up to this many nodes.
const TWIN_NODES: u64 = 10_000;
/// The same limit in a long run.
const MANY_NODES: u64 = 50_000;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Luzhanqi>(FILE, 42);
}

#[test]
fn the_twin_counts_the_same() {
    let most = leitai_testkit::extent("LUZHANQI_TWIN_NODES", TWIN_NODES, MANY_NODES);
    for count in leitai_testkit::counts::<Luzhanqi>(FILE) {
        if count.nodes <= most {
            let twin = Twin::of(&count.position, Rules::default());
            assert_eq!(twin.perft(count.depth), count.nodes, "{}", count.name);
        }
    }
}
