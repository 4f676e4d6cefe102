//! Board code shared by several games.
//!
//! A [`Grid`] names its places, looks like wood or squares, and is written row by row. [`narrow`], [`letter`] and
//! similar functions read and write coordinates of boards that are not grids; [`refusal`] holds the reasons for
//! refusal that several games have in common. `NoGo` and Phantom Go are played on the crossings of one frame
//! ([`Point`], [`Points`]). Where lines of stones count, [`LineCodes`] keeps the line through every cell, and [`Bundles`] numbers
//! what its four lines make, which has its [`Worths`]. [`nth_bit`] serves to draw a random place from a set, on any board.

mod bits;
mod bundles;
mod grid;
mod line_codes;
mod look;
mod point;
mod points;
pub mod refusal;
mod rows;
mod signs;
mod worths;

pub use bits::nth_bit;
pub use bundles::Bundles;
pub use grid::Grid;
pub use line_codes::{BLOCKED, DIGITS, LINES, LineCodes, OWN, SPAN};
pub use look::{BLACK_AND_WHITE, STONES, stone};
pub use point::Point;
pub use points::Points;
pub use rows::{Marks, Signs, Slip, must_end, read_row, write_row};
pub use signs::{letter, letters, narrow, number_of, plain, read_letters, read_place, small_letter};
pub use worths::Worths;
