//! The conformance kit that every game runs.

leitai_testkit::conformance!(einstein::EinStein);
leitai_testkit::conformance_hidden!(einstein::EinStein, unseen: 0);
