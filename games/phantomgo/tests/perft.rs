//! Perft counts.

use phantomgo::PhantomGo;

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<PhantomGo>(include_str!("phantomgo.perft"), 6);
}
