//! Counts of the tree of moves.

use surakarta::Surakarta;

const FILE: &str = include_str!("surakarta.perft");

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Surakarta>(FILE, 4);
}
