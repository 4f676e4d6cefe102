//! The conformance tests that every game runs.

leitai_testkit::conformance!(tictactoe::TicTacToe);
