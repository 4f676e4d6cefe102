//! The conformance kit that every game runs.

leitai_testkit::conformance!(dots::Dots);
