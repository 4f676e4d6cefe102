//! Counts of the tree of moves.

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<amazons::Amazons>(include_str!("amazons.perft"), 2);
}
