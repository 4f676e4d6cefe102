//! The stage watched from outside: one game between a program that misbehaves and one that does not, and
//! everything that must be true of it afterwards.

mod machine;
mod row;

pub use machine::{children, descriptors, left_behind};
pub use row::{Expect, Row};
