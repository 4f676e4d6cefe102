//! Counts of the tree of marks.

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<tictactoe::TicTacToe>(include_str!("tictactoe.perft"), 18);
}
