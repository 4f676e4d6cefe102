//! The conformance kit that every game runs.

leitai_testkit::conformance!(amazons::Amazons);
