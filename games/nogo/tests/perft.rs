//! Perft counts, on the standard board and on small ones.

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<nogo::NoGo>(include_str!("nogo.perft"), 40);
}
