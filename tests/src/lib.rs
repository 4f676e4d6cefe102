//! The stage watched from outside: one game between a program that misbehaves and one that does not, and
//! everything that must be true of it afterwards.

mod desk;
mod machine;
mod row;

pub use desk::{Desk, as_a_plain_user, levels, play, plays, python, starter};
pub use machine::{children, descriptors, left_behind};
pub use row::{Expect, Row};
