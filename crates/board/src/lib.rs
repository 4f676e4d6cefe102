//! What boards of several games share.
//!
//! A [`Grid`] names its places, looks like wood or squares, and is written row by row. [`narrow`], [`letter`] and
//! the like read and write coordinates where a board is no grid; [`refusal`] holds the sentences that several
//! laws refuse with. `NoGo` and Phantom Go are played on the crossings of one frame ([`Point`], [`Points`]).
//! [`nth_bit`] draws a place at random, of a set on any board.

mod bits;
mod grid;
mod look;
mod point;
mod points;
pub mod refusal;
mod rows;
mod signs;

pub use bits::nth_bit;
pub use grid::Grid;
pub use look::{BLACK_AND_WHITE, STONES, stone};
pub use point::Point;
pub use points::Points;
pub use rows::{Marks, Signs, Slip, must_end, read_row, write_row};
pub use signs::{
    letter, letters, narrow, number_of, plain, read_letters, read_place, small_letter, write_place,
};
