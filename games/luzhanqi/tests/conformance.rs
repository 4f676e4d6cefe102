//! The conformance tests that every game runs, and those for games with secrets.

leitai_testkit::conformance!(luzhanqi::Luzhanqi);
leitai_testkit::conformance_hidden!(luzhanqi::Luzhanqi, unseen: 1000);
