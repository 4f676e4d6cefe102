//! The conformance kit that every game runs.

leitai_testkit::conformance!(connect6::Connect6);
