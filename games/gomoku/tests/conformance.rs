//! The conformance kit that every game runs.

leitai_testkit::conformance!(gomoku::Gomoku);
