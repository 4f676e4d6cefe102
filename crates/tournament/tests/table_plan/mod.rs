//! The table plan of a contest.

mod bend;
pub(crate) mod contest;
mod fit;
mod fixtures;
mod optimum;
mod properties;
mod school;
mod words;
