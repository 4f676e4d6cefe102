//! Boards that several games share.
//!
//! Crossings of a frame of 9×9, and sets of them as bits: `NoGo` and Phantom Go are played on it. Beside
//! them, the n-th bit of a row of words: what draws a point at random, of a set on any board.

mod bits;
mod point;
mod points;

pub use bits::nth_bit;
pub use point::Point;
pub use points::Points;
