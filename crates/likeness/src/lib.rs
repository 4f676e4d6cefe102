//! Similarity of sources: the passages that two programs have in common.
//!
//! A source is read as tokens. Comments, blanks, names, numbers and string literals do not matter, so renaming
//! variables, moving functions or reformatting the text changes nothing. Of all runs of tokens a few are kept as
//! fingerprints by winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003), so that any passage is found that
//! two sources share and that is at least [`Thresholds::sure`] tokens long. Code that was handed out, and code that most
//! authors have, does not count. Starting at the fingerprints, passages are then followed token by token.
//!
//! The result is a finding, never a verdict: two people who learned from the same book write alike.
#![warn(clippy::unwrap_used)]

mod compare;
mod fingerprint;
mod passage;
mod syntax;
mod token;

pub use compare::{Pair, Report, Source, Thresholds, compare};
pub use passage::{Passage, SourceRange};
