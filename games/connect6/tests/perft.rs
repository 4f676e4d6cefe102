//! Perft counts, stone by stone.

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<connect6::Connect6>(include_str!("connect6.perft"), 20);
}
