//! Likeness of sources: which passages two programs have in common.
//!
//! A source is read as tokens: comments, blanks, names, numbers and texts do not matter, so that whoever renames variables,
//! moves functions or lays the text out anew changes nothing. Of all runs of some tokens a few are kept as fingerprints by
//! winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003), so that any passage that two sources share and that is as long as
//! [`Terms::sure`] is found. What was handed out, and what most have, does not count. Passages are then followed token by
//! token from the fingerprints.
//!
//! It is a finding, never a verdict: two who learned from the same book write alike.
#![warn(clippy::unwrap_used)]

mod compare;
mod fingerprint;
mod passage;
mod syntax;
mod token;

pub use compare::{Pair, Report, Source, Terms, compare};
pub use passage::{Passage, SourceRange};
