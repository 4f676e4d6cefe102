//! Perft counts, act by act.

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<gomoku::Gomoku>(include_str!("gomoku.perft"), 39);
}
