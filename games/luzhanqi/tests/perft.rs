//! Counts of the tree of acts.

use luzhanqi::Luzhanqi;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Luzhanqi>(include_str!("luzhanqi.perft"), 5);
}
