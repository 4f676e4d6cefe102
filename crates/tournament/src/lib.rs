//! Events as pure values: what results say.
//!
//! No I/O, no clock, nothing of ours below: a tournament is a function of its entries, its seed and its
//! recorded results.

pub mod rating;

pub use rating::{Elo, Score};
