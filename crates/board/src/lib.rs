//! Boards that several games share.
//!
//! Crossings of a frame of 9×9, and sets of them as bits: `NoGo` and Phantom Go are played on it.

mod point;
mod points;

pub use point::Point;
pub use points::Points;
