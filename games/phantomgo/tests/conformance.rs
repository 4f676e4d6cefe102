//! The conformance tests that every game runs.

leitai_testkit::conformance!(phantomgo::PhantomGo);
leitai_testkit::conformance_hidden!(phantomgo::PhantomGo, unseen: 1000);
