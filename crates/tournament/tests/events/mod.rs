//! Whole events, from their entries to the last place.

mod course;
mod day;
mod enter;
mod formats;
mod groups;
mod judge;
mod length;
pub(crate) mod play;
mod school;
mod titles;
